"""Copying the weights of torch's own layers: the same weights must give the same outputs."""

from typing import Any

import torch
from torch import nn

from whichbank.transformer.block import Block
from whichbank.transformer.heads import MultiHeadAttention
from whichbank.transformer.stacks import Decoder, Encoder

_ENCODER_PARTS = {"norm1": "norm_attention", "norm2": "norm_feed_forward"}
_DECODER_PARTS = {
    "norm1": "norm_attention",
    "norm2": "norm_cross_attention",
    "norm3": "norm_feed_forward",
}


@torch.no_grad()
def copy_weights(theirs: nn.Module, ours: nn.Module) -> None:
    """Copy the weights of one of torch's layers into the course's layer of the same kind.

    Parameters
    ----------
    theirs : nn.Module
        ``nn.MultiheadAttention``, ``nn.TransformerEncoderLayer``, ``nn.TransformerDecoderLayer``,
        ``nn.TransformerEncoder`` or ``nn.TransformerDecoder``, with bias.
    ours : nn.Module
        ``MultiHeadAttention``, ``Block``, ``Encoder`` or ``Decoder`` of the same sizes; changed in
        place. A decoder without cross-attention is what torch calls an encoder with a causal mask.

    Examples
    --------
    >>> theirs, ours = nn.MultiheadAttention(8, 2, batch_first=True), MultiHeadAttention(8, 2)
    >>> copy_weights(theirs, ours)
    >>> x = torch.ones(1, 3, 8)
    >>> torch.allclose(ours(x), theirs(x, x, x)[0], atol=1e-6)
    True
    """
    match theirs, ours:
        case nn.MultiheadAttention(), MultiHeadAttention():
            _copy_attention(theirs, ours)
        case nn.TransformerEncoderLayer(), Block(cross_attention=None):
            _copy_block(theirs, ours, _ENCODER_PARTS)
        case nn.TransformerDecoderLayer(), Block(cross_attention=MultiHeadAttention()):
            _copy_block(theirs, ours, _DECODER_PARTS)
            _copy_attention(theirs.multihead_attn, ours.cross_attention)
        case (nn.TransformerEncoder(), Encoder() | Decoder()) | (
            nn.TransformerDecoder(),
            Decoder(),
        ):
            _copy_stack(theirs, ours)
        case _:
            raise TypeError(
                f"cannot copy the weights of {type(theirs).__name__} into {type(ours).__name__}"
            )


def _copy_stack(theirs: Any, ours: Any) -> None:
    if len(theirs.layers) != len(ours.blocks):
        raise ValueError(
            f"both must have as many layers; got {len(theirs.layers)} and {len(ours.blocks)}"
        )
    for layer, block in zip(theirs.layers, ours.blocks, strict=True):
        copy_weights(layer, block)
    if (theirs.norm is not None) != isinstance(ours.final_norm, nn.LayerNorm):
        raise ValueError("both or neither must have a norm after the last layer")
    if theirs.norm is not None:
        _copy_state(theirs.norm, ours.final_norm)


def _copy_block(theirs: Any, ours: Block, norms: dict[str, str]) -> None:
    if ours.norm != ("pre" if theirs.norm_first else "post"):
        raise ValueError(
            f"the norms must be in the same place; got norm_first={theirs.norm_first} and "
            f"{ours.norm!r}"
        )
    if ours.feed_forward is None:
        raise ValueError("the block must have a feed-forward network; got d_ff=0")
    _copy_attention(theirs.self_attn, ours.attention)
    _copy_state(theirs.linear1, ours.feed_forward.W_1)
    _copy_state(theirs.linear2, ours.feed_forward.W_2)
    for their_name, our_name in norms.items():
        _copy_state(getattr(theirs, their_name), getattr(ours, our_name))


def _copy_attention(theirs: nn.MultiheadAttention, ours: Any) -> None:
    if theirs.num_heads != ours.n_heads:
        raise ValueError(f"both must have as many heads; got {theirs.num_heads} and {ours.n_heads}")
    if theirs.in_proj_weight is None or theirs.in_proj_bias is None:
        raise ValueError("nn.MultiheadAttention must have one size for q, k and v, and bias")
    weights, biases = theirs.in_proj_weight.chunk(3), theirs.in_proj_bias.chunk(3)
    for linear, weight, bias in zip((ours.W_q, ours.W_k, ours.W_v), weights, biases, strict=True):
        _copy_tensor(weight, linear.weight)
        _copy_tensor(bias, linear.bias)
    _copy_state(theirs.out_proj, ours.W_o)


def _copy_state(theirs: Any, ours: Any) -> None:
    if theirs.bias is None:
        raise ValueError(f"{type(theirs).__name__} must have a bias")
    _copy_tensor(theirs.weight, ours.weight)
    _copy_tensor(theirs.bias, ours.bias)


def _copy_tensor(theirs: torch.Tensor, ours: torch.Tensor) -> None:
    if theirs.shape != ours.shape:
        raise ValueError(f"the sizes must agree; got {tuple(theirs.shape)} and {tuple(ours.shape)}")
    ours.copy_(theirs)
