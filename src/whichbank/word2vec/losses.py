"""What word2vec minimizes, and the gradients, written out by hand once for NumPy and torch.

Two tables hold one row for each of V words: ``v`` for a word that is given, ``u`` for a word that
is predicted. N predictions, C given words each, K noise words each, D features.
"""

from typing import Any

from array_api_compat import array_namespace, device, is_array_api_obj

from whichbank._arrays import Array, namespace_of, sigmoid


def mean_of_context(vectors: Array, mask: Array) -> Array:
    """Average the vectors of the given words, (N, D):
    ``v̂ = (1 / 2m) · sum over the 2m context words of v``.

    Parameters
    ----------
    vectors : array, shape (N, C, D)
        Rows of the table v, floating point.
    mask : array, shape (N, C), boolean
        True where there is a word. At the end of a sentence there are fewer than 2m, and the mean
        is over those; over none it is zero.

    Examples
    --------
    >>> import numpy as np
    >>> money, grows = [2.0, 0.0], [1.0, 0.0]
    >>> mean_of_context(np.array([[money, grows]]), np.array([[True, True]]))
    array([[1.5, 0. ]])

    Notes
    -----
    Note D1; Mikolov et al. 2013, "Efficient estimation", section 3.1.
    """
    xp = namespace_of(vectors=vectors)
    _need_axes(vectors, "vectors", "(N, C, D)")
    _need_kind(xp, mask, "mask", "bool", "True where there is a word")
    if tuple(mask.shape) != tuple(vectors.shape[:2]):
        raise ValueError(
            f"mask must have the axes (N, C) of vectors; got {_size(mask)} and {_size(vectors)}"
        )
    present = xp.astype(mask, vectors.dtype)  # (N, C)
    count = xp.sum(present, axis=1, keepdims=True)
    weights = present / xp.where(count == 0, xp.ones_like(count), count)
    return xp.sum(weights[:, :, None] * vectors, axis=1)  # (N, D)


def full_softmax(given: Array, u: Array, targets: Array) -> tuple[Array, Array, Array]:
    """Predict each target among all V words:
    ``−log P(c | given) = log Σ_j exp(u_j · h) − u_c · h``.

    Parameters
    ----------
    given : array, shape (N, D)
        h: the mean of the context (CBOW), or the vector of the center word (skip-gram).
    u : array, shape (V, D)
        The whole table of predicted words.
    targets : array of integers, shape (N,)
        The words that are right.

    Returns
    -------
    loss : array, shape (N,)
        One loss for each prediction.
    d_given : array, shape (N, D)
        The gradient of the sum of the losses by given.
    d_u : array, shape (V, D)
        The same by u. No row of it is zero: every step touches all V words (note D6).

    Examples
    --------
    >>> import numpy as np
    >>> loss, _, _ = full_softmax(np.array([[1.0, 0.0]]), np.array([[2.0, 0.0], [0.0, 2.0]]), np.array([0]))
    >>> loss.round(3)
    array([0.127])

    Notes
    -----
    Notes D2 and D3; Mikolov et al. 2013, "Distributed representations", equations 1 and 2.
    """
    xp = namespace_of(given=given, u=u)
    _need_axes(given, "given", "(N, D)")
    _need_axes(u, "u", "(V, D)")
    _need_kind(xp, targets, "targets", "integral", "whole numbers")
    if given.shape[1] != u.shape[1]:
        raise ValueError(
            f"given and u must share their last axis; got {given.shape[1]} and {u.shape[1]}"
        )
    if tuple(targets.shape) != (given.shape[0],):
        raise ValueError(
            f"targets must hold one word for each row of given; got {_size(targets)} and "
            f"{_size(given)}"
        )
    outside = (targets < 0) | (targets >= u.shape[0])
    if bool(xp.any(outside)):
        raise ValueError(
            f"targets must be between 0 and {u.shape[0] - 1}; got {int(targets[outside][0])}"
        )
    scores = given @ xp.matrix_transpose(u)  # (N, V)
    top = xp.max(scores, axis=1, keepdims=True)
    powers = xp.exp(scores - top)
    total = xp.sum(powers, axis=1, keepdims=True)
    right = xp.arange(u.shape[0], device=device(targets))[None, :] == targets[:, None]  # (N, V)
    loss = (xp.log(total) + top)[:, 0] - xp.sum(
        xp.where(right, scores, xp.zeros_like(scores)), axis=1
    )
    d_scores = powers / total - xp.astype(right, scores.dtype)  # (N, V): softmax minus one-hot
    return loss, d_scores @ u, xp.matrix_transpose(d_scores) @ given


def negative_sampling(
    given: Array, positive: Array, negative: Array
) -> tuple[Array, Array, Array, Array]:
    """Tell the right word from K noise words: ``−log σ(u_c · h) − Σ_k log σ(−u_k · h)``.

    Parameters
    ----------
    given : array, shape (N, D)
        h: the mean of the context (CBOW), or the vector of the center word (skip-gram).
    positive : array, shape (N, D)
        The rows of u of the words that are right.
    negative : array, shape (N, K, D)
        The rows of u of the noise words: the subset V' of note D6.

    Returns
    -------
    loss : array, shape (N,)
        One loss for each prediction.
    d_given, d_positive, d_negative : arrays, shapes of given, positive and negative
        The gradients of the sum of the losses.

    Examples
    --------
    >>> import numpy as np
    >>> h, right, noise = np.array([[1.0, 0.0]]), np.array([[2.0, 0.0]]), np.array([[[-2.0, 0.0]]])
    >>> negative_sampling(h, right, noise)[0].round(3)
    array([0.254])

    Notes
    -----
    Note D6; Mikolov et al. 2013, "Distributed representations", equation 4.
    """
    xp = namespace_of(given=given, positive=positive, negative=negative)
    _need_axes(given, "given", "(N, D)")
    _need_axes(positive, "positive", "(N, D)")
    _need_axes(negative, "negative", "(N, K, D)")
    n, d = given.shape
    if tuple(positive.shape) != (n, d) or (negative.shape[0], negative.shape[2]) != (n, d):
        raise ValueError(
            "given, positive and negative must share N and D; "
            f"got {_size(given)}, {_size(positive)} and {_size(negative)}"
        )
    right = xp.sum(given * positive, axis=1, keepdims=True)  # (N, 1)
    noise = (negative @ given[:, :, None])[:, :, 0]  # (N, K)
    loss = softplus(xp, -right)[:, 0] + xp.sum(softplus(xp, noise), axis=1)
    d_right, d_noise = -sigmoid(xp, -right), sigmoid(xp, noise)
    d_given = d_right * positive + (d_noise[:, None, :] @ negative)[:, 0, :]
    return loss, d_given, d_right * given, d_noise[:, :, None] * given[:, None, :]


def softplus(xp: Any, x: Array) -> Array:
    """Return log(1 + exp(x)) = −log σ(−x), by a formula that cannot overflow."""
    return xp.maximum(x, xp.zeros_like(x)) + xp.log1p(xp.exp(-xp.abs(x)))


def _size(x: Array) -> tuple[int, ...]:
    return tuple(x.shape)


def _need_axes(x: Array, name: str, shape: str) -> None:
    if x.ndim != shape.count(",") + 1:
        raise ValueError(f"{name} must have the shape {shape}; got {_size(x)}")


def _need_kind(xp: Any, x: Array, name: str, kind: str, meaning: str) -> None:
    """Check an array of booleans or integers that comes with floating-point arrays."""
    if not is_array_api_obj(x) or array_namespace(x) is not xp:
        raise TypeError(
            f"{name} must be an array of the same library as the vectors; got {type(x).__name__}"
        )
    if not xp.isdtype(x.dtype, kind):
        raise TypeError(f"{name} must hold {meaning}; got {x.dtype}")
