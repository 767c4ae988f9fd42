"""The model put together: slips of the pen in right ways of writing it."""

import inspect

from right_ways import block, cutting, learning, writer


def slip(way, *changes):
    """A right way with some of its text changed."""
    text = inspect.getsource(way)
    for before, after in zip(changes[::2], changes[1::2], strict=True):
        assert before in text, before
        text = text.replace(before, after)
    space = dict(vars(inspect.getmodule(way)))
    exec(text, space)
    return space[way.__name__]


HEADS, WORDS, STEP = block.block_head_by_head, block.block_word_by_word, learning.step_text_by_text
COPY, ADDS = cutting.cut_by_copy, cutting.shares_by_loop
MATRIX = cutting.shares_by_one_matrix
STACK, MODEL = writer.stack_by_itself, writer.model_by_one_hot

WRONG_WAYS = {
    "block.7": [
        (slip(HEADS, " + np.triu(np.full((len(x), len(x)), -1e30), 1)", ""), "not_masked"),
        (slip(HEADS, "math.sqrt(d)", "math.sqrt(width)"), "by_width"),
        (slip(HEADS, " / math.sqrt(d)", ""), "no_scale"),
        (slip(HEADS, "q, k, v = (", "k, q, v = ("), "keys_first"),
        (
            slip(HEADS, "middle = x + change", "middle = change", "return middle +", "return"),
            "no_skip",
        ),
        (
            slip(HEADS, "rows_normalized(middle, *norms[2:])", "rows_normalized(x, *norms[2:])"),
            "side_by_side",
        ),
        (slip(HEADS, "*norms[2:]", "*norms[:2]"), "one_norm"),
        (
            slip(HEADS, "change = b_o", "change = 0", " + b_qkv", "", " + b_1", "", " + b_2", ""),
            "no_bias",
        ),
        (slip(HEADS, "change = b_o", "change = 0"), ""),
        (slip(HEADS, "exact_gelu(", "np.maximum(0, "), "relu"),
        (slip(HEADS, "middle + exact_gelu", "x + exact_gelu"), ""),
        (slip(HEADS, "axis=1", "axis=0"), ""),
        (
            slip(
                WORDS, "reshape(3, int(n_heads), -1)", "reshape(int(n_heads), 3, -1).swapaxes(0, 1)"
            ),
            "",
        ),
        (slip(WORDS, "keys.append(k)", "keys.insert(0, k)"), ""),
        (slip(WORDS, "word + found.ravel()", "found.ravel()"), ""),
    ],
    "cutting.1": [
        (slip(COPY, "np.average(many[:, int(h)], axis=0)", "0"), "zero"),
        (slip(COPY, "many[:, int(h)]", "many[:, int(h)].ravel()"), ""),
        (slip(COPY, "np.average(many[:, int(h)], axis=0)", "many[0, int(h)]"), ""),
        (slip(COPY, "np.average(many[:, int(h)]", "np.average(many"), ""),
        (slip(COPY, "kept[int(h)] =", "kept[int(h)] +="), "added"),
        (slip(COPY, "kept.sum(axis=0)", "kept"), ""),
        (slip(COPY, "kept.sum", "kept.mean"), ""),
        (slip(COPY, "int(h)", "int(h) - 1"), "from_1"),
        (slip(COPY, "kept.sum(axis=0)", "kept[int(h)]"), "alone"),
    ],
    "cutting.2": [
        (slip(ADDS, "/ size", "/ word.std()"), "own_scale"),
        (slip(ADDS, "/ size", "/ size**2"), "squared"),
        (slip(ADDS, " / size", ""), "no_scale"),
        (slip(ADDS, "- mean", ""), "mean_left_in"),
        (slip(ADDS, "* gain", ""), "no_gain"),
        (slip(ADDS, "(word - mean)", "abs(word - mean)"), ""),
        (slip(ADDS, "return rows", "return np.sum(rows, axis=0)"), "summed"),
        (slip(MATRIX, "rows - rows.mean(axis=0)", "rows"), "mean_left_in"),
        (slip(MATRIX, "gain[:, None] * W_out", "W_out"), "no_gain"),
        (slip(MATRIX, " / scale[:, None]", ""), "no_scale"),
        (slip(MATRIX, "rows.mean(axis=0)", "rows.mean()"), ""),
    ],
    "learning.4": [
        (
            slip(
                STEP,
                "zip(vectors[:-1], row[1:]",
                "zip(vectors, row",
                "ids.size - len(ids)",
                "ids.size",
            ),
            "not_shifted",
        ),
        (slip(STEP, "zip(vectors[:-1], row[1:]", "zip(vectors[1:], row[:-1]"), "shifted_back"),
        (
            slip(
                STEP,
                "zip(vectors[:-1], row[1:]",
                "zip(vectors[-2:-1], row[-1:]",
                "ids.size - len(ids)",
                "len(ids)",
            ),
            "last_alone",
        ),
        (slip(STEP, "/ guesses", "/ len(ids)"), "by_texts"),
        (slip(STEP, "/ guesses", "/ ids.size"), "by_all"),
        (slip(STEP, " / guesses", ""), "summed"),
        (slip(STEP, "head - rate", "head + rate"), "uphill"),
        (slip(STEP, "head - rate", "head - 1"), "no_rate"),
        (slip(STEP, "head - rate * slope", "rate * slope"), "slope_returned"),
        (slip(STEP, "s - s.max()", "s"), "no_max"),
        *(
            (slip(STEP, "s.max()", top), "no_max?")
            for top in ("abs(s).max()", "s[0]", "s.mean()", "max(s.max(), 0)")
        ),
        (slip(STEP, "p[token] -= 1", "pass"), ""),
    ],
    "writer.5": [
        (slip(STACK, "len(norms) == 0", "len(norms) == 1"), "last_left_out"),
        (slip(STACK, "[0]", "[-1]", "[1:]", "[:-1]"), "backward"),
        (slip(STACK, "return rows_normalized(x, *last_norm)", "return x"), "no_last_norm"),
        (slip(STACK, "*last_norm)", "*last_norm[::-1])"), "gain_and_shift"),
        (slip(STACK, "x = block", "x = x + block"), "added_again"),
        (slip(STACK, "x = block", "x = -block"), ""),
    ],
    "writer.6": [
        (slip(MODEL, "positions[: len(ids)]", "positions[1 : len(ids) + 1]"), "from_1"),
        (slip(MODEL, "positions[: len(ids)]", "positions[ids]"), "by_token"),
        (slip(MODEL, " + positions[: len(ids)]", ""), "no_positions"),
        (slip(MODEL, "chosen @ tokens", "chosen @ tokens * len(tokens[0]) ** 0.5"), "root_of_d"),
        (slip(MODEL, "rows_normalized(x, *last_norm)", "x"), "no_last_norm"),
        (slip(MODEL, "@ W_out", "@ tokens.T"), "tokens_again"),
        (slip(MODEL, "@ W_out", "@ W_out[::-1]"), ""),
    ],
}
