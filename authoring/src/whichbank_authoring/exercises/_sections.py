"""Sections of the book that show a mistake: the address of each, and its heading."""

CAPITALS = (
    "tokens.html#first-mistake-losing-the-capitals",
    "First mistake: losing the capitals",
)
TIES = ("tokens.html#the-same-in-code", "The same in code")
ACROSS_WORDS = (
    "tokens.html#second-mistake-merging-across-words",
    "Second mistake: merging across words",
)
THREE_WAYS = ("company.html#three-wrong-ways", "Three wrong ways")
CENTER_IN = ("company.html#the-center-in-its-own-context", "The center in its own context")
OLD_AND_NEW = (
    "mixing.html#optional-old-vectors-in-new-vectors-out",
    "Optional: old vectors in, new vectors out",
)
MENDING = ("mixing.html#somebody-has-written-a-table", "Somebody has written a table")
RAW_SCORES = (
    "choosing.html#first-try-the-scores-themselves",
    "First try: the scores themselves",
)
BY_SUM = (
    "choosing.html#second-try-divide-by-the-sum",
    "Second try: divide by the sum",
)
LARGE = ("choosing.html#large-scores", "Large scores")
AXIS = ("choosing.html#the-wrong-axis", "The wrong axis")
BOTH_SIDES = (
    "jobs.html#optional-on-one-side-or-on-both",
    "Optional: on one side, or on both?",
)
SCALE = ("scale.html#sixty-four-numbers", "Sixty-four numbers")
BY_WHICH = ("scale.html#divide-by-what", "Divide by what?")
HARDLY = ("scale.html#a-weight-that-hardly-answers", "A weight that hardly answers")
TURNED = ("roles.html#rows-or-columns", "Rows or columns?")
SLIPS08 = ("roles.html#optional-five-slips", "Optional: five slips")
BARCODES = ("ripples.html#the-product-knows-the-distance", "The product knows the distance")
SLIPS10 = ("ripples.html#the-product-knows-the-distance", "The product knows the distance")
SCALED_SUM = ("ripples.html#add-the-place-to-the-word", "Add the place to the word")
ADDED = ("heads.html#two-rows-side-by-side", "Two rows, side by side")
CUT = ("heads.html#without-the-loop", "Without the loop")
SLIPS12 = ("masks.html#five-slips", "Five slips")
OPEN = ("masks.html#forget-the-mask", "Forget the mask")
PADDING = ("masks.html#pad-and-change-nothing", "Pad, and change nothing")
SIDES = ("across.html#two-texts-three-attentions", "Two texts, three attentions")
STRAIGHT = ("bend.html#a-sum-stays-a-sum", "A sum stays a sum")
NORM = ("block.html#bring-every-word-to-the-same-length", "Bring every word to the same length")
APART = ("block.html#take-it-apart", "Take it apart")
