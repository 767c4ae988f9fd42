"""Six readers of words with two senses: how each makes its new vectors, and what the recorded
trainings show.
"""

import numpy as np
import pytest
import torch

from whichbank.attention import attend
from whichbank.corpora import senses
from whichbank.experiments import readers
from whichbank.experiments.readers import D_HEAD, D_MODEL, READERS, Reader


@pytest.fixture
def asked():
    examples = [senses.Example(("the", "bank", "flooded"), 1, 1), senses.Example(("bank",), 0, 0)]
    return senses.as_batch(examples, readers.vocabulary())


@pytest.fixture
def E():
    return torch.randn(
        len(readers.vocabulary()), D_MODEL, generator=torch.Generator().manual_seed(0)
    )


@pytest.mark.parametrize("kind", READERS)
def test_new_vectors_are_what_the_reader_is_named_after(kind, asked, E):
    torch.manual_seed(1)
    model = Reader(kind, E)
    x = E[asked.ids[0, : int(asked.mask[0].sum())]]
    if kind == "scaled":
        with torch.no_grad():
            model.abc[:] = torch.tensor([0.5, 3.0, 2.0])
    wanted = {
        "static": lambda: x,
        "mean": lambda: x.mean(dim=0, keepdim=True).expand(len(x), -1),
        "mix": lambda: torch.softmax(x @ x.T, dim=-1) @ x,
        "scaled": lambda: attend(0.5 * x, 3 * x, 2 * x),
        "Q and K only": lambda: attend(x @ model.W_q, x @ model.W_k, x),
        "learned": lambda: attend(x @ model.W_q, x @ model.W_k, x @ model.W_v),
    }[kind]()
    new = model.new_vectors(asked.ids, asked.mask, asked.at)
    torch.testing.assert_close(new[0], wanted[asked.at[0]])
    assert model(asked.ids, asked.mask, asked.at).shape == (2, 2 * len(senses.SENSES))


def test_an_unknown_reader_is_refused(E):
    with pytest.raises(ValueError, match=r"kind must be one of 'static', .*; got 'V only'"):
        Reader("V only", E)


def test_a_head_can_do_all_that_the_values_did(asked, E):
    learned, raw = Reader("learned", E), Reader("Q and K only", E)
    with torch.no_grad():
        raw.W_q.copy_(learned.W_q)
        raw.W_k.copy_(learned.W_k)
        raw.head.weight.copy_(learned.head.weight @ learned.W_v.T)
    one, other = (model(asked.ids, asked.mask, asked.at) for model in (learned, raw))
    torch.testing.assert_close(one, other, atol=1e-5, rtol=1e-5)


def test_the_seed_decides_and_training_lowers_the_loss(monkeypatch, E):
    monkeypatch.setattr(readers, "word_vectors", lambda seed: E)
    before = torch.get_rng_state()
    (one, loss), (other, again), (third, _) = (
        readers.train("learned", seed=s, steps=3) for s in (1, 1, 2)
    )
    assert torch.equal(torch.get_rng_state(), before)
    assert loss == again < np.log(2)
    assert torch.equal(one.W_q, other.W_q)
    assert not torch.equal(one.W_q, third.W_q)
    assert one.W_q.shape == (D_MODEL, D_HEAD)


def test_shares_count_each_word_and_each_group():
    some = [e for e in senses.handwritten(senses.SENSES) if e.word != "bank" or e.sense == 0]

    class First(torch.nn.Module):
        """Prefers the first sense of every word."""

        def forward(self, ids, mask, at):
            return torch.tensor([1.0, 0.0]).repeat(len(at), len(senses.SENSES))

    found = readers.share_right(First(), some)
    assert found == dict.fromkeys(senses.SENSES, 0.5) | {
        "bank": 1.0,
        "words": 0.5714,
        "idioms": 0.5,
    }


def test_the_records_hold_what_chapter_09_says():
    found = readers.recorded()
    assert tuple(found) == READERS
    test = {name: run["test"]["words"] for name, run in found.items()}
    by_hand = {name: run["by hand"]["words"] for name, run in found.items()}
    assert (test["static"] == 0.5).all()
    assert test["learned"].min() > test["scaled"].max()
    assert abs(test["Q and K only"].mean() - test["learned"].mean()) < 0.02
    assert 0 < test["mix"].mean() - test["mean"].mean() < 0.03
    assert by_hand["scaled"].min() >= by_hand["learned"].max()
    assert all(run["loss"].shape == run["angle"].shape == (5,) for run in found.values())
