"""Every wrong call of a kernel of attention or of a mask is refused with a message that says what
is wrong.
"""

import numpy as np
import torch
from refusals import refusals

from whichbank import attention, loop, masks, streaming
from whichbank.attention import mix

ROWS = np.array([[0.7, 0.2, 0.1], [0.4, 0.01, 0.02]])
VALUES = np.ones((3, 2))
ONES = np.ones((3, 5))
SCORES = np.zeros((2, 3))
NARROW = ONES.astype("float32")
Q, K, V = np.ones((3, 5)), np.ones((4, 5)), np.ones((4, 2))
TQ, TK, TV = map(torch.tensor, (Q, K, V))
META, META_V = torch.ones(3, 5, device="meta"), TV.to("meta")
BOTH = np.ones((2, 3, 5)), np.ones((3, 4, 5))
NAMES = vars(attention) | vars(masks) | globals()

test_the_parts_refuse = refusals(
    """
similarity([1.0, 2.0], ONES) → TypeError: q must be an array (NumPy, torch, ...); got list
similarity(ONES, None) → TypeError: k must be an array (NumPy, torch, ...); got NoneType
similarity(np.ones((3, 5), int), ONES) → TypeError: q must hold floating-point numbers; got int64
similarity(ONES, ONES > 0) → TypeError: k must hold floating-point numbers; got bool
similarity(ONES + 1j, ONES) → TypeError: q must hold floating-point numbers; got complex128
similarity(ONES, torch.ones(3, 5))
    → TypeError: q and k must be arrays of one library; got numpy.ndarray and torch.Tensor
similarity(ONES, NARROW) → TypeError: q and k must share one dtype; got float64 and float32
similarity(torch.ones(3, 5), META) → ValueError: q and k must be on one device; got cpu and meta
similarity(ONES, ONES[:, :4]) → ValueError: q and k must share their last axis; got 5 and 4
similarity(ONES, ONES[:, :1]) → ValueError: q and k must share their last axis; got 5 and 1
similarity(np.ones((2, 4, 5)), np.ones((3, 4, 5)))
    → ValueError: the leading axes of q and k must broadcast; got (2,) and (3,)
similarity(np.ones(()), ONES) → ValueError: q must have at least one axis; got a single number
softmax([2.0, 2.0, 1.0]) → TypeError: scores must be an array (NumPy, torch, ...); got list
softmax(SCORES, axis=2) → ValueError: axis must be between -2 and 1; got 2
softmax(SCORES, axis=-3) → ValueError: axis must be between -2 and 1; got -3
softmax(SCORES, axis=1.0) → ValueError: axis must be between -2 and 1; got 1.0
softmax(SCORES, axis=True) → ValueError: axis must be between -2 and 1; got True
softmax(SCORES, temperature=0) → ValueError: temperature must be a finite number above 0; got 0
softmax(SCORES, temperature=-1.0) → ValueError: temperature must be a finite number above 0; got -1.0
softmax(SCORES, temperature=float("nan")) → ValueError: temperature must be a finite number above 0; got nan
softmax(SCORES, temperature=float("inf")) → ValueError: temperature must be a finite number above 0; got inf
softmax(SCORES, temperature="1") → ValueError: temperature must be a finite number above 0; got '1'
softmax(SCORES, temperature=True) → ValueError: temperature must be a finite number above 0; got True
softmax(SCORES[0], mask=[True, False, True]) → TypeError: mask must be a boolean array, True = may attend; got list
softmax(SCORES, mask=np.array([1, 0, 1])) → TypeError: mask must be a boolean array, True = may attend; got int64
softmax(SCORES, mask=torch.ones(3, dtype=torch.bool))
    → TypeError: mask must be an array of the same library as scores; got Tensor
softmax(torch.zeros(2, 3), mask=torch.ones(3, dtype=torch.bool, device="meta"))
    → ValueError: mask and scores must be on one device; got meta and cpu
softmax(SCORES, mask=np.array([True, False])) → ValueError: mask must broadcast to the scores; got (2,) and (2, 3)
softmax(SCORES, mask=np.ones((3, 2), bool)) → ValueError: mask must broadcast to the scores; got (3, 2) and (2, 3)
mix(ROWS, VALUES.astype(int)) → TypeError: values must hold floating-point numbers; got int64
mix(np.array([0.5, 0.5]), VALUES)
    → ValueError: each row of weights needs one weight for each value; got 2 weights and 3 values
mix(ROWS, np.ones(3)) → ValueError: values must have the shape (..., S, D), one vector a row; got (3,)
mix(np.ones((2, 1, 1)), np.ones((3, 1, 5)))
    → ValueError: the leading axes of weights and values must broadcast; got (2,) and (3,)
mix(ROWS, VALUES) → ValueError: each row of weights must sum to 1; row 1 sums to 0.43 (
mix(np.array([0.25, 0.78, 0.02]), VALUES)
    → ValueError: each row of weights must sum to 1; row 0 sums to 1.05 (check_rows=False mixes it all the same)
mix(np.array([0.5, 0.500001]), VALUES[:2]) → ValueError: each row of weights must sum to 1; row 0 sums to 1.000001
mix(np.stack([ROWS[[0, 0]], ROWS]), VALUES) → ValueError: each row of weights must sum to 1; row 1 sums to 0.43
mix(np.array([0.5, np.nan, 0.5]), VALUES) → ValueError: each row of weights must sum to 1; row 0 sums to nan
self_attention(np.eye(2, dtype=int)) → TypeError: x must hold floating-point numbers; got int64
self_attention(np.ones(3)) → ValueError: x must have the shape (..., T, D), one vector a word; got (3,)
""",
    NAMES,
)

EVERY_FORM = """
form([1.0], K, V) → TypeError: q must be an array (NumPy, torch, ...); got list
form(Q, K, 1.0) → TypeError: v must be an array (NumPy, torch, ...); got float
form(Q.astype(int), K, V) → TypeError: q must hold floating-point numbers; got int64
form(Q, K, V + 1j) → TypeError: v must hold floating-point numbers; got complex128
form(Q, K, TV)
    → TypeError: q, k and v must be arrays of one library; got numpy.ndarray, numpy.ndarray and torch.Tensor
form(Q, K.astype("f4"), V) → TypeError: q, k and v must share one dtype; got float64, float32 and float64
form(TQ, TK, META_V) → ValueError: q, k and v must be on one device; got cpu, cpu and meta
form(np.ones(()), K, V) → ValueError: q must have at least one axis; got a single number
form(Q[0], K, V) → ValueError: q must have the shape (..., T, d), one vector a row; got (5,)
form(Q, K[0], V) → ValueError: k must have the shape (..., S, d), one vector a row; got (5,)
form(Q, K, V[0]) → ValueError: v must have the shape (..., S, d_v), one vector a row; got (2,)
form(Q, K.T, V) → ValueError: q and k must share their last axis; got 5 and 4
form(Q, K, V[:3]) → ValueError: k and v must have one row for each key; got 4 and 3
form(*BOTH, V) → ValueError: the leading axes of q, k and v must broadcast; got (2,), (3,) and ()
form(Q, K, V, scale=float("nan")) → ValueError: scale must be a finite number; got nan
form(Q, K, V, scale=True) → ValueError: scale must be a finite number; got True
form(Q, K, V, scale=np.ones(1)) → ValueError: scale must be a finite number; got array([1.])
form(Q, K, V, mask=[[True] * 4] * 3) → TypeError: mask must be a boolean array, True = may attend; got list
form(Q, K, V, mask=np.ones((3, 4))) → TypeError: mask must be a boolean array, True = may attend; got float64
form(Q, K, V, mask=torch.ones(3, 4, dtype=torch.bool))
    → TypeError: mask must be an array of the same library as scores; got Tensor
form(TQ, TK, TV, mask=torch.ones(3, 4, dtype=torch.bool, device="meta"))
    → ValueError: mask and scores must be on one device; got meta and cpu
form(Q, K, V, mask=np.ones((4, 3), bool)) → ValueError: mask must broadcast to the scores; got (4, 3) and (3, 4)
form(Q, K, V, mask=np.ones((2, 3, 4), bool)) → ValueError: mask must broadcast to the scores; got (2, 3, 4) and (3, 4)
"""
test_attend_refuses = refusals(EVERY_FORM, NAMES | {"form": attention.attend})
test_the_loop_refuses = refusals(EVERY_FORM, NAMES | {"form": loop.attend_loop})
test_streaming_refuses = refusals(EVERY_FORM, NAMES | {"form": streaming.attend_streaming})

test_one_form_or_a_mask_refuses = refusals(
    """
attend(Q, K, V, return_weights="yes") → ValueError: return_weights must be True or False; got 'yes'
loop.attend_loop(Q[None], K, V) → ValueError: q, k and v must have two axes each; got the leading axes (1,)
streaming.attend_streaming(Q, K, V, causal=1) → ValueError: causal must be True or False; got 1
causal_mask(-1) → ValueError: n_queries must be a whole number of at least 0; got -1
causal_mask(True) → ValueError: n_queries must be a whole number of at least 0; got True
causal_mask(3, -2) → ValueError: n_keys must be a whole number of at least 0; got -2
causal_mask(3, start=-1) → ValueError: start must be a whole number of at least 0; got -1
causal_mask(3, like="torch") → TypeError: like must be an array (NumPy, torch, ...); got str
padding_mask([3, 1]) → TypeError: lengths must be an array of integers; got list
padding_mask(np.ones(2)) → TypeError: lengths must be an array of integers; got float64
padding_mask(np.ones((2, 3), int)) → ValueError: lengths must have the shape (B,); got (2, 3)
padding_mask(np.array([3, 5]), 4) → ValueError: lengths must be between 0 and n_keys; got 3 to 5, of 4
padding_mask(np.array([3, -1])) → ValueError: lengths must be between 0 and n_keys; got -1 to 3, of 3
padding_mask(np.array([3]), 3.5) → ValueError: n_keys must be a whole number of at least 0; got 3.5
padding_mask(np.array([3]), heads=8) → ValueError: heads must be True or False; got 8
combine_masks(causal_mask(3), np.ones((3, 3)))
    → TypeError: mask 1 must be a boolean array, True = may attend; got float64
combine_masks(causal_mask(3), causal_mask(3, like=TQ))
    → TypeError: masks must be arrays of one library; got numpy.ndarray and torch.Tensor
combine_masks(causal_mask(3, like=TQ), causal_mask(3, like=META_V))
    → ValueError: masks must be on one device; got cpu and meta
combine_masks(causal_mask(3), None, padding_mask(np.array([2])))
    → ValueError: mask 2 must broadcast with those before it; got (1, 1, 2) after (3, 3)
""",
    NAMES,
)


def test_check_rows_off_mixes_any_row(typed):
    rows = typed.array([[0.4, 0.01, 0.02], [2.0, 2.0, 1.0]])
    got = typed.numpy(mix(rows, typed.array(VALUES), check_rows=False))
    np.testing.assert_allclose(got, [[0.43, 0.43], [5, 5]], rtol=2 * typed.room)
