"""Every wrong call of a kernel is refused with a message that names the argument, the rule and what came."""

import re

import numpy as np
import pytest
import torch

from whichbank.attention import mix, self_attention, similarity, softmax

ROWS = np.array([[0.7, 0.2, 0.1], [0.4, 0.01, 0.02]])
VALUES = np.ones((3, 2))
ONES = np.ones((3, 5))
SCORES = np.zeros((2, 3))
NARROW = ONES.astype("float32")
META = torch.ones(3, 5, device="meta")

BAD_CALLS = {
    # similarity
    "q a list": (lambda: similarity([1.0, 2.0], ONES), TypeError, "q must be an array (NumPy, torch, ...); got list"),
    "k a number": (lambda: similarity(ONES, 1.0), TypeError, "k must be an array (NumPy, torch, ...); got float"),
    "k None": (lambda: similarity(ONES, None), TypeError, "k must be an array (NumPy, torch, ...); got NoneType"),
    "q integers": (
        lambda: similarity(np.ones((3, 5), int), ONES),
        TypeError,
        "q must hold floating-point numbers; got int64",
    ),
    "k booleans": (lambda: similarity(ONES, ONES > 0), TypeError, "k must hold floating-point numbers; got bool"),
    "k integers, torch": (
        lambda: similarity(torch.ones(3, 5), torch.ones(3, 5, dtype=torch.int32)),
        TypeError,
        "k must hold floating-point numbers; got torch.int32",
    ),
    "q complex": (lambda: similarity(ONES + 1j, ONES), TypeError, "q must hold floating-point numbers; got complex128"),
    "q words": (lambda: similarity(np.array(["a"]), ONES), TypeError, "q must hold floating-point numbers; got <U1"),
    "q objects": (
        lambda: similarity(ONES.astype(object), ONES),
        TypeError,
        "q must hold floating-point numbers; got obj",
    ),
    "two libraries": (
        lambda: similarity(ONES, torch.ones(3, 5)),
        TypeError,
        "q and k must be arrays of one library; got numpy.ndarray and torch.Tensor",
    ),
    "two dtypes": (
        lambda: similarity(ONES, NARROW),
        TypeError,
        "q and k must share one dtype; got float64 and float32",
    ),
    "two devices": (
        lambda: similarity(torch.ones(3, 5), META),
        ValueError,
        "q and k must be on one device; got cpu and meta",
    ),
    "sizes differ": (
        lambda: similarity(ONES, ONES[:, :4]),
        ValueError,
        "q and k must share their last axis; got 5 and 4",
    ),
    "size of a vector": (
        lambda: similarity(ONES[0], ONES.T),
        ValueError,
        "q and k must share their last axis; got 5 and 3",
    ),
    "one feature": (
        lambda: similarity(ONES, ONES[:, :1]),
        ValueError,
        "q and k must share their last axis; got 5 and 1",
    ),
    "batches differ": (
        lambda: similarity(np.ones((2, 4, 5)), np.ones((3, 4, 5))),
        ValueError,
        "the leading axes of q and k must broadcast; got (2,) and (3,)",
    ),
    "no axis": (
        lambda: similarity(np.ones(()), ONES),
        ValueError,
        "q must have at least one axis; got a single number",
    ),
    # softmax
    "scores a list": (
        lambda: softmax([2.0, 2.0, 1.0]),
        TypeError,
        "scores must be an array (NumPy, torch, ...); got list",
    ),
    "scores integers": (
        lambda: softmax(np.array([2, 2, 1])),
        TypeError,
        "scores must hold floating-point numbers; got int64",
    ),
    "scores a number": (
        lambda: softmax(np.float64(2.0)),
        ValueError,
        "scores must have at least one axis; got a single number",
    ),
    **{
        f"axis {axis!r}": (
            lambda axis=axis: softmax(SCORES, axis=axis),
            ValueError,
            f"axis must be between -2 and 1; got {axis!r}",
        )
        for axis in (2, -3, 1.0, True, "0", None, (0, 1))
    },
    **{
        f"temperature {t!r}": (
            lambda t=t: softmax(SCORES, temperature=t),
            ValueError,
            f"temperature must be a positive finite number; got {t!r}",
        )
        for t in (0, 0.0, -1.0, float("nan"), float("inf"), "1", None, True, 1j, np.float32(0), torch.tensor(1.0))
    },
    "mask a list": (
        lambda: softmax(SCORES[0], mask=[True, False, True]),
        TypeError,
        "mask must be a boolean array, True = may attend; got list",
    ),
    "mask of 0 and 1": (
        lambda: softmax(SCORES, mask=np.array([1, 0, 1])),
        TypeError,
        "mask must be a boolean array, True = may attend; got int64",
    ),
    "mask of 0 and -inf": (
        lambda: softmax(torch.zeros(2, 3), mask=torch.tensor([0.0, -torch.inf, 0.0])),
        TypeError,
        "mask must be a boolean array, True = may attend; got torch.float32",
    ),
    "mask of another library": (
        lambda: softmax(SCORES, mask=torch.ones(3, dtype=torch.bool)),
        TypeError,
        "mask must be an array of the same library as scores; got Tensor",
    ),
    "mask of another device": (
        lambda: softmax(torch.zeros(2, 3), mask=torch.ones(3, dtype=torch.bool, device="meta")),
        ValueError,
        "mask and scores must be on one device; got meta and cpu",
    ),
    "mask of another size": (
        lambda: softmax(SCORES, mask=np.array([True, False])),
        ValueError,
        "mask must broadcast to the scores; got (2,) and (2, 3)",
    ),
    "mask transposed": (
        lambda: softmax(SCORES, mask=np.ones((3, 2), bool)),
        ValueError,
        "mask must broadcast to the scores; got (3, 2) and (2, 3)",
    ),
    "mask with more axes": (
        lambda: softmax(SCORES, mask=np.ones((4, 2, 3), bool)),
        ValueError,
        "mask must broadcast to the scores; got (4, 2, 3) and (2, 3)",
    ),
    # mix
    "weights a list": (
        lambda: mix([0.5, 0.5], VALUES),
        TypeError,
        "weights must be an array (NumPy, torch, ...); got list",
    ),
    "values integers": (
        lambda: mix(ROWS, VALUES.astype(int)),
        TypeError,
        "values must hold floating-point numbers; got int64",
    ),
    "mix of two libraries": (
        lambda: mix(ROWS, torch.ones(3, 2)),
        TypeError,
        "weights and values must be arrays of one library; got numpy.ndarray and torch.Tensor",
    ),
    "a weight too few": (
        lambda: mix(np.array([0.5, 0.5]), VALUES),
        ValueError,
        "each row of weights needs one weight for each value; got 2 weights and 3 values",
    ),
    "values a vector": (
        lambda: mix(ROWS, np.ones(3)),
        ValueError,
        "values must have the shape (..., S, D), one vector a row; got (3,)",
    ),
    "weights a number": (
        lambda: mix(np.float64(1.0), VALUES),
        ValueError,
        "weights must have at least one axis; got a single number",
    ),
    "mix of two batches": (
        lambda: mix(np.ones((2, 1, 1)), np.ones((3, 1, 5))),
        ValueError,
        "the leading axes of weights and values must broadcast; got (2,) and (3,)",
    ),
    "0.43": (lambda: mix(ROWS, VALUES), ValueError, "each row of weights must sum to 1; row 1 sums to 0.43 ("),
    "1.05": (
        lambda: mix(np.array([0.25, 0.78, 0.02]), VALUES),
        ValueError,
        "each row of weights must sum to 1; row 0 sums to 1.05 (check_rows=False mixes it all the same)",
    ),
    "columns instead of rows": (
        lambda: mix(np.array([[1.0, 0.5], [0.0, 0.5]]), np.ones((2, 2))),
        ValueError,
        "each row of weights must sum to 1; row 0 sums to 1.5",
    ),
    "a millionth too much": (
        lambda: mix(np.array([0.5, 0.500001]), VALUES[:2]),
        ValueError,
        "each row of weights must sum to 1; row 0 sums to 1.000001",
    ),
    "a row of a batch": (
        lambda: mix(np.stack([ROWS[[0, 0]], ROWS]), VALUES),
        ValueError,
        "each row of weights must sum to 1; row 1 sums to 0.43",
    ),
    "a NaN weight": (
        lambda: mix(np.array([0.5, np.nan, 0.5]), VALUES),
        ValueError,
        "each row of weights must sum to 1; row 0 sums to nan",
    ),
    "raw scores, torch": (
        lambda: mix(torch.tensor([2.0, 2.0, 1.0]), torch.ones(3, 2)),
        ValueError,
        "each row of weights must sum to 1; row 0 sums to 5",
    ),
    # self_attention
    "x a list": (lambda: self_attention([[1.0]]), TypeError, "x must be an array (NumPy, torch, ...); got list"),
    "x integers": (
        lambda: self_attention(np.eye(2, dtype=int)),
        TypeError,
        "x must hold floating-point numbers; got int64",
    ),
    "x one vector": (
        lambda: self_attention(np.ones(3)),
        ValueError,
        "x must have the shape (..., T, D), one vector a word; got (3,)",
    ),
    "x a sentence": (
        lambda: self_attention("money bank"),
        TypeError,
        "x must be an array (NumPy, torch, ...); got str",
    ),
}


@pytest.mark.parametrize("name", BAD_CALLS)
def test_a_bad_call_says_what_is_wrong(name):
    call, error, start = BAD_CALLS[name]
    with pytest.raises(error, match="^" + re.escape(start)):
        call()


def test_check_rows_off_mixes_any_row(typed):
    rows = typed.array([[0.4, 0.01, 0.02], [2.0, 2.0, 1.0]])
    got = typed.numpy(mix(rows, typed.array(VALUES), check_rows=False))
    np.testing.assert_allclose(got, [[0.43, 0.43], [5, 5]], rtol=2 * typed.room)
