"""What comes out of the box is believed only as far as it has the right form."""

import numpy as np
import pytest
from collected import for_each
from whichbank_teach.box.inside import wire
from whichbank_teach.box.work import BoxError, Limits, Task, Work, findings

CASES = ((np.ones((2, 3)), np.ones(3)), (np.ones((1, 1)), np.ones(1)))
WORK = Work((("x = 1", None),), (Task("mixing.2", "mix_all", "code", CASES),))
CELL = wire.frame(b"out", kind="cell", index=0, status="done", error="")
END = wire.frame(kind="end")
GOOD = {"dtype": "float64", "problem": "", "raised": None, "changed": []}
VALUES = {f"{turn}.{case}": np.full((2, case + 1), 1.5) for turn in range(2) for case in range(2)}


def answer(arrays=VALUES, outcomes=GOOD, **notes):
    given = {"status": "ran", "detail": "", "passes": [[outcomes] * 2] * 2, **notes}
    return wire.frame(
        wire.pack(arrays, notes=given), kind="answer", exercise="mixing.2", status="ran", detail=""
    )


def read(*frames):
    return findings(b"".join(frames), WORK, Limits(), 0.1)


def test_what_is_packed_is_what_is_unpacked():
    arrays = {
        "a": np.arange(6.0).reshape(2, 3).T,
        "b": np.array(2.5),
        "c": np.zeros((0, 3)),
        "d": np.arange(3),
    }
    back = wire.unpack(wire.pack(arrays, words=["ä", "\ud800"]))
    for name, array in arrays.items():
        assert back[name].shape == array.shape
        assert back[name].dtype == array.dtype
        np.testing.assert_array_equal(back[name], array)
    assert wire.text(back["words"], 100) == ["ä", "\ud800"]


def test_frames_are_cut_where_they_end():
    both = wire.frame(b"one\n{", kind="a") + wire.frame(b"two", kind="b")
    header, body, rest = wire.split(both)
    assert (header["kind"], body) == ("a", b"one\n{")
    assert wire.split(rest)[1:] == (b"two", b"")
    assert all(wire.split(rest[:k]) is None for k in range(len(rest)))


@pytest.mark.parametrize(
    "data",
    [
        b"\n",
        b"{}\n",
        b"[]\n",
        b'{"size": -1}\n',
        b'{"size": true}\n',
        b"x" * 5000,
        b"[" * 4000 + b"\n",
    ],
)
def test_what_is_no_frame_is_refused(data):
    with pytest.raises(wire.FrameError):
        wire.split(data)


def test_a_good_answer_is_read():
    found = read(CELL, answer(), END)
    assert found.cells[0].output == "out"
    assert found.answers["mixing.2"].status == "ran"
    assert [[o.value.shape for o in turn] for turn in found.answers["mixing.2"].passes] == [
        [(2, 1), (2, 2)]
    ] * 2


@pytest.mark.parametrize(
    "frames",
    [
        (),
        (CELL, answer()),
        (CELL, END),
        (answer(), END),
        (CELL, answer()[:-1], END),
        (CELL, answer(), wire.frame(kind="cell", index="x", status="done", error=""), END),
        (b"bwrap: No permissions\n",),
    ],
    ids=["nothing", "no end", "no answer", "no cell", "cut off", "odd index", "other words"],
)
def test_a_box_that_broke_is_an_error(frames):
    with pytest.raises(BoxError):
        read(*frames)


@for_each(
    "made",
    [
        answer({name: value.astype(np.float32) for name, value in VALUES.items()}),
        answer({name: value.reshape((1,) * 9 + value.shape) for name, value in VALUES.items()}),
        answer(passes=[[GOOD] * 2]),
        answer(passes=[[GOOD] * 3] * 2),
        answer(passes=7),
        answer(status="right"),
        answer(outcomes={**GOOD, "changed": [2]}),
        answer(outcomes={**GOOD, "changed": [-1]}),
        answer(outcomes={**GOOD, "changed": 5}),
        answer(outcomes={**GOOD, "raised": ["E"]}),
        answer(outcomes={**GOOD, "raised": ["E", "x", "f", ""]}),
        answer(outcomes={}),
        answer(outcomes=[]),
    ],
)
def test_an_answer_of_the_wrong_form_is_a_crash_of_the_answer(made):
    found = read(CELL, made, END).answers["mixing.2"]
    assert (found.status, found.passes) == ("crashed", ())


def test_frames_after_the_end_are_not_read():
    wrong = wire.frame(kind="answer", exercise="mixing.2", status="timed out", detail="late")
    assert read(CELL, answer(), END, wrong).answers["mixing.2"].status == "ran"


def test_an_unknown_exercise_is_not_taken():
    other = wire.frame(kind="answer", exercise="choosing.2", status="crashed", detail="")
    assert set(read(CELL, other, answer(), END).answers) == {"mixing.2"}
