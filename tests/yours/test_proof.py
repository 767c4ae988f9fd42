"""The proof: each box alone and all together, against the course's machine."""

import pytest

from whichbank.yours import BOXES, BREAKS, BoxError, defined, proof, proving

WHOLE = {name: box.default for name, box in BOXES.items()}


@pytest.fixture(autouse=True)
def _alone(monkeypatch):
    """Leave out the real model, which takes seconds a box."""
    monkeypatch.setattr(proving, "on_this_machine", lambda: False)


def test_the_courses_functions_pass():
    found = proof(WHOLE | {"other": 3})
    assert found.ok
    assert list(found.off) == [*BOXES, "all of them"]
    assert found.off["softmax"].keys() == {"letters", "train"}
    assert "The real model was not asked" in repr(found)
    assert repr(found).endswith("It runs on yours.")


def test_a_stub_is_not_yet_the_readers():
    def softmax(scores): ...

    found = proof(WHOLE | {"softmax": softmax})
    assert found.missing == ("softmax",)
    assert not found.ok
    assert "not yours yet: exercise choosing.2" in repr(found)


def test_what_is_broken_is_told_with_its_box():
    broken = next(one for one in BREAKS if (one.box, one.mistake) == ("merge_heads", "backward"))
    found = proof(WHOLE | defined({"merge_heads": broken.source}))
    assert not found.ok
    wrong = {
        name for name, row in found.off.items() if "✗" in repr(proving.Proof({name: row}, (), ""))
    }
    assert wrong == {"merge_heads", "all of them"}
    raised = proof({"layer_norm": lambda x, gain, shift, eps: x.nothing})
    assert isinstance(raised.off["layer_norm"]["letters"], BoxError)
    assert "layer_norm          letters ✗ AttributeError" in repr(raised)


def test_the_real_model_is_asked_where_it_is(monkeypatch, minilm):
    monkeypatch.setattr(proving, "on_this_machine", lambda: True)
    found = proof({"many_heads": WHOLE["many_heads"]})
    assert found.off["many_heads"] == {"reader": 0.0}
    assert not found.left_out
