"""From logits to the next token: keep the top k, divide by a temperature, sample.

Written against the Python array API like the kernels of attention: NumPy and torch alike.
"""

from array_api_compat import device

from whichbank._arrays import Array, namespace_of, need_count, need_number
from whichbank.attention import softmax


def keep_top_k(logits: Array, k: int) -> Array:
    """Replace all but the k largest logits of each row by minus infinity, which softmax gives the
    weight 0.

    Parameters
    ----------
    logits : array, shape (..., V)
        Floating-point logits, one a token.
    k : int
        How many to keep; all if there are no more than k. Of equal logits the first are kept.

    Examples
    --------
    >>> import numpy as np
    >>> keep_top_k(np.array([1.0, 3.0, 2.0, 3.0]), 2)
    array([-inf,   3., -inf,   3.])

    Notes
    -----
    Fan, Lewis and Dauphin 2018.
    """
    xp = namespace_of(logits=logits)
    need_count("k", k, 1)
    # (..., V): the best token first
    order = xp.argsort(logits, axis=-1, descending=True, stable=True)
    place = xp.argsort(order, axis=-1)  # (..., V): each token's rank in it
    return xp.where(
        place < k, logits, xp.asarray(-xp.inf, dtype=logits.dtype, device=device(logits))
    )


def next_token_probabilities(
    logits: Array, *, temperature: float = 1.0, top_k: int | None = None
) -> Array:
    """Turn the logits of the next token into the probabilities with which it is sampled, shape
    (..., V).

    The top_k largest logits are kept, all are divided by the temperature, and a softmax follows.

    Parameters
    ----------
    logits : array, shape (..., V)
        Floating-point logits, one a token.
    temperature : float, default 1.0
        Below 1 likely tokens become likelier, above 1 all become more equal; 0 gives the largest
        logit probability 1.
    top_k : int, optional
        How many tokens can be drawn; all without it.

    Examples
    --------
    >>> import numpy as np
    >>> logits = np.log([9.0, 3.0, 3.0, 3.0])
    >>> next_token_probabilities(logits).round(3)
    array([0.5  , 0.167, 0.167, 0.167])
    >>> next_token_probabilities(logits, temperature=0.5, top_k=2).round(3)
    array([0.9, 0.1, 0. , 0. ])
    """
    logits, temperature = _prepared(logits, temperature, top_k)
    return softmax(logits, temperature=temperature)


def sample(
    logits: Array, noise: Array, *, temperature: float = 1.0, top_k: int | None = None
) -> Array:
    """Sample token ids, shape (...): add noise to the logits, and take the largest.

    With Gumbel noise (``numpy.random.Generator.gumbel``), token i is drawn with the probability
    ``next_token_probabilities(logits, …)[i]``. With the same noise at two settings, the samples
    differ only where the settings make the difference.

    Parameters
    ----------
    logits : array, shape (..., V)
        Floating-point logits, one a token.
    noise : array, shape (..., V)
        One number for each logit, of the same library and dtype.
    temperature, top_k
        As in ``next_token_probabilities``.

    Examples
    --------
    >>> import numpy as np
    >>> logits = np.log([0.2, 0.7, 0.1])
    >>> noise = np.random.default_rng(0).gumbel(size=(10_000, 3))
    >>> (np.bincount(sample(logits, noise)) / 10_000).round(2)
    array([0.2, 0.7, 0.1])

    Notes
    -----
    Maddison, Tarlow and Minka 2014.
    """
    xp = namespace_of(logits=logits, noise=noise)
    logits, temperature = _prepared(logits, temperature, top_k)
    return xp.argmax(logits / temperature + noise, axis=-1)


def _prepared(logits: Array, temperature: float, top_k: int | None) -> tuple[Array, float]:
    """Keep the logits that count; a temperature of 0 keeps one."""
    need_number("temperature", temperature, least=0)
    if top_k is not None:
        logits = keep_top_k(logits, top_k)
    return (logits, temperature) if temperature else (keep_top_k(logits, 1), 1.0)
