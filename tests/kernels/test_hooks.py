"""Looking into a model while it runs: every value by its name, changed or not, and a logit taken
apart.
"""

import numpy as np
import pytest
import torch
from collected import for_each
from refusals import refusals

from whichbank.experiments._model import SmallTransformer
from whichbank.pretrained import MiniLM
from whichbank.transformer import LanguageModel, Transformer
from whichbank.transformer.circuits import contributions, weigh_glance
from whichbank.transformer.hooks import (
    every_word,
    first_word,
    fix_pattern,
    patch,
    previous_word,
    replace_head,
    run_with,
    together,
)

# All sizes different, so that a swapped axis cannot go unseen.
B, T, V, D, H = 4, 5, 7, 12, 3
HEADS = "blocks.1.attention.heads"


def language_model(norm="pre", d_ff=20, n_vocab=V, **options):
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        model = LanguageModel(n_vocab, D, H, d_ff, 2, 9, norm=norm, **options)
        for p in model.parameters():
            p.data += 0.3 * torch.randn_like(p)
    return model.eval()


def small(norm="pre", **parts):
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(1)
        allowed = torch.ones(9, 9, dtype=torch.bool).tril()
        allowed[4, 1] = False
        return SmallTransformer(V, D, H, 20, n_layers=2, mask=allowed, norm=norm, **parts).eval()


def translator():
    return Transformer(V, V, D, H, 20, 1, 9)


def texts(n=T, seed=2):
    return torch.from_numpy(np.random.default_rng(seed).integers(0, V, (B, n)))


MODELS = {
    **{f"{norm}, d_ff {n}": language_model(norm, n) for norm in ("pre", "post") for n in (0, 20)},
    "no norm": language_model("none"),
    "a mask of its own, a bias": small(),
    "no skip": small("post", skip=False),
}


@for_each("n", [1, T])
@for_each("name", MODELS)
def test_nothing_changed_is_what_the_model_gives_and_the_parts_sum_to_it(name, n):
    model, ids = MODELS[name], texts(n)
    logits, trace = run_with(model, ids)
    torch.testing.assert_close(logits, model(ids).detach(), atol=1e-5, rtol=1e-5)
    parts = contributions(model, trace)
    assert (sum(parts.values()) - logits).abs().max() < 1e-5
    heads = trace[HEADS]
    assert heads.shape == (B, H, n, D)
    written = trace["blocks.1.attention"] - heads.sum(dim=1)
    bias = next(s for s in model.children() if hasattr(s, "blocks")).blocks[1].attention.W_o.bias
    torch.testing.assert_close(written, bias.detach().expand(B, n, D), atol=1e-5, rtol=1e-5)


def test_a_model_that_scores_nothing_gives_its_vectors_and_padding_stays_unseen():
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        model = MiniLM(None).eval()
    ids, mask = torch.tensor([[5, 9, 2], [4, 8, 0]]), torch.ones(2, 1, 3, dtype=torch.bool)
    mask[1, 0, 2] = False
    vectors, trace = run_with(model, ids, mask=mask)
    with torch.no_grad():
        torch.testing.assert_close(vectors, model(ids, mask), atol=1e-5, rtol=1e-4)
    assert trace["blocks.0.attention.weights"][1, ..., 2].abs().max() == 0


def test_a_head_that_is_cut_writes_nothing_and_the_others_and_the_model_stay():
    model, ids = language_model(), texts()
    before = {name: p.clone() for name, p in model.named_parameters()}
    logits, whole = run_with(model, ids)
    cut, trace = run_with(model, ids, replace_head(1, 2, 0.0))
    assert trace[HEADS][:, 2].abs().max() == 0
    torch.testing.assert_close(trace[HEADS][:, :2], whole[HEADS][:, :2])
    assert (cut - logits).abs().max() > 0.01
    # the same by hand: its rows of W_o are zeros
    model.decoder.blocks[1].attention.W_o.weight.data[:, 8:] = 0
    torch.testing.assert_close(model(ids).detach(), cut, atol=1e-5, rtol=1e-5)
    model.load_state_dict(before)
    torch.testing.assert_close(run_with(model, ids)[0], logits, atol=0, rtol=0)


def test_a_mean_over_texts_takes_away_what_differs_between_them_alone():
    model, ids = language_model(), texts()
    _, whole = run_with(model, ids)
    mean = whole[HEADS].mean(dim=0)
    _, trace = run_with(model, ids, replace_head(1, 0, mean[0].numpy()))  # an array of NumPy too
    torch.testing.assert_close(trace[HEADS][:, 0], mean[0].expand(B, T, D))
    alike = ids[:1].expand(B, T)
    logits, same = run_with(model, alike)
    cut, _ = run_with(model, alike, replace_head(1, 0, same[HEADS].mean(dim=0)[0]))
    torch.testing.assert_close(cut, logits, atol=1e-5, rtol=1e-5)


def test_a_pattern_that_is_fixed_is_where_the_head_looks():
    model, ids = language_model(d_ff=0), texts()
    for pattern in (previous_word(T), first_word(T), every_word(T)):
        np.testing.assert_allclose(pattern.sum(dim=1), 1, atol=1e-6)
        assert pattern.triu(1).abs().max() == 0
        _, trace = run_with(model, ids, fix_pattern(0, 1, pattern))
        W_o = model.decoder.blocks[0].attention.W_o.weight[:, 4:8].detach()
        made = pattern @ trace["blocks.0.attention.values"][:, 1] @ W_o.T
        torch.testing.assert_close(
            trace["blocks.0.attention.heads"][:, 1], made, atol=1e-5, rtol=1e-5
        )
    assert previous_word(T)[3].tolist() == [0, 0, 1, 0, 0]


@pytest.mark.parametrize("name", ["embedding", "blocks.0", HEADS])
def test_a_patched_word_has_the_other_runs_vector_and_no_word_before_it_changes(name):
    model, ids, at = language_model(), texts(), torch.tensor([1, 3, 3, 2])
    other = run_with(model, texts(seed=3))[1][name]
    logits, whole = run_with(model, ids)
    patched, trace = run_with(model, ids, patch(name, at, other))
    for text, place in enumerate(at.tolist()):
        torch.testing.assert_close(trace[name][text, ..., place, :], other[text, ..., place, :])
        kept = [t for t in range(T) if t != place]
        assert torch.equal(trace[name][text, ..., kept, :], whole[name][text, ..., kept, :])
        torch.testing.assert_close(
            patched[text, :place], logits[text, :place], atol=1e-5, rtol=1e-5
        )
        assert (patched[text, place] - logits[text, place]).abs().max() > 1e-3


def test_all_words_patched_into_the_first_stream_is_the_other_text():
    model, ids, other = language_model(), texts(), texts(seed=3)
    logits, trace = run_with(model, other)
    changes = together(*(patch("embedding", t, trace["embedding"]) for t in range(T)))
    torch.testing.assert_close(run_with(model, ids, changes)[0], logits)


def test_changes_of_one_name_are_made_in_their_order():
    model, ids = language_model(), texts()
    both = together(replace_head(1, 0, 0.0), replace_head(1, 2, 1.0), {"embedding": 0.0})
    trace = run_with(model, ids, both)[1]
    assert trace[HEADS][:, 0].abs().max() == trace["embedding"].abs().max() == 0
    assert (trace[HEADS][:, 2] == 1).all()
    _, trace = run_with(model, ids, together({HEADS: 5.0}, replace_head(1, 0, lambda x: x + 1)))
    assert (trace[HEADS][0, :, 0, 0] == torch.tensor([6.0, 5.0, 5.0])).all()


def test_a_contribution_is_what_the_part_adds_with_the_scale_held():
    model, ids = language_model(), texts()
    _, trace = run_with(model, ids)
    stack, parts = model.decoder, contributions(model, trace)
    scale = (trace["blocks.1"].var(dim=-1, correction=0, keepdim=True) + 1e-5).sqrt()
    wrote = trace["blocks.0.attention.heads"][:, 2]
    made = (wrote - wrote.mean(-1, keepdim=True)) / scale * stack.final_norm.weight
    with torch.no_grad():
        torch.testing.assert_close(parts["blocks.0.heads.2"], model.to_scores(made))
    assert sorted(parts) == sorted(
        ["embedding", "biases"]
        + [
            f"blocks.{i}.{part}"
            for i in (0, 1)
            for part in ("mlp", *(f"heads.{h}" for h in range(H)))
        ]
    )
    # a part that is changed is a part; a sum that is changed is refused
    _, cut = run_with(model, ids, replace_head(0, 2, 0.0))
    assert contributions(model, cut)["blocks.0.heads.2"].abs().max() < 1e-6
    _, patched = run_with(model, ids, {"blocks.0": 1.0})
    with pytest.raises(ValueError, match="no sum of them"):
        contributions(model, patched)


def test_a_large_weight_may_have_little_influence_and_a_small_one_much():
    """Two heads of one layer: one looks at a word with all its weight and hands over nothing, the
    other looks at it with a tenth, and its value is long.
    """
    model, ids = language_model(d_ff=0), texts()
    attention = model.decoder.blocks[1].attention
    rows = [slice(4 * h, 4 * h + 4) for h in range(H)]
    attention.W_v.weight.data[rows[0]] *= 0.001
    attention.W_v.bias.data[rows[0]] *= 0.001
    attention.W_v.weight.data[rows[1]] *= 20
    slight = torch.full((T, T), 0.225)
    slight[:, 0] = 0.1
    looks = together(fix_pattern(1, 0, first_word(T)), fix_pattern(1, 1, slight))
    where = {"query": T - 1, "key": 0, "answer": ids[:, 1], "changes": looks}
    heavy, light = (weigh_glance(model, ids, 1, head, **where) for head in (0, 1))
    assert (heavy.weight == 1).all()
    torch.testing.assert_close(light.weight, torch.full((B,), 0.1))
    torch.testing.assert_close(light.handed, light.weight * light.length)
    assert (heavy.handed < 0.05 * light.handed).all()
    assert (heavy.effect.abs() < 0.05 * light.effect.abs()).all()
    erased = run_with(model, ids, together(looks, replace_head(1, 1, 0.0)))[0]
    effect = (run_with(model, ids, looks)[0] - erased)[torch.arange(B), -1, ids[:, 1]]
    torch.testing.assert_close(light.effect, effect)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
def test_a_gpu_gives_the_same():
    model, ids = language_model(), texts()
    changes = together(fix_pattern(0, 1, previous_word(T)), replace_head(1, 0, np.zeros((T, D))))
    logits, _ = run_with(model, ids, changes)
    there, trace = run_with(model.cuda(), ids.cuda(), changes)
    torch.testing.assert_close(there.cpu(), logits, atol=1e-4, rtol=1e-4)
    assert contributions(model, trace)["embedding"].is_cuda


test_bad_calls_are_refused = refusals(
    """
run_with(language_model(), texts()[0]) → ValueError: ids must have the shape (B, T); got (5,)
run_with(language_model(), texts(), {"blocks.2": 0.0})
  → ValueError: changes must have names among embedding, ...; got blocks.2
run_with(language_model(d_ff=0), texts(), {"blocks.0.mlp": 0.0})
  → ValueError: changes must have names among ...; got blocks.0.mlp
run_with(language_model(), texts(), {"embedding": torch.zeros(3, 2)})
  → ValueError: a change of embedding must have the shape (4, 5, 12)
run_with(language_model(), texts(), replace_head(0, 1, torch.zeros(3)))
  → ValueError: a change of blocks.0.attention.heads, head 1, must have the shape (4, 5, 12)
run_with(language_model(), texts(), replace_head(0, 3, 0.0)) → ValueError: head must be from 0 to 2; got 3
run_with(language_model(), texts(), fix_pattern(0, -1, 0.0)) → ValueError: head must be from 0
run_with(translator(), texts())
  → TypeError: model must have one stack of blocks, without cross-attention; got a Transformer with 2
run_with(torch.nn.Linear(2, 2), texts()) → TypeError: model must have one stack
""",
    globals(),
)
