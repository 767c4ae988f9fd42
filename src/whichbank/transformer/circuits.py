"""What a part of a model does for an answer: its share of each logit, and what a head's glance
weighs.
"""

from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from whichbank.transformer.hooks import Changes, replace_head, run_with, stack_of, together, written

Parts = dict[str, Tensor]


@torch.no_grad()
def contributions(model: nn.Module, trace: Parts) -> Parts:
    """Take the logits apart: what each part, by what it wrote into the stream, added to each of
    them.

    After the last block the stream is a sum: the embedding, what each head wrote, and each
    feed-forward network. Layer normalization is no linear map; but its scale, the root of the
    stream's variance, is one number a word. With that number held at its true value the rest is
    linear, and the sum can be taken term by term: subtract the term's own mean, divide by the
    scale, multiply by the gain and by the rows of ``to_scores``.

    Parameters
    ----------
    model : nn.Module
        As in ``run_with``, with ``to_scores``; norm "pre", "post" or "none".
    trace : dict of tensor
        What ``run_with`` returned, also with changes to single parts.

    Returns
    -------
    parts : dict of tensor, shape (B, T, V)
        In logits: ``embedding``, ``blocks.i.heads.h`` for each head, ``blocks.i.mlp``, and
        ``biases``, all that is added whatever the text is. They sum to the logits.

    Raises
    ------
    ValueError
        The parts do not sum to ``trace["final"]``, because a sum of them (``blocks.i``,
        ``blocks.i.attention``, ``final``) was changed.

    Examples
    --------
    >>> from whichbank.transformer import LanguageModel
    >>> model = LanguageModel(5, d_model=8, n_heads=2, d_ff=0, n_layers=1, max_length=4)
    >>> logits, trace = run_with(model, torch.tensor([[0, 3, 3]]))
    >>> parts = contributions(model, trace)
    >>> list(parts)
    ['embedding', 'biases', 'blocks.0.heads.0', 'blocks.0.heads.1']
    >>> torch.allclose(sum(parts.values()), logits, atol=1e-5)
    True

    Notes
    -----
    The direct paths of Elhage et al. 2021. That a part's contribution is what it *does* is more
    than the sum says: a head that writes nothing into the answer's direction may have told another
    head where to look, and the scale itself depends on all parts. An ablation sees both.
    """
    stack = stack_of(model)
    x = trace["embedding"]
    parts = {"embedding": x, "biases": torch.zeros_like(x)}

    def add(block: Any, norm: Any, new: Parts) -> None:
        if not block.skip:
            parts.update({name: torch.zeros_like(x) for name in parts})
        for name, value in new.items():
            parts[name] = parts.get(name, 0) + value
        if block.norm == "post":
            _normalize(norm, parts)

    for i, block in enumerate(stack.blocks):
        heads = trace[f"blocks.{i}.attention.heads"]
        new = {f"blocks.{i}.heads.{h}": heads[:, h] for h in range(heads.shape[1])}
        add(block, block.norm_attention, new | {"biases": block.attention.W_o.bias})
        if block.feed_forward is not None:
            name = f"blocks.{i}.mlp"
            add(block, block.norm_feed_forward, {name: trace[name]})
    _normalize(stack.final_norm, parts)
    if not torch.allclose(sum(parts.values(), torch.zeros_like(x)), trace["final"], atol=1e-4):
        raise ValueError(
            "trace must come from a run in which only parts were changed, and no sum of them; got "
            "parts that do not sum to its value 'final'"
        )
    to_scores: Any = model.to_scores
    shares = {name: part @ to_scores.weight.mT for name, part in parts.items()}  # (B, T, V)
    if to_scores.bias is not None:
        shares["biases"] = shares["biases"] + to_scores.bias
    return shares


def _normalize(norm: nn.Module, parts: Parts) -> None:
    """Send each part through a layer normalization whose scale is that of their sum."""
    if not isinstance(norm, nn.LayerNorm):
        return
    total = torch.stack(list(parts.values())).sum(dim=0)
    scale = (total.var(dim=-1, correction=0, keepdim=True) + norm.eps).sqrt()  # (B, T, 1)
    for name, part in parts.items():
        parts[name] = (part - part.mean(dim=-1, keepdim=True)) / scale * norm.weight
    parts["biases"] = parts["biases"] + norm.bias


class Glance(NamedTuple):
    """What one look of a head weighs, one number a text: shape (B,)."""

    weight: Tensor
    """The attention weight on the word that is looked at, from 0 to 1."""

    length: Tensor
    """The length of what that word would hand over at weight 1: its value, sent through W_o."""

    handed: Tensor
    """weight × length: the length of what is written into the stream because of this look."""

    effect: Tensor
    """How much lower the answer's logit is when the whole head is erased; negative if higher."""


@torch.no_grad()
def weigh_glance(
    model: nn.Module,
    ids: Tensor,
    layer: int,
    head: int,
    *,
    query: Any,
    key: Any,
    answer: Any,
    instead: Any = 0.0,
    changes: Changes | None = None,
) -> Glance:
    """Compare how much a head looks at a word with what that does to the answer.

    A weight says where a head looks, and not what comes of it: a head's influence is its weight
    times what it hands over, and that only where something after it listens.

    Parameters
    ----------
    model : nn.Module
        As in ``run_with``.
    ids : integer tensor, shape (B, T)
        The texts.
    layer, head : int
        Which head, counted from 0.
    query, key : int, or integer tensor of shape (B,)
        The word that looks, whose logits are asked about, and the word that is looked at.
    answer : int, or integer tensor of shape (B,)
        The token whose logit is compared.
    instead : array, optional
        What the head writes when it is erased, as in ``replace_head``: zeros without it; its mean
        over texts, (T, D), for mean ablation.
    changes : mapping, optional
        Changes that hold in both runs, such as another head that is erased already.

    Examples
    --------
    A head that looks at the first word alone, and whose value matrix is 0:

    >>> from whichbank.transformer import LanguageModel
    >>> model = LanguageModel(5, d_model=8, n_heads=1, d_ff=0, n_layers=1, max_length=4)
    >>> for each in model.decoder.blocks[0].attention.W_v.parameters():
    ...     each.data.zero_()
    tensor(...)
    >>> glance = weigh_glance(model, torch.tensor([[4, 1]]), 0, 0, query=0, key=0, answer=2)
    >>> [round(one.item(), 6) for one in glance]
    [1.0, 0.0, 0.0, 0.0]

    Notes
    -----
    Kobayashi et al. 2020 ("Attention is Not Only a Weight") measure weight times length; Jain and
    Wallace 2019 and Wiegreffe and Pinter 2019 argue about what weights explain.
    """
    changes = changes or {}
    logits, trace = run_with(model, ids, changes)
    without, _ = run_with(model, ids, together(changes, replace_head(layer, head, instead)))
    texts = torch.arange(len(ids), device=ids.device)
    q, k, token = (
        torch.as_tensor(one, device=ids.device).expand(len(ids)) for one in (query, key, answer)
    )
    name = f"blocks.{layer}.attention"
    attention = stack_of(model).blocks[layer].attention
    weight = trace[f"{name}.weights"][texts, head, q, k]  # (B,)
    handed = written(attention, trace[f"{name}.values"])[texts, head, k]  # (B, D)
    length = handed.norm(dim=-1)  # (B,)
    return Glance(weight, length, weight * length, (logits - without)[texts, q, token])
