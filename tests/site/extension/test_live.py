"""What a page makes of the state that a notebook's run has left."""

from whichbank_site import live

from whichbank.figures import Trainer
from whichbank.figures._quantized import quantize
from whichbank.figures.base import program


def test_a_figure_of_an_older_run_gets_the_program_that_fits_its_script():
    saved = Trainer(
        "bank", quantize([[1.0]]), "0 0 bank\n\n0 0 bank\n\n0 1 bank", [["bank", "a", "b"]], ["bank"], steps=5
    )
    state = saved.state() | {"engine": "old", "_anywidget_id": "whichbank.figures.trainer.Trainer", "_esm": ""}
    figure = live._revive(state, "page")
    assert figure.state() == saved.state()
    assert figure.engine == program("learner")
