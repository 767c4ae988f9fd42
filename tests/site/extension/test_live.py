"""What a page makes of the state that a notebook's run has left."""

from types import SimpleNamespace

from whichbank_site.pages import live

from whichbank.figures import Trainer, TwoBanks
from whichbank.figures.kit.bundle import program
from whichbank.figures.nets.quantized import quantize


def test_a_figure_of_an_older_run_gets_the_program_that_fits_its_script():
    saved = Trainer(
        "bank",
        quantize([[1.0]]),
        "0 0 bank\n\n0 0 bank\n\n0 1 bank",
        [["bank", "a", "b"]],
        ["bank"],
        steps=5,
    )
    state = saved.state() | {
        "engine": "old",
        "_anywidget_id": "whichbank.figures.trainer.Trainer",
        "_esm": "",
    }
    figure = live._revive(state, "page")
    assert figure.state() == saved.state()
    assert figure.engine == program("nets/learner.js")


def test_a_further_build_reads_what_a_figure_shows_without_a_script(tmp_path, monkeypatch):
    """Its picture, the picture's text and its table; another state is made again."""
    app = SimpleNamespace(outdir=str(tmp_path / "html"), doctreedir=str(tmp_path / "read"))
    context = {"pathto": lambda address, resource: address}
    text, table = TwoBanks.still, TwoBanks.fallback
    asked = []
    monkeypatch.setattr(TwoBanks, "still", lambda self: asked.append("picture") or text(self))
    monkeypatch.setattr(TwoBanks, "fallback", lambda self: asked.append("table") or table(self))
    first = live._static(app, context, TwoBanks())
    assert sorted(asked) == ["picture", "table"]
    assert first.count("<img") == 2
    assert "<table" in first
    assert live._static(app, context, TwoBanks()) == first
    assert len(asked) == 2
    assert live._static(app, context, TwoBanks(share=0.5)) != first
    assert len(asked) == 4
