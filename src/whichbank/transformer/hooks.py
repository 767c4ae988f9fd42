"""Look inside a model while it runs, and change what is there: every value has a name.

The names, in the order in which a model computes them (L blocks, i = 0 … L − 1):

============================== ============ ==============================================
name                           shape        what it is
============================== ============ ==============================================
``embedding``                  (B, T, D)    the residual stream before the first block
``blocks.i.attention.values``  (B, H, S, d) the value vectors of each head
``blocks.i.attention.weights`` (B, H, T, S) the attention weights: each head's pattern
``blocks.i.attention.heads``   (B, H, T, D) what each head writes into the stream
``blocks.i.attention``         (B, T, D)    the sum of the heads, and the bias of ``W_o``
``blocks.i.mlp``               (B, T, D)    what the feed-forward network writes, if any
``blocks.i``                   (B, T, D)    the residual stream after the block
``final``                      (B, T, D)    the stream after the last norm: what is scored
============================== ============ ==============================================

To erase a part is called *ablation*, to put a value of another run in its place *activation
patching*. Both are here one thing, a change of a named value. A function that makes changes returns
a dictionary for ``run_with``; ``together`` joins several.
"""

from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import Tensor, nn

from whichbank.attention import attend
from whichbank.transformer.stacks import Decoder, Encoder

Change = Any
"""An array that takes a value's place, or a function that returns what does."""

Changes = Mapping[str, Change]


@torch.no_grad()
def run_with(
    model: nn.Module, ids: Tensor, changes: Changes | None = None, *, mask: Tensor | None = None
) -> tuple[Tensor, dict[str, Tensor]]:
    """Run a model, change some of its values on the way, and return all of them.

    Parameters
    ----------
    model : nn.Module
        A ``LanguageModel``, or another model of ``embedding``, a stack of blocks without
        cross-attention and ``to_scores``; also a ``MiniLM``, which scores nothing.
    ids : integer tensor, shape (B, T)
        Token ids, on the model's device.
    changes : mapping, optional
        For each name in the table above an array (NumPy, torch, a number: whatever broadcasts to
        the value's shape), or a function of the value that returns one. Later values are computed
        from what was put in. Attention weights that are put in need not sum to 1.
    mask : boolean tensor, optional
        True means *may attend*; as in ``Encoder``. What the model itself forbids stays forbidden.

    Returns
    -------
    logits : tensor, shape (B, T, V)
        The scores; for a model without ``to_scores`` its vectors, (B, T, D).
    trace : dict of tensor
        Each value by its name, as it was used: after the change.

    Raises
    ------
    TypeError
        The model has no such stack.
    ValueError
        A change has a name that the model does not compute, or a shape that does not fit.

    Examples
    --------
    >>> from whichbank.transformer import LanguageModel
    >>> model = LanguageModel(5, d_model=8, n_heads=2, d_ff=0, n_layers=1, max_length=4)
    >>> ids = torch.tensor([[0, 3, 3]])
    >>> logits, trace = run_with(model, ids)
    >>> list(trace)[:4]
    ['embedding', 'blocks.0.attention.values', 'blocks.0.attention.weights', 'blocks.0.attention.heads']
    >>> torch.allclose(logits, model(ids), atol=1e-6)
    True
    >>> silent, _ = run_with(model, ids, {"blocks.0.attention.heads": 0.0})
    >>> torch.equal(silent, logits)
    False

    Notes
    -----
    The residual stream as a sum into which every head writes is how Elhage et al. 2021 ("A
    Mathematical Framework for Transformer Circuits") read a transformer.
    """
    stack = stack_of(model)
    if ids.ndim != 2:
        raise ValueError(f"ids must have the shape (B, T); got {tuple(ids.shape)}")
    changes = dict(changes or {})
    trace: dict[str, Tensor] = {}

    def note(name: str, value: Tensor) -> Tensor:
        if name in changes:
            value = _changed(name, value, changes.pop(name))
        trace[name] = value
        return value

    n = ids.shape[-1]
    embed: Any = getattr(model, "embed", None) or model.embedding
    x = note("embedding", embed(ids))  # (B, T, D)
    allowed = stack.no_later_word(x, mask, None) if isinstance(stack, Decoder) else mask
    if isinstance(own := getattr(model, "mask", None), Tensor):
        allowed = own[:n, :n] if allowed is None else own[:n, :n] & allowed
    for i, block in enumerate(stack.blocks):
        change = _attention(f"blocks.{i}.attention", block, x, allowed, note)
        x = block.after(block.norm_attention, x, change)  # (B, T, D)
        if block.feed_forward is not None:
            change = block.feed_forward(block.before(block.norm_feed_forward, x))
            change = note(f"blocks.{i}.mlp", change)
            x = block.after(block.norm_feed_forward, x, change)  # (B, T, D)
        x = note(f"blocks.{i}", x)
    x = note("final", stack.final_norm(x))
    if changes:
        raise ValueError(
            f"changes must have names among {', '.join(trace)}; got {', '.join(changes)}"
        )
    return getattr(model, "to_scores", nn.Identity())(x), trace


def stack_of(model: nn.Module) -> Any:
    """Return the one stack of blocks that a model is made of; TypeError if there is none, or if it
    looks across at another text.
    """
    found = [part for part in model.children() if isinstance(part, Encoder | Decoder)]
    if len(found) != 1 or found[0].blocks[0].cross_attention is not None:
        raise TypeError(
            "model must have one stack of blocks, without cross-attention; got a "
            f"{type(model).__name__} with {len(found)}"
        )
    return found[0]


def written(attention: Any, found: Tensor) -> Tensor:
    """Return what each head writes into the stream for the mixes that it found: (B, H, T, d) to (B,
    H, T, D).

    A head's rows of ``W_o`` are its own, so the output of attention is the sum of what the heads
    write, and the bias.
    """
    W_o = attention.W_o.weight.mT.unflatten(0, (attention.n_heads, attention.d_head))  # (H, d, D)
    return found @ W_o  # (B, H, T, D)


def together(*changes: Changes) -> dict[str, Change]:
    """Join changes: those of one name are made one after the other.

    Examples
    --------
    >>> both = together({"final": lambda x: x + 1}, {"final": lambda x: 2 * x}, {"embedding": 0.0})
    >>> both["final"](1), sorted(both)
    (4, ['embedding', 'final'])
    """
    joined: dict[str, Change] = {}
    for name, change in (pair for one in changes for pair in one.items()):
        before = joined.get(name)
        joined[name] = change if before is None else _one_then_other(name, before, change)
    return joined


def replace_head(layer: int, head: int, output: Change) -> dict[str, Change]:
    """Change what one head writes: to 0 (zero ablation), to its mean over texts (mean ablation), or
    to what a head made by hand would write.

    Parameters
    ----------
    layer, head : int
        Which head, counted from 0.
    output : array or function
        What it writes instead: whatever broadcasts to (B, T, D), or a function of what it writes.

    Notes
    -----
    Zero is a value that the rest of the model may never have met; the mean over texts is what it
    meets on average, and takes away only what differs from text to text.
    """
    name = f"blocks.{layer}.attention.heads"
    return {name: _of_head(name, head, output)}


def fix_pattern(layer: int, head: int, pattern: Change) -> dict[str, Change]:
    """Fix where one head looks, and leave what it reads and writes as it was learned.

    ``pattern``, (T, S) or (B, T, S), takes the place of its attention weights; it may be a
    function of them. ``previous_word``, ``first_word`` and ``every_word`` make some.
    """
    name = f"blocks.{layer}.attention.weights"
    return {name: _of_head(name, head, pattern)}


def patch(name: str, at: Any, value: Change) -> dict[str, Change]:
    """Put a vector, or a value, of another run in the place of this run's (activation patching).

    Parameters
    ----------
    name : str
        A value with words on its next-to-last axis: a stream, (B, T, D), or what heads write.
    at : int, or integer tensor of shape (B,)
        Which word; one for all texts, or one a text.
    value : array
        The whole value of the other run, ``trace[name]``; only the word's own vectors are taken.
    """

    def change(own: Tensor) -> Tensor:
        other = torch.as_tensor(value, dtype=own.dtype, device=own.device).expand_as(own)
        places = torch.as_tensor(at, device=own.device).expand(len(own))
        own, texts = own.clone(), torch.arange(len(own), device=own.device)
        own[texts, ..., places, :] = other[texts, ..., places, :]
        return own

    return {name: change}


def previous_word(n: int) -> Tensor:
    """Return the pattern of a head that looks one word back, (n, n); the first word looks at
    itself.

    Examples
    --------
    >>> previous_word(3).int().tolist()
    [[1, 0, 0], [1, 0, 0], [0, 1, 0]]
    """
    pattern = torch.zeros(n, n)
    pattern[torch.arange(n), (torch.arange(n) - 1).clamp(min=0)] = 1.0
    return pattern


def first_word(n: int) -> Tensor:
    """Return the pattern of a head that always looks at the first word, (n, n)."""
    pattern = torch.zeros(n, n)
    pattern[:, :1] = 1.0
    return pattern


def every_word(n: int) -> Tensor:
    """Return the pattern of a head that looks evenly at the word itself and all before it, (n, n).

    Examples
    --------
    >>> every_word(2).tolist()
    [[1.0, 0.0], [0.5, 0.5]]
    """
    return torch.ones(n, n).tril() / torch.arange(1.0, n + 1)[:, None]


def _attention(
    name: str,
    block: Any,
    x: Tensor,
    mask: Tensor | None,
    note: Callable[[str, Tensor], Tensor],
) -> Tensor:
    """Do what a block's attention does, and note the values on the way."""
    attention = block.attention
    looking = block.before(block.norm_attention, x)
    q, k, v = (attention.split(W(looking)) for W in (attention.W_q, attention.W_k, attention.W_v))
    v = note(f"{name}.values", v)  # (B, H, S, d)
    if mask is not None and mask.ndim == 3:
        mask = mask[:, None]  # (B, 1, T, S)
    _, weights = attend(q, k, v, mask=mask, return_weights=True)  # (B, H, T, S)
    weights = note(f"{name}.weights", weights)
    heads = note(f"{name}.heads", written(attention, weights @ v))  # (B, H, T, D)
    return note(name, heads.sum(dim=1) + attention.W_o.bias)  # (B, T, D)


def _changed(name: str, value: Tensor, change: Change) -> Tensor:
    new = torch.as_tensor(
        change(value) if callable(change) else change, dtype=value.dtype, device=value.device
    )
    try:
        return new.expand_as(value)
    except RuntimeError:
        raise ValueError(
            f"a change of {name} must have the shape {tuple(value.shape)} or broadcast to it; got "
            f"{tuple(new.shape)}"
        ) from None


def _of_head(name: str, head: int, change: Change) -> Callable[[Tensor], Tensor]:
    """Make a change of one head alone, on the second axis."""

    def changed(value: Tensor) -> Tensor:
        if not 0 <= head < value.shape[1]:
            raise ValueError(f"head must be from 0 to {value.shape[1] - 1}; got {head}")
        value = value.clone()
        value[:, head] = _changed(f"{name}, head {head},", value[:, head], change)
        return value

    return changed


def _one_then_other(name: str, first: Change, second: Change) -> Callable[[Any], Any]:
    def both(value: Any) -> Any:
        if callable(first):
            value = first(value)
        elif isinstance(value, Tensor):
            value = _changed(name, value, first)
        return second(value) if callable(second) else second

    return both
