"""Every wrong call of attention or of a mask is refused with a message that says what is wrong, in every form."""

import re

import numpy as np
import pytest
import torch

from whichbank.attention import attend
from whichbank.loop import attend_loop
from whichbank.masks import causal_mask, combine_masks, padding_mask
from whichbank.streaming import attend_streaming

Q, K, V = np.ones((3, 5)), np.ones((4, 5)), np.ones((4, 2))
TQ, TK, TV = map(torch.tensor, (Q, K, V))
META = TV.to("meta")
BOTH = np.ones((2, 3, 5)), np.ones((3, 4, 5))

BAD_INPUTS = {  # arguments that no form of attention takes
    "q a list": (([1.0], K, V), {}, TypeError, "q must be an array (NumPy, torch, ...); got list"),
    "k None": ((Q, None, V), {}, TypeError, "k must be an array (NumPy, torch, ...); got NoneType"),
    "v a number": ((Q, K, 1.0), {}, TypeError, "v must be an array (NumPy, torch, ...); got float"),
    "q integers": ((Q.astype(int), K, V), {}, TypeError, "q must hold floating-point numbers; got int64"),
    "k booleans": ((Q, K > 0, V), {}, TypeError, "k must hold floating-point numbers; got bool"),
    "v complex": ((Q, K, V + 1j), {}, TypeError, "v must hold floating-point numbers; got complex128"),
    "v integers, torch": ((TQ, TK, TV.int()), {}, TypeError, "v must hold floating-point numbers; got torch.int32"),
    "two libraries": (
        (Q, K, TV),
        {},
        TypeError,
        "q, k and v must be arrays of one library; got numpy.ndarray, numpy.ndarray and torch.Tensor",
    ),
    "two dtypes": (
        (Q, K.astype("f4"), V),
        {},
        TypeError,
        "q, k and v must share one dtype; got float64, float32 and float64",
    ),
    "two devices": ((TQ, TK, META), {}, ValueError, "q, k and v must be on one device; got cpu, cpu and meta"),
    "q a single number": ((np.ones(()), K, V), {}, ValueError, "q must have at least one axis; got a single number"),
    "q one vector": ((Q[0], K, V), {}, ValueError, "q must have the shape (..., T, d), one vector a row; got (5,)"),
    "k one vector": ((Q, K[0], V), {}, ValueError, "k must have the shape (..., S, d), one vector a row; got (5,)"),
    "v one vector": ((Q, K, V[0]), {}, ValueError, "v must have the shape (..., S, d_v), one vector a row; got (2,)"),
    "k transposed": ((Q, K.T, V), {}, ValueError, "q and k must share their last axis; got 5 and 4"),
    "a value too few": ((Q, K, V[:3]), {}, ValueError, "k and v must have one row for each key; got 4 and 3"),
    "one value": ((Q, K, V[:1]), {}, ValueError, "k and v must have one row for each key; got 4 and 1"),
    "batches differ": (
        (*BOTH, V),
        {},
        ValueError,
        "the leading axes of q, k and v must broadcast; got (2,), (3,) and ()",
    ),
    **{
        f"scale {scale!r}": ((Q, K, V), {"scale": scale}, ValueError, f"scale must be a finite number; got {scale!r}")
        for scale in (float("nan"), float("inf"), "1", True, 1j, (1,), torch.tensor(1.0), np.ones(1))
    },
    "mask a list": (
        (Q, K, V),
        {"mask": [[True] * 4] * 3},
        TypeError,
        "mask must be a boolean array, True = may attend; got list",
    ),
    "mask a word": (
        (Q, K, V),
        {"mask": "causal"},
        TypeError,
        "mask must be a boolean array, True = may attend; got str",
    ),
    "mask of 0 and 1": (
        (Q, K, V),
        {"mask": np.ones((3, 4))},
        TypeError,
        "mask must be a boolean array, True = may attend; got float64",
    ),
    "mask of 0 and -inf": (
        (TQ, TK, TV),
        {"mask": torch.zeros(3, 4)},
        TypeError,
        "mask must be a boolean array, True = may attend; got torch.float32",
    ),
    "mask of another library": (
        (Q, K, V),
        {"mask": torch.ones(3, 4, dtype=torch.bool)},
        TypeError,
        "mask must be an array of the same library as scores; got Tensor",
    ),
    "mask of another device": (
        (TQ, TK, TV),
        {"mask": torch.ones(3, 4, dtype=torch.bool, device="meta")},
        ValueError,
        "mask and scores must be on one device; got meta and cpu",
    ),
    "mask transposed": (
        (Q, K, V),
        {"mask": np.ones((4, 3), bool)},
        ValueError,
        "mask must broadcast to the scores; got (4, 3) and (3, 4)",
    ),
    "mask with more axes": (
        (Q, K, V),
        {"mask": np.ones((2, 3, 4), bool)},
        ValueError,
        "mask must broadcast to the scores; got (2, 3, 4) and (3, 4)",
    ),
}

BAD_CALLS = {  # what only one function can be asked wrongly
    "return_weights a word": (
        lambda: attend(Q, K, V, return_weights="yes"),
        ValueError,
        "return_weights must be True or False; got 'yes'",
    ),
    "a batch in the loop": (
        lambda: attend_loop(Q[None], K, V),
        ValueError,
        "q, k and v must have two axes each; got the leading axes (1,)",
    ),
    "causal a mask": (
        lambda: attend_streaming(Q, K, V, causal=1),
        ValueError,
        "causal must be True or False; got 1",
    ),
    **{
        f"causal of {n!r}": (
            lambda n=n: causal_mask(n),
            ValueError,
            f"n_queries must be a whole number of at least 0; got {n!r}",
        )
        for n in (-1, 2.0, True, "3", None)
    },
    "causal keys": (lambda: causal_mask(3, -2), ValueError, "n_keys must be a whole number of at least 0; got -2"),
    "causal start": (
        lambda: causal_mask(3, start=-1),
        ValueError,
        "start must be a whole number of at least 0; got -1",
    ),
    "causal like": (
        lambda: causal_mask(3, like="torch"),
        TypeError,
        "like must be an array (NumPy, torch, ...); got str",
    ),
    "lengths a list": (lambda: padding_mask([3, 1]), TypeError, "lengths must be an array of integers; got list"),
    "lengths floats": (
        lambda: padding_mask(np.ones(2)),
        TypeError,
        "lengths must be an array of integers; got float64",
    ),
    "lengths booleans": (
        lambda: padding_mask(torch.ones(2, dtype=torch.bool)),
        TypeError,
        "lengths must be an array of integers; got torch.bool",
    ),
    "lengths a table": (
        lambda: padding_mask(np.ones((2, 3), int)),
        ValueError,
        "lengths must have the shape (B,); got (2, 3)",
    ),
    "a sentence too long": (
        lambda: padding_mask(np.array([3, 5]), 4),
        ValueError,
        "lengths must be between 0 and n_keys; got 3 to 5, of 4",
    ),
    "a negative length": (
        lambda: padding_mask(np.array([3, -1])),
        ValueError,
        "lengths must be between 0 and n_keys; got -1 to 3, of 3",
    ),
    "keys a fraction": (
        lambda: padding_mask(np.array([3]), 3.5),
        ValueError,
        "n_keys must be a whole number of at least 0; got 3.5",
    ),
    "heads a number": (
        lambda: padding_mask(np.array([3]), heads=8),
        ValueError,
        "heads must be True or False; got 8",
    ),
    "combined with numbers": (
        lambda: combine_masks(causal_mask(3), np.ones((3, 3))),
        TypeError,
        "mask 1 must be a boolean array, True = may attend; got float64",
    ),
    "combined with True": (
        lambda: combine_masks(True),
        TypeError,
        "mask 0 must be a boolean array, True = may attend; got bool",
    ),
    "combined libraries": (
        lambda: combine_masks(causal_mask(3), causal_mask(3, like=TQ)),
        TypeError,
        "masks must be arrays of one library; got numpy.ndarray and torch.Tensor",
    ),
    "combined devices": (
        lambda: combine_masks(causal_mask(3, like=TQ), causal_mask(3, like=META)),
        ValueError,
        "masks must be on one device; got cpu and meta",
    ),
    "combined sizes": (
        lambda: combine_masks(causal_mask(3), None, padding_mask(np.array([2]))),
        ValueError,
        "mask 2 must broadcast with those before it; got (1, 1, 2) after (3, 3)",
    ),
}


@pytest.mark.parametrize("form", [attend, attend_loop, attend_streaming])
@pytest.mark.parametrize("name", BAD_INPUTS)
def test_every_form_refuses_a_bad_input(form, name):
    arrays, options, error, start = BAD_INPUTS[name]
    with pytest.raises(error, match="^" + re.escape(start)):
        form(*arrays, **options)


@pytest.mark.parametrize("name", BAD_CALLS)
def test_a_bad_call_says_what_is_wrong(name):
    call, error, start = BAD_CALLS[name]
    with pytest.raises(error, match="^" + re.escape(start)):
        call()


def test_the_tables_are_large_enough():
    assert len(BAD_INPUTS) + len(BAD_CALLS) >= 50
