"""Whole models: the cache changes nothing but the cost, the models learn, and bad calls say what is
wrong.
"""

import pytest
import torch
from refusals import refusals
from torch import nn

from whichbank import transformer
from whichbank.transformer import Decoder, KeyValueCache, LanguageModel, Transformer

V, D, H, FF, LAYERS, LENGTH = 11, 12, 3, 20, 2, 24
ROOM = {"rtol": 1e-10, "atol": 1e-12}


@pytest.fixture
def double():
    torch.set_default_dtype(torch.float64)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(2)
        yield
    torch.set_default_dtype(torch.float32)


@pytest.fixture
def model(double) -> LanguageModel:
    return LanguageModel(V, D, H, FF, LAYERS, LENGTH)


# The cache


@pytest.mark.parametrize("steps", [[1] * 10, [4, 1, 1, 3, 1], [10], [9, 1]], ids=str)
@pytest.mark.parametrize("norm", ["pre", "post"])
@torch.no_grad()
def test_reading_with_a_cache_gives_what_reading_again_gives(double, norm, steps):
    model = LanguageModel(V, D, H, FF, LAYERS, LENGTH, norm=norm)
    ids = torch.randint(V, (3, 10))
    cache, scores = model.decoder.new_cache(), []
    for part in ids.split(steps, dim=1):
        scores.append(model(part, cache=cache))
    assert cache.length == 10
    torch.testing.assert_close(torch.cat(scores, dim=1), model(ids), **ROOM)


@torch.no_grad()
def test_a_cache_works_with_padding(model):
    ids = torch.randint(V, (2, 6))
    # a short text starts later
    keep = torch.tensor([[0, 0, 1, 1, 1, 1], [1] * 6], dtype=torch.bool)[:, None]
    cache = model.decoder.new_cache()
    parts = [
        model(ids[:, :4], mask=keep[..., :4], cache=cache),
        model(ids[:, 4:], mask=keep, cache=cache),
    ]
    torch.testing.assert_close(torch.cat(parts, dim=1), model(ids, mask=keep), **ROOM)


@torch.no_grad()
def test_a_cache_reads_the_memory_once(double):
    decoder = Decoder(LAYERS, D, H, FF)
    x, memory, keep = torch.randn(2, 5, D), torch.randn(2, 7, D), torch.rand(2, 1, 7) > 0.3
    cache = decoder.new_cache()
    calls = []
    decoder.blocks[0].cross_attention.W_k.register_forward_hook(lambda *_: calls.append(1))
    parts = [decoder(one, memory, memory_mask=keep, cache=cache) for one in x.split(1, dim=1)]
    assert len(calls) == 1
    torch.testing.assert_close(
        torch.cat(parts, dim=1), decoder(x, memory, memory_mask=keep), **ROOM
    )


@pytest.mark.parametrize("temperature", [0, 0.7])
def test_generating_with_and_without_a_cache_writes_the_same(model, temperature):
    start = torch.randint(V, (4, 3))
    texts = [
        model.generate(start, 20, temperature=temperature, seed=5, use_cache=used)
        for used in (True, False)
    ]
    assert texts[0].shape == (4, 23)
    assert torch.equal(*texts)
    assert torch.equal(texts[0][:, :3], start)
    if temperature:
        assert not torch.equal(texts[0], model.generate(start, 20, temperature=temperature, seed=6))


@pytest.mark.parametrize("use_cache", [True, False])
def test_top_k_writes_among_the_k_largest_scores(model, use_cache):
    start = torch.randint(V, (40, 3))
    texts = model.generate(start, 20, temperature=3.0, top_k=2, seed=5, use_cache=use_cache)
    with torch.no_grad():
        best = model(texts).topk(2).indices[:, 2:-1]  # (B, 20, 2)
    drawn = texts[:, 3:, None]
    assert (drawn == best).any(-1).all()
    assert not (drawn == best[..., :1]).all(), "the second best must be drawn at times"
    one = model.generate(start, 20, temperature=3.0, top_k=1, use_cache=use_cache)
    assert torch.equal(one, model.generate(start, 20, temperature=0))
    every = model.generate(start, 20, seed=5, use_cache=use_cache, top_k=V)
    assert torch.equal(every, model.generate(start, 20, seed=5))


@torch.no_grad()
def test_a_mask_narrows_the_causal_one(model):
    ids, keep = torch.randint(V, (2, 6)), torch.rand(2, 6, 6) > 0.5
    for weights in model.trace(ids, mask=keep).weights:
        assert not weights[~(keep.tril()[:, None].expand_as(weights))].any()
    torch.testing.assert_close(model(ids, mask=keep), model(ids, mask=keep.tril()), **ROOM)


@torch.no_grad()
def test_a_transformer_writes_what_reading_again_finds_likeliest_and_stays_ended(double):
    model = Transformer(V, 6, D, H, FF, LAYERS, LENGTH)
    for p in model.decoder.parameters():
        p.mul_(3)  # so that what it writes depends on what it reads
    source, mask, end = torch.randint(V, (40, 5)), torch.rand(40, 1, 5) > 0.3, 3
    written = model.generate(source, 0, end, source_mask=mask, max_tokens=12)
    ended = (written == end).cumsum(1)  # 0 before the first end
    likeliest = model(source, written, source_mask=mask).argmax(-1)[:, :-1]
    going_on = ended[:, :-1] == 0
    assert torch.equal(written[:, 1:][going_on], likeliest[going_on])
    assert (written[ended > 0] == end).all()
    assert ((likeliest != end) & ~going_on).any(), "some text must have wished to go on"


def test_a_cache_copies_each_word_a_few_times_at_most():
    cache, moved = KeyValueCache(), 0
    for _ in range(200):
        before = cache._k
        cache.extend(torch.zeros(1, 1, 1, 4), torch.zeros(1, 1, 1, 4))
        moved += 0 if cache._k is before else cache.length
    assert cache.k.shape == (1, 1, 200, 4)
    assert moved < 3 * 200


# Learning


def test_a_transformer_learns_to_reverse_and_ends_each_text_in_its_time():
    torch.manual_seed(0)
    start, end, pad = 5, 6, 7
    sources = [[a, b, c][:n] for a in range(5) for b in range(5) for c in range(5) for n in (2, 3)]
    source = torch.tensor([one + [pad] * (3 - len(one)) for one in sources])
    target = torch.tensor([[start, *one[::-1], end, *[end] * (3 - len(one))] for one in sources])
    mask = (source != pad)[:, None]
    model = Transformer(8, 8, 32, 4, 64, 1, 8)
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    for _ in range(150):
        scores = model(source, target[:, :-1], source_mask=mask)
        loss = nn.functional.cross_entropy(scores.flatten(0, 1), target[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    written = model.generate(source, start, end, source_mask=mask)
    assert torch.equal(written, target)
    reading, writing = model.trace(source, target, source_mask=mask)
    assert writing.cross_weights[0].shape == (len(sources), 4, 5, 3)
    assert not reading.weights[0][(source == pad)[:, None, None].expand(-1, 4, 3, -1)].any()


# Bad calls

WORDS = torch.zeros(2, 3, D)
IDS = torch.zeros(2, 3, dtype=torch.long)


def tiny() -> LanguageModel:
    return LanguageModel(V, D, H, FF, 1, LENGTH)


def filled() -> KeyValueCache:
    cache = KeyValueCache()
    cache.extend(torch.zeros(1, 2, 3, 4), torch.zeros(1, 2, 3, 4))
    return cache


test_a_bad_call_says_what_is_wrong = refusals(
    """
MultiHeadAttention(12, 5) → ValueError: ...multiple of n_heads; got 12 and 5
MultiHeadAttention(0, 1) → ValueError: d_model must be a whole number of at least 1; got 0
MultiHeadAttention(8.0, 2) → ValueError: d_model must be a whole number
MultiHeadAttention(8, 0) → ValueError: n_heads must be a whole number of at least 1
MultiHeadAttention(D, H)(torch.zeros(D)) → ValueError: ...x must ... got (12,)
MultiHeadAttention(D, H)(WORDS, torch.zeros(2, 3, 5)) → ValueError: ...context must
MultiHeadAttention(D, H)(WORDS, WORDS[0]) → ValueError: ...both have an axis B
MultiHeadAttention(D, H)(WORDS, mask=torch.zeros(3, 3)) → TypeError: ...boolean
MultiHeadAttention(D, H)(WORDS, cache=KeyValueCache()) → ValueError: ...no gradient
filled().extend(torch.zeros(2, 2, 1, 4), torch.zeros(2, 2, 1, 4)) → ValueError: ...got new ones of (2, 2, 1, 4)
filled().extend(torch.zeros(1, 2, 1, 4), torch.zeros(1, 2, 2, 4)) → ValueError: ...one shape
FeedForward(D, 0) → ValueError: d_ff must be a whole number of at least 1; got 0
FeedForward(4.0, FF) → ValueError: d_model must be a whole number
FeedForward(True, FF) → ValueError: d_model must be a whole number
Block(D, H, -1) → ValueError: d_ff must be a whole number of at least 0; got -1
FeedForward(D, FF, activation="tanh") → ValueError: ...'gelu', 'none'; got 'tanh'
Block(D, H, FF, norm="batch") → ValueError: ...'pre', 'post', 'none'; got 'batch'
Block(D, H, FF)(WORDS, WORDS) → ValueError: ...cross=True
Block(D, H, FF, cross=True)(WORDS) → ValueError: ...got none
Encoder(0, D, H, FF) → ValueError: n_layers must be a whole number of at least 1; got 0
Encoder(1.5, D, H, FF) → ValueError: n_layers must be a whole number
Embedding(-1, D, 8) → ValueError: n_vocab must be a whole number
Embedding(V, D, 8.0) → ValueError: max_length must be a whole number
Decoder(1, D, H, FF, cross=False)(WORDS, mask=torch.zeros(3, 3)) → TypeError: ...boolean
Decoder(1, D, H, FF, cross=False)(WORDS, mask=torch.ones(3, 4, dtype=torch.bool))
    → ValueError: ...mask must end in (3, 3)
Embedding(V, D, 8, positions=torch.zeros(8, 3)) → ValueError: ...(8, 12); got (8, 3)
tiny()(torch.zeros(1, 25, dtype=torch.long)) → ValueError: ...24 positions; got 25
tiny().generate(IDS, 22) → ValueError: ...got 3 and 22 more
tiny().generate(IDS[:, :0], 2) → ValueError: ...at least one token
tiny().generate(IDS[0], 2) → ValueError: ...(B, T)
tiny().generate(IDS, 2, temperature=-1) → ValueError: temperature must be ...got -1
tiny().generate(IDS, 1.5) → ValueError: n_tokens must be a whole number of at least 0; got 1.5
tiny().generate(IDS, 2, top_k=0) → ValueError: ...k must be a whole number of at least 1; got 0
Transformer(V, V, D, H, FF, 1, 8).generate(IDS, 0, 1, max_tokens=8) → ValueError: ...between 0 and 7; got 8
copy_weights(nn.Linear(D, D), Block(D, H, FF)) → TypeError: ...Linear into Block
copy_weights(nn.TransformerDecoderLayer(D, H, FF), Block(D, H, FF)) → TypeError: ...TransformerDecoderLayer into Block
copy_weights(nn.TransformerEncoderLayer(D, H, FF), Block(D, H, FF, norm="pre"))
    → ValueError: ...norm_first=False and 'pre'
copy_weights(nn.MultiheadAttention(D, H), MultiHeadAttention(D, 2)) → ValueError: ...as many heads; got 3 and 2
copy_weights(nn.TransformerEncoderLayer(D, H, FF), Block(D, H, 7, norm="post"))
    → ValueError: ...sizes must agree; got (20, 12) and (7, 12)
copy_weights(nn.MultiheadAttention(D, H, bias=False), MultiHeadAttention(D, H)) → ValueError: ...bias
""",
    vars(transformer) | globals(),
)
