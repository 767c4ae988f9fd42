"""The figure that cuts heads out of the letter model: what each letter costs, as the kernels and the
chapter's table say it.
"""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from collected import for_each
from drawn import Drawn, assert_drawn
from torch.nn.functional import cross_entropy

from whichbank.experiments.news import printed
from whichbank.experiments.writer import recorded_model
from whichbank.figures import LetterLosses
from whichbank.figures.losses import INSTEAD, usually_found
from whichbank.transformer import LanguageModel
from whichbank.transformer.hooks import replace_head, run_with

LETTERS = "\n abcdn"
BOOK = Path(__file__).parents[2] / "book"


def model():
    torch.manual_seed(5)
    return LanguageModel(7, d_model=8, n_heads=2, d_ff=12, n_layers=2, max_length=8).eval()


def texts(seed, n=6):
    return torch.from_numpy(np.random.default_rng(seed).integers(0, 7, (n, 8)))


def make(**changes):
    fig = LetterLosses.of(model(), LETTERS, "a bad", texts(0), texts(1))
    return LetterLosses(**(fig.state() | changes)) if changes else fig


def test_a_cut_is_that_of_run_with():
    """The first letter follows the end of an item; the mean is that of each place."""
    one, text = model(), "bad can"
    ids = torch.tensor([[LETTERS.index(sign) for sign in f"\n{text}"]])
    met = run_with(one, texts(0))[1]
    for instead in INSTEAD:
        losses = make(text=text, instead=instead).losses
        for row in range(5):
            layer, h = divmod(row - 1, 2)
            mean = met[f"blocks.{layer}.attention.heads"].mean(dim=0)[h, :7] if row else 0
            put = replace_head(layer, h, mean if instead == "mean" else 0.0) if row else {}
            scores, _ = run_with(one, ids[:, :-1], put)
            want = cross_entropy(scores.mT, ids[:, 1:], reduction="none")[0]
            np.testing.assert_allclose(losses[row], want, atol=0.02)


def test_its_means_are_usual_finds():
    fig = make()
    assert [x.shape for x in usually_found(fig.usual, tuple(fig.sizes))] == [(8, 8)] * 2


@pytest.mark.usefixtures("gensim")
def test_its_other_texts_say_what_the_chapter_prints():
    """The page's model has 9 bits a weight, the table's half precision."""
    cells = json.loads((BOOK / "cutting.ipynb").read_text(encoding="utf-8"))["cells"]
    [printed_table] = [
        "".join(cell["outputs"][0]["text"])
        for cell in cells
        if "nats a letter, as it is" in "".join(cell["source"])
    ]
    whole, *layers = (re.findall(r"\d\.\d\d", line) for line in printed_table.splitlines())
    want = [float(x) for row in (whole, *(row[:4] for row in layers)) for x in row]
    lee = printed()

    def pieces(part):
        return torch.from_numpy(lee.encode(lee.part(part)[: 64 * 120])).reshape(120, 64)

    fig = LetterLosses.of(
        recorded_model(), lee.letters, "The bank", pieces("tune"), pieces("held out")
    )
    np.testing.assert_allclose(fig.others[0], want, atol=0.012)
    assert len(fig.usual) < 15_000


@for_each("guess", [0, 4])
def test_a_rank_counts_letters_that_lose_more(guess):
    fig = make(guess=guess)
    lost = (fig.losses[1] - fig.losses[0]).tolist()
    assert sorted(lost, reverse=True)[fig.rank] == lost[guess]


def compare(fig: Any, drawn: Drawn) -> None:
    """The table has the losses, the sentence their means, and the heads what each costs more."""
    assert drawn.sliders == []
    said = drawn.said[0]
    if "on its way" in said or "could not be loaded" in said:
        return
    before, now = fig.losses[[0, 1 + fig.head]]
    (rows,) = drawn.tables
    assert_drawn([row[0] for row in rows], before, "losses as learned")
    head = f"layer {fig.head // fig.sizes[2] + 1}, head {fig.head % fig.sizes[2] + 1}"
    if not fig.done:
        assert said.startswith(f"The model needs {before.mean():.2f} nats a letter here.")
        assert f"without {head}?" in said
        assert {row[1] for row in rows} == {"–"}
        return
    assert_drawn([row[1] for row in rows], now, "losses without the head")
    assert said.startswith(f"Without {head}: {now.mean():.2f} nats a letter, with it")
    worst = int((now - before).argmax())
    end = fig.text[: worst + 1][-10:]
    assert f"at the end of “{end}”: {before[worst]:.1f} → {now[worst]:.1f}." in said
    assert ("You tapped it" in said) == (fig.guess == worst)
    if fig.guess >= 0 and fig.guess < len(fig.text) and fig.guess != worst:
        assert re.search(rf"and {fig.rank} letters? loses? more\.", said)


OTHER = {"text": "bad can", "head": 3, "instead": "zero", "guess": 2, "done": True}
BAD = [
    ({"text": "axe"}, "text must be of letters that the model knows; got 'ex'"),
    ({"text": "a"}, "text must have from 2 to 8 letters; got 1"),
    ({"text": "a" * 9}, "text must have from 2 to 8 letters; got 9"),
    ({"head": 4}, "head must be between 0 and 3; got 4"),
    ({"instead": "one"}, "instead must be one of mean, zero; got 'one'"),
    ({"guess": 8}, "guess must be between -1 and 7; got 8"),
    ({"done": 1}, "done must be True or False; got 1"),
    ({"usual": "AAAA"}, "usual must hold"),
    ({"others": [[1.0] * 5]}, "others must have 2 entries; got 1"),
]
