"""Let a model write on from one beginning, at many settings at once."""

from collections.abc import Sequence

import numpy as np
import torch

from whichbank.experiments.writer.news import LENGTH, decode, encode, letters
from whichbank.sampling import gumbel_noise, sample
from whichbank.transformer import LanguageModel

NEARLY_0 = 1e-9
"""A temperature at which no noise counts: it stands for 0, where many temperatures are computed at once."""


@torch.no_grad()
def write_on(
    model: LanguageModel,
    beginning: str,
    temperatures: Sequence[float],
    top_ks: Sequence[int],
    *,
    n_letters: int = 160,
    seed: int = 0,
) -> tuple[np.ndarray, list[str]]:
    """Write at every setting, with the same random numbers at all of them.

    Two settings write the same until one of them changes which letter is drawn. When the model has read its 64
    letters, it forgets all but the last 32 and goes on from there.

    Parameters
    ----------
    model : LanguageModel
        From ``train_writer`` or ``recorded_writer``.
    beginning : str
        How all texts begin; at least one letter, and fewer than 64.
    temperatures, top_ks : sequence of float, sequence of int
        The settings: every temperature with every top_k.
    n_letters : int, default 160
        How many letters to write.
    seed : int, default 0
        Decides on the random numbers.

    Returns
    -------
    scores : array, shape (V,), float64
        The scores of the first letter that is written.
    texts : list of str
        Each with the beginning: the first temperature with every top_k, then the next.

    Raises
    ------
    ValueError
        If beginning is empty or too long, or has a sign that is not in ``letters()``.

    Examples
    --------
    >>> from whichbank.experiments.writer import new_writer
    >>> scores, texts = write_on(new_writer(), "The bank", temperatures=[0, 1], top_ks=[5], n_letters=12)
    >>> [len(text) for text in texts]
    [20, 20]
    """
    if not 0 < len(beginning) < LENGTH:
        raise ValueError(f"beginning must have 1 to {LENGTH - 1} letters; got {len(beginning)}")
    heat = np.maximum(np.array(temperatures, dtype=float), NEARLY_0)[:, None]  # (temperatures, 1)
    ids = torch.from_numpy(encode(beginning)).expand(len(heat) * len(top_ks), -1)  # (settings, T)
    first, unread, cache = None, ids, model.decoder.new_cache()
    for noise in gumbel_noise(n_letters, len(letters()), seed=seed):
        if cache.length == LENGTH:
            unread, cache = ids[:, -LENGTH // 2 :], model.decoder.new_cache()
        scores = model(unread, cache=cache)[:, -1].double().numpy()  # (settings, V)
        first = scores[0] if first is None else first
        scaled = scores.reshape(len(heat), len(top_ks), -1) / heat[..., None]  # (temperatures, ks, V)
        drawn = [sample(scaled[:, i], noise, top_k=k) for i, k in enumerate(top_ks)]  # the order is that of the scores
        unread = torch.from_numpy(np.stack(drawn, axis=1).reshape(-1, 1))  # (settings, 1)
        ids = torch.cat([ids, unread], dim=1)
    return first, [decode(row) for row in ids]
