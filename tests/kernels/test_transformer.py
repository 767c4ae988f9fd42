"""The transformer's parts against torch's own layers with the same weights: outputs and
gradients.
"""

import itertools

import pytest
import torch
from collected import for_each
from torch import nn

from whichbank.transformer import (
    Block,
    Decoder,
    Encoder,
    LanguageModel,
    MultiHeadAttention,
    copy_weights,
)

pytestmark = pytest.mark.numbers

# All sizes different, so that a swapped axis cannot go unseen.
B, T, S, H, D, FF = 2, 5, 7, 3, 12, 20
LENGTHS = (5, 3)
ROOM = {"rtol": 1e-10, "atol": 1e-12}


@pytest.fixture(autouse=True)
def double():
    """Compute in float64 and draw the same numbers in every test: what differs then is a mistake,
    not rounding.
    """
    torch.set_default_dtype(torch.float64)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(1)
        yield
    torch.set_default_dtype(torch.float32)


def shaken(module: nn.Module) -> nn.Module:
    """Give every parameter, biases and norms too, a value of its own."""
    with torch.no_grad():
        for p in module.parameters():
            p.copy_(torch.randn_like(p) * 0.5 + (1.0 if p.ndim == 1 else 0.0))
    return module


def causal(n: int) -> torch.Tensor:
    return torch.ones(n, n, dtype=torch.bool).tril()


def padding(n: int) -> torch.Tensor:
    """True on the words of each sentence, False on what fills it up: (B, 1, n)."""
    return (torch.arange(n) < torch.tensor(LENGTHS)[:, None])[:, None]


def gradients(module: nn.Module, out: torch.Tensor, *inputs: torch.Tensor) -> list[torch.Tensor]:
    """Differentiate a sum in which every output has its own weight."""
    weights = torch.cos(torch.arange(out.numel())).reshape(out.shape)
    return list(
        torch.autograd.grad(
            (out * weights).sum(), [*inputs, *module.parameters()], retain_graph=True
        )
    )


def by_name(module: nn.Module, gradients: list[torch.Tensor]) -> dict[str, torch.Tensor]:
    return dict(zip((name for name, _ in module.named_parameters()), gradients, strict=True))


OURS = {
    "self_attn": "attention",
    "multihead_attn": "cross_attention",
    "linear1": "feed_forward.W_1",
    "linear2": "feed_forward.W_2",
}


def assert_same_layer(
    theirs: nn.Module, ours: nn.Module, expected: torch.Tensor, out: torch.Tensor, *inputs
) -> None:
    """Compare the outputs, and the gradients of all inputs and of all parameters, whatever their
    names.
    """
    torch.testing.assert_close(out, expected, **ROOM)
    their_grads, our_grads = gradients(theirs, expected, *inputs), gradients(ours, out, *inputs)
    for want, got in zip(their_grads, our_grads[: len(inputs)], strict=False):
        torch.testing.assert_close(got, want, **ROOM)
    left, right = (
        by_name(theirs, their_grads[len(inputs) :]),
        by_name(ours, our_grads[len(inputs) :]),
    )
    norms = [
        "norm_attention",
        *(["norm_cross_attention"] if hasattr(theirs, "norm3") else []),
        "norm_feed_forward",
    ]
    names = OURS | {f"norm{i}": name for i, name in enumerate(norms, 1)}
    seen = set()
    for name, value in left.items():
        *path, last = name.split(".")
        prefix = [names.get(part, part) for part in path if part != "out_proj"]
        if last.startswith("in_proj_"):
            parts = [
                ".".join([*prefix, w, last.removeprefix("in_proj_")]) for w in ("W_q", "W_k", "W_v")
            ]
        else:
            parts = [".".join([*prefix, *(["W_o"] if "out_proj" in path else []), last])]
        torch.testing.assert_close(torch.cat([right[part] for part in parts]), value, **ROOM)
        seen.update(parts)
    assert seen == set(right)


@pytest.mark.parametrize("mask", [None, "causal", "padding", "both"])
def test_attention_is_torchs(mask):
    theirs = shaken(nn.MultiheadAttention(D, H, batch_first=True))
    ours = MultiHeadAttention(D, H)
    copy_weights(theirs, ours)
    x = torch.randn(B, T, D, requires_grad=True)
    forbid = {"attn_mask": ~causal(T)} if mask in ("causal", "both") else {}
    forbid |= {"key_padding_mask": ~padding(T)[:, 0]} if mask in ("padding", "both") else {}
    allow = {
        None: None,
        "causal": causal(T),
        "padding": padding(T),
        "both": causal(T) & padding(T),
    }[mask]
    expected, expected_weights = theirs(x, x, x, average_attn_weights=False, **forbid)
    out, weights = ours(x, mask=allow, return_weights=True)
    torch.testing.assert_close(weights, expected_weights, **ROOM)
    for again in (out, ours(x, mask=allow)):  # the way with weights and the way without
        assert_same_layer(theirs, ours, expected, again, x)


def test_looking_across_is_torchs():
    theirs = shaken(nn.MultiheadAttention(D, H, batch_first=True))
    ours = MultiHeadAttention(D, H)
    copy_weights(theirs, ours)
    x, context = torch.randn(B, T, D), torch.randn(B, S, D)
    keep = padding(S)
    expected, expected_weights = theirs(
        x, context, context, key_padding_mask=~keep[:, 0], average_attn_weights=False
    )
    out, weights = ours(x, context, mask=keep, return_weights=True)
    assert weights.shape == (B, H, T, S)
    torch.testing.assert_close(out, expected, **ROOM)
    torch.testing.assert_close(weights, expected_weights, **ROOM)


@for_each("mask", [None, "causal", "padding"])
@for_each("norm, activation", list(itertools.product(("pre", "post"), ("relu", "gelu"))))
def test_encoder_block_is_torchs(norm, activation, mask):
    theirs = nn.TransformerEncoderLayer(
        D, H, FF, dropout=0.0, activation=activation, batch_first=True, norm_first=norm == "pre"
    )
    shaken(theirs)
    ours = Block(D, H, FF, norm=norm, activation=activation)
    copy_weights(theirs, ours)
    x = torch.randn(B, T, D, requires_grad=True)
    forbid = {
        "causal": {"src_mask": ~causal(T)},
        "padding": {"src_key_padding_mask": ~padding(T)[:, 0]},
    }.get(mask, {})
    expected = theirs(x, **forbid)
    out, weights = ours(
        x, mask={"causal": causal(T), "padding": padding(T)}.get(mask), return_weights=True
    )
    assert weights.attention.shape == (B, H, T, T)
    assert weights.cross_attention is None
    assert_same_layer(theirs, ours, expected, out, x)


@pytest.mark.parametrize("norm", ["pre", "post"])
def test_decoder_block_is_torchs(norm):
    theirs = nn.TransformerDecoderLayer(
        D, H, FF, dropout=0.0, batch_first=True, norm_first=norm == "pre"
    )
    shaken(theirs)
    ours = Block(D, H, FF, norm=norm, cross=True)
    copy_weights(theirs, ours)
    x, memory = torch.randn(B, T, D, requires_grad=True), torch.randn(B, S, D, requires_grad=True)
    expected = theirs(x, memory, tgt_mask=~causal(T), memory_key_padding_mask=~padding(S)[:, 0])
    out, weights = ours(x, memory, mask=causal(T), memory_mask=padding(S), return_weights=True)
    assert weights.cross_attention.shape == (B, H, T, S)
    assert_same_layer(theirs, ours, expected, out, x, memory)


@pytest.mark.parametrize("norm", ["pre", "post"])
def test_stacks_are_torchs(norm):
    pre = norm == "pre"
    last = {"norm": nn.LayerNorm(D)} if pre else {}
    layer = nn.TransformerEncoderLayer(D, H, FF, dropout=0.0, batch_first=True, norm_first=pre)
    reader = shaken(nn.TransformerEncoder(layer, 2, enable_nested_tensor=False, **last))
    last = {"norm": nn.LayerNorm(D)} if pre else {}
    layer = nn.TransformerDecoderLayer(D, H, FF, dropout=0.0, batch_first=True, norm_first=pre)
    writer = shaken(nn.TransformerDecoder(layer, 2, **last))
    encoder, decoder = Encoder(2, D, H, FF, norm=norm), Decoder(2, D, H, FF, norm=norm)
    copy_weights(reader, encoder)
    copy_weights(writer, decoder)
    source, target = torch.randn(B, S, D), torch.randn(B, T, D)
    memory = reader(source, src_key_padding_mask=~padding(S)[:, 0])
    torch.testing.assert_close(encoder(source, mask=padding(S)), memory, **ROOM)
    expected = writer(
        target, memory, tgt_mask=~causal(T), memory_key_padding_mask=~padding(S)[:, 0]
    )
    torch.testing.assert_close(decoder(target, memory, memory_mask=padding(S)), expected, **ROOM)


def test_a_decoder_without_memory_is_torchs_encoder_with_a_causal_mask():
    layer = nn.TransformerEncoderLayer(
        D, H, FF, dropout=0.0, activation="gelu", batch_first=True, norm_first=True
    )
    theirs = shaken(
        nn.TransformerEncoder(layer, 2, norm=nn.LayerNorm(D), enable_nested_tensor=False)
    )
    ours, x = Decoder(2, D, H, FF, cross=False, activation="gelu"), torch.randn(B, T, D)
    copy_weights(theirs, ours)
    torch.testing.assert_close(ours(x), theirs(x, mask=~causal(T)), **ROOM)
    with pytest.raises(TypeError, match="TransformerEncoderLayer into Block"):
        copy_weights(theirs, Decoder(2, D, H, FF))


def test_trace_is_what_forward_does():
    encoder, decoder = shaken(Encoder(2, D, H, FF)), shaken(Decoder(3, D, H, FF))
    source, target = torch.randn(B, S, D), torch.randn(B, T, D)
    reading = encoder.trace(source, mask=padding(S))
    writing = decoder.trace(target, reading.out, memory_mask=padding(S))
    torch.testing.assert_close(reading.out, encoder(source, mask=padding(S)), **ROOM)
    torch.testing.assert_close(
        writing.out, decoder(target, reading.out, memory_mask=padding(S)), **ROOM
    )
    assert [tuple(x.shape) for x in reading.hidden] == [(B, S, D)] * 3
    assert [tuple(x.shape) for x in reading.weights] == [(B, H, S, S)] * 2
    assert [tuple(x.shape) for x in writing.weights] == [(B, H, T, T)] * 3
    assert [tuple(x.shape) for x in writing.cross_weights] == [(B, H, T, S)] * 3
    assert not reading.cross_weights
    torch.testing.assert_close(reading.hidden[0], source)
    torch.testing.assert_close(
        reading.hidden[1], encoder.blocks[0](source, mask=padding(S)), **ROOM
    )
    assert not torch.stack(writing.weights).triu(1).any()
    assert not torch.stack(reading.weights)[..., 1, :, :, LENGTHS[1] :].any()


def test_one_sentence_needs_no_batch():
    heads, encoder = shaken(MultiHeadAttention(D, H)), shaken(Encoder(2, D, H, FF))
    x = torch.randn(T, D)
    torch.testing.assert_close(heads(x, mask=causal(T)), heads(x[None], mask=causal(T))[0], **ROOM)
    torch.testing.assert_close(encoder(x), encoder(x[None])[0], **ROOM)


def test_a_mask_of_three_axes_is_one_for_each_sentence():
    heads = shaken(MultiHeadAttention(D, H))
    x = torch.randn(H, T, D)  # as many sentences as heads: the axis could be taken for either
    keep = torch.rand(H, T, T) > 0.4
    torch.testing.assert_close(
        heads(x, mask=keep), heads(x, mask=keep[:, None].expand(H, H, T, T)), **ROOM
    )
    one_by_one = torch.stack([heads(one, mask=mask) for one, mask in zip(x, keep, strict=True)])
    torch.testing.assert_close(heads(x, mask=keep), one_by_one, **ROOM)


def test_a_word_that_may_see_nothing_gets_the_biases_alone():
    heads = shaken(MultiHeadAttention(D, H))
    keep = torch.ones(B, T, T, dtype=torch.bool)
    keep[1, 2] = False
    for out in (
        heads(torch.randn(B, T, D), mask=keep),
        heads(torch.randn(B, T, D), mask=keep, return_weights=True)[0],
    ):
        torch.testing.assert_close(out[1, 2], heads.W_o.bias, **ROOM)
        assert out.isfinite().all()


@pytest.mark.parametrize("norm", ["pre", "post", "none"])
def test_no_later_word_is_seen(norm):
    decoder = shaken(Decoder(2, D, H, FF, cross=False, norm=norm))
    x = torch.randn(B, T, D)
    out = decoder(x)
    for t in range(T):
        changed = x.clone()
        changed[:, t] += 1
        apart = (decoder(changed) - out).abs().amax((0, 2))
        assert not apart[:t].any(), "a word before the changed one moved"
        assert apart[t:].all(), "the changed word and all after it must move"


def test_parts_can_be_taken_out():
    x = torch.randn(B, T, D)
    block = shaken(Block(D, H, 0, norm="none", skip=False))
    torch.testing.assert_close(block(x), block.attention(x), **ROOM)
    block = shaken(Block(D, H, FF, norm="none"))
    middle = x + block.attention(x)
    torch.testing.assert_close(block(x), middle + block.feed_forward(middle), **ROOM)
    assert not [name for name, _ in block.named_parameters() if "norm" in name]


def test_positions_may_be_a_fixed_table():
    table = torch.randn(9, D)
    model = LanguageModel(6, D, H, FF, 1, 9, positions=table)
    assert "embedding.positions" not in dict(model.named_parameters())
    ids = torch.tensor([[1, 5, 0]])
    torch.testing.assert_close(
        model.embedding(ids, start=4), model.embedding.tokens(ids) + table[4:7], **ROOM
    )
    assert "embedding.positions" in dict(LanguageModel(6, D, H, FF, 1, 9).named_parameters())
