"""Sections of the book that show a mistake: the address of each, and its heading."""

CAPITALS = (
    "01_tokens.html#first-mistake-losing-the-capitals",
    "First mistake: losing the capitals",
)
TIES = (
    "01_tokens.html#second-mistake-another-rule-for-ties",
    "Second mistake: another rule for ties",
)
ACROSS_WORDS = (
    "01_tokens.html#third-mistake-merging-across-words",
    "Third mistake: merging across words",
)
THREE_WAYS = ("02_word2vec.html#three-wrong-ways", "Three wrong ways")
CENTER_IN = ("02_word2vec.html#the-center-in-its-own-context", "The center in its own context")
OLD_AND_NEW = ("05_mixing.html#old-vectors-in-new-vectors-out", "Old vectors in, new vectors out")
MENDING = ("05_mixing.html#two-ways-to-mend-a-row", "Two ways to mend a row")
RAW_SCORES = (
    "06_similarity_softmax.html#first-try-the-scores-themselves",
    "First try: the scores themselves",
)
BY_SUM = (
    "06_similarity_softmax.html#second-try-divide-by-the-sum",
    "Second try: divide by the sum",
)
LARGE = ("06_similarity_softmax.html#large-scores", "Large scores")
AXIS = ("06_similarity_softmax.html#the-wrong-axis", "The wrong axis")
BOTH_SIDES = ("07_task_specific.html#on-one-side-or-on-both", "On one side, or on both?")
SCALE = ("08_query_key_value.html#why-divide-by-d", "Why divide by √d")
TURNED = ("08_query_key_value.html#rows-or-columns", "Rows or columns?")
SLIPS08 = ("08_query_key_value.html#five-slips", "Five slips")
BARCODES = ("10_ripples.html#the-product-knows-the-distance", "The product knows the distance")
SLIPS10 = ("10_ripples.html#five-slips", "Five slips")
SCALED_SUM = ("10_ripples.html#add-the-place-to-the-word", "Add the place to the word")
ADDED = ("11_many_heads.html#two-rows-side-by-side", "Two rows, side by side")
CUT = ("11_many_heads.html#without-the-loop", "Without the loop")
SLIPS12 = ("12_masks_cross_attention.html#five-slips", "Five slips")
OPEN = (
    "12_masks_cross_attention.html#train-with-the-answer-in-view",
    "Train with the answer in view",
)
PADDING = ("12_masks_cross_attention.html#pad-and-change-nothing", "Pad, and change nothing")
SIDES = ("12_masks_cross_attention.html#two-texts-three-attentions", "Two texts, three attentions")
STRAIGHT = ("13_block.html#a-sum-stays-a-sum", "A sum stays a sum")
NORM = ("13_block.html#bring-every-word-to-the-same-length", "Bring every word to the same length")
APART = ("13_block.html#take-it-apart", "Take it apart")
