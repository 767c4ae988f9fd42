"""Skip-gram with negative sampling, a block of words at once: the window is a band of a table of
scores.

T words of the text make one table of T × (T + M) scores: every word against the T words of its
block and M noise words. Which scores count is written into a table of weights, an attention mask
drawn by hand. The block shares its noise words, so that three matrix products give all scores and
all gradients.
"""

from typing import Any

import numpy as np
from array_api_compat import array_namespace, device

from whichbank._arrays import Array, namespace_of, need_count, sigmoid
from whichbank.word2vec.losses import softplus


def window_weights(sentences: Array, window: int, dtype: Any) -> Array:
    """Weigh every pair of words of a block, shape (..., T, T): the window as a band around the
    diagonal.

    ``weights[t, s] = (m + 1 − |t − s|) / m`` inside the window, 0 outside of it, on the diagonal,
    and where t and s are in different sentences. It is the mean over windows of width 1 … m, of
    which word2vec draws one for each word. ``weights > 0`` is a mask as attention has it: True =
    the pair counts.

    Parameters
    ----------
    sentences : array of integers, shape (..., T)
        The sentence of each word; below 0 for a place without a word.
    window : int
        m.
    dtype : dtype
        The floating-point dtype of the weights, of the same library.

    Examples
    --------
    >>> import numpy as np
    >>> window_weights(np.array([0, 0, 0, 1]), 2, np.float64)
    array([[0. , 1. , 0.5, 0. ],
           [1. , 0. , 1. , 0. ],
           [0.5, 1. , 0. , 0. ],
           [0. , 0. , 0. , 0. ]])
    """
    need_count("window", window, 1)
    xp = array_namespace(sentences)
    place = xp.arange(sentences.shape[-1], device=device(sentences))
    apart = xp.abs(place[:, None] - place[None, :])  # (T, T)
    band = (
        xp.astype(xp.clip(window + 1 - apart, min=0) * xp.astype(apart > 0, apart.dtype), dtype)
        / window
    )
    # (..., T, T)
    together = (sentences[..., :, None] == sentences[..., None, :]) & (sentences[..., :, None] >= 0)
    return band * xp.astype(together, dtype)


def with_noise(band: Array, negative: int, noise: int) -> tuple[Array, Array]:
    """Append M columns for noise words to a band of T × T weights.

    Parameters
    ----------
    band : array, shape (..., T, T)
        ``window_weights``.
    negative : int
        K, the noise words for each prediction.
    noise : int
        M, the noise words that are there: each counts K / M for each prediction.

    Returns
    -------
    weights : array, shape (..., T, T + M)
        How much each score counts.
    labels : array, shape (..., T, T + M)
        The part of it that is right: the band, and zeros.
    """
    xp = array_namespace(band)
    shape = (*band.shape[:-1], noise)
    predictions = xp.sum(band, axis=-1, keepdims=True)  # (..., T, 1)
    weights = xp.concat([band, xp.broadcast_to(predictions * (negative / noise), shape)], axis=-1)
    return weights, xp.concat(
        [band, xp.zeros(shape, dtype=band.dtype, device=device(band))], axis=-1
    )


def block_loss(given: Array, keys: Array, weights: Array, labels: Array) -> Array:
    """Return the losses of a block, (..., T):
    ``Σ_s weights · log(1 + exp(score)) − labels · score``.

    Parameters
    ----------
    given : array, shape (..., T, D)
        Rows of the table v.
    keys : array, shape (..., S, D)
        Rows of the table u: the words of the block, and noise words.
    weights, labels : arrays, shape (T, S) or (..., T, S)
        From ``with_noise``. A score with weight 1 and label 1 adds −log σ(score), one with label 0
        −log σ(−score).
    """
    xp = _checked(given, keys, weights, labels)
    scores = given @ xp.matrix_transpose(keys)  # (..., T, S)
    return xp.sum(weights * softplus(xp, scores) - labels * scores, axis=-1)


def block_gradients(
    given: Array, keys: Array, weights: Array, labels: Array
) -> tuple[Array, Array]:
    """Return the gradients of the sum of ``block_loss`` by given and by keys; parameters as there.

    Both are one table, ``weights · σ(scores) − labels``, times the vectors of the other side.
    """
    return gradients(_checked(given, keys, weights, labels), given, keys, weights, labels)


def gradients(
    xp: Any, given: Array, keys: Array, weights: Array, labels: Array
) -> tuple[Array, Array]:
    """Compute ``block_gradients`` without its checks."""
    table = sigmoid(xp, given @ xp.matrix_transpose(keys)) * weights - labels  # (..., T, S)
    return table @ keys, xp.matrix_transpose(table) @ given


def _checked(given: Array, keys: Array, weights: Array, labels: Array) -> Any:
    xp = namespace_of(given=given, keys=keys, weights=weights, labels=labels)
    if given.ndim < 2 or keys.ndim < 2 or given.shape[-1] != keys.shape[-1]:
        raise ValueError(
            "given and keys must have the shapes (..., T, D) and (..., S, D); "
            f"got {tuple(given.shape)} and {tuple(keys.shape)}"
        )
    for name, x in (("weights", weights), ("labels", labels)):
        if tuple(x.shape[-2:]) != (given.shape[-2], keys.shape[-2]):
            want = (given.shape[-2], keys.shape[-2])
            raise ValueError(
                f"{name} must have the shape (..., T, S) with T, S = {want}; got {tuple(x.shape)}"
            )
    return xp


def cut(
    words: np.ndarray, sentences: np.ndarray, block: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Cut a text into N blocks of T words, at another place each time, and shuffle them: shape (N,
    T).

    The first block and the last may have empty places; these hold word 0 of sentence −1.

    Parameters
    ----------
    words, sentences : arrays of integers, shape (n,)
        The words, and the sentence of each.
    block : int
        T.
    rng : numpy.random.Generator
        Draws where the first block begins, and the order of the blocks.
    """
    lead = int(rng.integers(block))
    count = -(-(lead + len(words)) // block)
    places = slice(lead, lead + len(words))
    ids, texts = np.zeros(count * block, dtype=np.int64), np.full(count * block, -1, dtype=np.int64)
    ids[places], texts[places] = words, sentences
    order = rng.permutation(count)
    return ids.reshape(count, block)[order], texts.reshape(count, block)[order]
