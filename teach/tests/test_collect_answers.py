"""An answer is found by its cell's id, by its name, by its check; and the student's own code stays
around it.
"""

import copy

import nbformat
import pytest
from classes import DOT
from handing_in import MIX, SOFTMAX, answered, by_id, cell, classroom, code, put, words
from whichbank_teach.classroom.submission import read
from whichbank_teach.collect import collect


@pytest.fixture
def room(tmp_path):
    return classroom(tmp_path / "class")


@pytest.fixture
def hand_in(room, tmp_path):
    """Hand in a notebook and return what the graders see, and the report."""

    def handed(made, name="student01/ps1.ipynb"):
        report = collect(room, "ps1", put(tmp_path / "inbox", name, made).parents[1])
        (file,) = [one for one in report.files if one.student == "student01"]
        return read(room.collected("student01", "ps1")), file

    return handed


def bare(made):
    """The notebook as a program leaves it that keeps neither ids nor metadata."""
    made = copy.deepcopy(made)
    for one in made["cells"]:
        one.pop("id", None)
        one["metadata"] = {}
    made["metadata"], made["nbformat_minor"] = {}, 4
    return made


def answers(work):
    return {one: work.answer(one).source for one in work.exercises if work.answer(one)}


def added(work):
    return [one.source for one in work.cells if one.added]


def test_an_untouched_notebook_is_not_attempted_and_no_problem(hand_in, given):
    work, report = hand_in(given)
    assert (report.done, report.says) == ("collected", ("0 of 4 exercises are answered.",))
    assert answers(work)["mixing.2"] == "".join(cell(given, "exercise-mixing-2-stub")["source"])
    assert (work.problems, dict(work.missing), added(work), work.variant) == ((), {}, [], "")


@pytest.mark.parametrize("strip", [lambda made: made, bare], ids=["ids", "no ids"])
def test_answers_and_own_cells_are_found_with_and_without_ids(hand_in, given, strip):
    made = answered(
        given,
        ex_mixing_1="answer_mixing_1 = [1.1, 0.2]",
        ex_mixing_2=MIX,
        words_mixing_4="Because it **turns**.",
    )
    made["cells"].insert(3, code("import math"))
    places = [one.get("id") for one in made["cells"]]
    made["cells"].insert(places.index("exercise-mixing-2"), code("def helper(x):\n    return x"))
    made["cells"].append(code("print(mix_all)"))
    made["cells"].insert(4, words("A note of my own"))
    work, report = hand_in(strip(made))
    assert answers(work) | {"choosing.2": ""} == {
        "mixing.1": "answer_mixing_1 = [1.1, 0.2]",
        "mixing.2": MIX,
        "choosing.2": "",
        "mixing.4": "Because it **turns**.",
    }
    assert added(work) == ["import math", "def helper(x):\n    return x", "print(mix_all)"]
    order = [one.source.split("\n")[0] for one in work.cells]
    assert order[:5] == [
        "import numpy as np",
        "import math",
        "answer_mixing_1 = [1.1, 0.2]",
        "def helper(x):",
        "def mix_all(weights, vectors):",
    ]
    assert order[-1] == "print(mix_all)"
    assert report.says[0] == "3 of 4 exercises are answered."


def test_the_last_of_several_definitions_wins(hand_in, given):
    made = bare(answered(given, ex_mixing_2="def mix_all(w, v):\n    return 1"))
    made["cells"] += [code("def mix_all(w, v):\n    return 2"), code("mix_all = lambda w, v: 3")]
    work, _ = hand_in(made)
    assert answers(work)["mixing.2"] == "mix_all = lambda w, v: 3"
    assert added(work) == ["def mix_all(w, v):\n    return 1", "def mix_all(w, v):\n    return 2"]


def test_a_copied_cell_with_the_same_mark_wins_if_it_comes_later(hand_in, given):
    made = answered(given, ex_mixing_2="def mix_all(w, v):\n    return 1")
    twin = copy.deepcopy(cell(made, "exercise-mixing-2-stub"))
    twin |= {"id": "a-copy", "source": MIX}
    made["cells"].append(twin)
    assert answers(hand_in(made)[0])["mixing.2"] == MIX


def test_the_untouched_stub_never_wins_over_an_answer(hand_in, given):
    made = copy.deepcopy(given)
    made["cells"].insert(3, code(MIX))
    work, report = hand_in(made)
    assert answers(work)["mixing.2"] == MIX
    assert "Not found by a cell's id, but by the name that it defines: mixing.2." in report.says


def test_a_try_further_down_counts_only_if_it_is_checked(hand_in, given):
    made = answered(given, ex_mixing_2=f'{MIX}\n\ncheck("mixing.2", mix_all)')
    made["cells"].append(code("def mix_all(w, v):  # what if\n    return 0"))
    work, report = hand_in(made)
    assert "weights @ vectors" in answers(work)["mixing.2"]
    assert added(work) == ["def mix_all(w, v):  # what if\n    return 0"]
    assert (
        "mixing.2: mix_all is defined again further down; the exercise's cell counts."
        in report.says
    )
    made["cells"].append(code('check("mixing.2", mix_all)'))
    work, report = hand_in(made)
    assert answers(work)["mixing.2"].endswith("return 0")
    assert (
        "mixing.2: mix_all is defined and checked again further down; that one counts."
        in report.says
    )


def test_a_helper_of_another_exercise_does_not_take_an_answers_place(hand_in, given):
    made = answered(
        given, ex_mixing_2=f"{MIX}\n\ndef softmax(x):\n    return x", ex_choosing_2=SOFTMAX
    )
    work, _ = hand_in(made)
    assert answers(work)["choosing.2"] == SOFTMAX
    made["cells"] = [
        one
        for one in made["cells"]
        if one["id"] not in ("exercise-mixing-2-stub", "exercise-choosing-2-stub")
    ]
    made["cells"] += [
        code(SOFTMAX, id="exercise-choosing-2-stub"),
        code(f"{MIX}\nsoftmax = 3", id="exercise-mixing-2-stub"),
    ]
    assert answers(hand_in(made)[0])["choosing.2"] == SOFTMAX


@pytest.mark.parametrize(
    ("source", "ending"),
    [
        ('def blend(w, v):\n    return w @ v\n\ncheck("mixing.2", blend)', "mix_all = blend"),
        ("check('mixing.2', lambda w, v: w @ v)", "mix_all = lambda w, v: w @ v"),
        ('import whichbank.exercises as ex\nex.check("mixing.2", answer=blend)', "mix_all = blend"),
        ('report = check("mixing.2", Blend())', "mix_all = Blend()"),
        ("def blend(:\n    pass\ncheck('mixing.2', blend)", "mix_all = blend"),
    ],
)
@pytest.mark.parametrize("where", ["stub", "own cell"])
def test_a_renamed_answer_is_found_by_its_check(hand_in, given, source, ending, where):
    made = copy.deepcopy(given)
    if where == "stub":
        made = answered(made, ex_mixing_2=source)
    else:
        made["cells"].append(code(source))
    work, report = hand_in(made)
    assert (
        answers(work)["mixing.2"]
        == f"{source}\n\n{ending}  # added on collecting: what was checked"
    )
    assert any(one.startswith("mixing.2: the answer was found by its check") for one in report.says)


def test_numbers_written_straight_into_the_check_count(hand_in, given):
    made = answered(given, ex_mixing_1='answer_mixing_1 = ...\n\ncheck("mixing.1", [1.1, 0.2])')
    assert "\nanswer_mixing_1 = [1.1, 0.2]  # added" in answers(hand_in(made)[0])["mixing.1"]


def test_merged_cells_answer_both_exercises_in_order(hand_in, given):
    made = answered(given, ex_mixing_2=f"{MIX}\n\n{SOFTMAX}")
    made["cells"] = [one for one in made["cells"] if one["id"] != "exercise-choosing-2-stub"]
    work, report = hand_in(made)
    assert answers(work)["mixing.2"] == f"{MIX}\n\n{SOFTMAX}"
    assert answers(work)["choosing.2"] == "# The answer to choosing.2 is in the cell of mixing.2."
    assert [one.exercise for one in work.cells if one.exercise] == [
        "mixing.1",
        "mixing.2",
        "choosing.2",
        "mixing.4",
    ]
    assert "The answers to mixing.2 and choosing.2 are in one cell." in report.says


def test_a_split_cell_keeps_its_pieces_in_order(hand_in, given):
    made = answered(given, ex_mixing_2="scale = 1.0")
    place = made["cells"].index(cell(made, "exercise-mixing-2-stub"))
    made["cells"].insert(place + 1, code(MIX.replace("weights @", "scale * weights @")))
    made["cells"].insert(place + 2, code('check("mixing.2", mix_all)'))
    work, _ = hand_in(made)
    sources = [one.source for one in work.cells]
    assert "scale * weights" in answers(work)["mixing.2"]
    assert sources.index("scale = 1.0") < sources.index(answers(work)["mixing.2"])
    assert 'check("mixing.2", mix_all)' in added(work)


def test_exercises_in_another_order_stay_in_the_students_order(hand_in, given):
    made = answered(given, ex_mixing_2=MIX, ex_choosing_2=SOFTMAX)
    stub = cell(made, "exercise-choosing-2-stub")
    made["cells"].remove(stub)
    made["cells"].insert(3, stub)
    made["cells"].insert(4, code("between = softmax"))
    work, _ = hand_in(made)
    assert [one.exercise for one in work.cells if one.exercise] == [
        "choosing.2",
        "mixing.1",
        "mixing.2",
        "mixing.4",
    ]
    sources = [one.source for one in work.cells]
    assert sources.index(SOFTMAX) < sources.index("between = softmax") < sources.index(MIX)


def test_an_exercise_without_a_trace_is_missing_and_not_zero(hand_in, given):
    made = copy.deepcopy(given)
    made["cells"] = [
        one
        for one in made["cells"]
        if not one["id"].startswith(("exercise-mixing-2", "exercise-mixing-4"))
    ]
    work, report = hand_in(made)
    assert set(work.missing) == {"mixing.2", "mixing.4"}
    assert "no cell has its id, defines mix_all, or checks it" in work.reason("mixing.2")
    assert work.reason("choosing.2") == ""
    assert work.missing["mixing.4"] in report.says


def test_a_notebook_of_something_else_is_missing_everything(hand_in):
    work, report = hand_in(
        {"cells": [code("print(1)"), words("# My holidays")], "nbformat": 4, "metadata": {}}
    )
    assert set(work.missing) == {"mixing.1", "mixing.2", "choosing.2", "mixing.4"}
    assert all(work.reason(one) for one in work.exercises)
    assert report.says[0] == "0 of 4 exercises are answered."


def test_another_assignments_notebook_is_told(hand_in, given):
    made = copy.deepcopy(given)
    made["metadata"]["whichbank"]["assignment"] = "ps7\x1b[31m"
    assert "The notebook says that it is 'ps7�[31m'." in hand_in(made)[1].says


def test_changed_setup_imports_and_points_cells_are_kept_as_own_code(hand_in, given):
    made = copy.deepcopy(given)
    cell(made, "imports")["source"] = (
        "import numpy as np\nimport math\nfrom whichbank.exercises import check"
    )
    cell(made, "setup")["source"] = "import os"
    cell(made, "exercise-mixing-2-points")["source"] = "points = 100"
    work, _ = hand_in(made)
    assert added(work)[0] == "import os"
    assert "import math" in added(work)[1]
    assert added(work)[2] == "points = 100"
    assert work.cells[0].source == "import numpy as np\n\nfrom whichbank.exercises import check"


def test_the_chapters_setup_cell_is_not_the_students(hand_in, given, room):
    (room.root / "whichbank_teach.toml").write_text(
        '[course]\nrepository = "ada/course"\n', encoding="utf-8"
    )
    assert added(hand_in(given)[0]) == []


@pytest.mark.parametrize("kind", ["markdown", "raw"])
def test_a_stub_turned_into_text_by_mistake_is_still_the_answer(hand_in, given, kind):
    made = answered(given, ex_mixing_2=MIX)
    stub = cell(made, "exercise-mixing-2-stub")
    stub["cell_type"] = kind
    del stub["outputs"], stub["execution_count"]
    work, report = hand_in(made)
    assert answers(work)["mixing.2"] == MIX
    assert "The cell of mixing.2 was no longer a code cell; it was taken as one." in report.says


# Answers in words


def test_words_are_gathered_from_the_statements_end_to_the_next_exercise(hand_in, given):
    made = copy.deepcopy(given)
    statement = cell(made, "exercise-mixing-4")
    statement["source"] = "".join(statement["source"]) + "\n\nMy first thought."
    place = made["cells"].index(cell(made, "exercise-mixing-4-answer"))
    made["cells"].insert(place, words("A second one."))
    made["cells"].append(words("A third, <b>bold</b> one."))
    work, _ = hand_in(made)
    assert (
        answers(work)["mixing.4"]
        == "My first thought.\n\nA second one.\n\nA third, <b>bold</b> one."
    )


def test_words_elsewhere_are_not_an_answer(hand_in, given):
    made = copy.deepcopy(given)
    made["cells"].insert(3, words("Hello!"))
    work, _ = hand_in(made)
    assert answers(work)["mixing.4"] == "Write your answer here, in words."


def test_an_answer_in_words_that_became_code_is_still_one(hand_in, given):
    made = answered(given, words_mixing_4="Because.")
    cell(made, "exercise-mixing-4-answer").update(
        cell_type="code", outputs=[], execution_count=None
    )
    work, _ = hand_in(made)
    assert [(one.kind, one.source) for one in work.cells if one.exercise == "mixing.4"] == [
        ("markdown", "Because.")
    ]
    assert added(work) == []


def test_an_answer_in_words_keeps_its_pictures_and_nothing_live(room, given, inbox):
    made = answered(given, words_mixing_4="Look: ![a](attachment:a.png)")
    place = made["cells"].index(cell(made, "exercise-mixing-4-answer"))
    svg = {
        "image/svg+xml": "<svg onload='alert(1)'/>",
        "image/png": "not base64!",
        "text/html": "<script>",
    }
    made["cells"][place]["attachments"] = {
        "../a.png": {"image/png": DOT},
        "b": svg,
        "c": {"image/png": DOT[5:]},
    }
    drawn = {
        "output_type": "display_data",
        "metadata": {},
        "data": svg | {"image/png": [DOT[:20], DOT[20:]]},
    }
    made["cells"].insert(place + 1, code("plot()", outputs=[drawn]))
    made["cells"].insert(place + 2, words(f"And ![here](data:image/png;base64,{DOT})"))
    put(inbox, "student01/ps1.ipynb", made)
    collect(room, "ps1", inbox)
    collected = nbformat.read(room.collected("student01", "ps1"), as_version=4)
    answer = by_id(collected)["exercise-mixing-4-answer"]
    assert answer.attachments == {f"picture-{i}.png": {"image/png": DOT} for i in (1, 2, 3)}
    assert answer.source == "Look: ![a](attachment:a.png)\n\nAnd (picture)"


@pytest.mark.parametrize(
    ("language", "python"),
    [
        ({"version": "3.14.1"}, "3.14.1"),
        ({"version": "x"}, ""),
        ({"version": 3}, ""),
        ("python", ""),
        (None, ""),
    ],
)
def test_the_graders_know_the_students_python_and_what_failed_there(
    hand_in, given, language, python
):
    made = answered(given, ex_mixing_2=MIX, ex_choosing_2=SOFTMAX)
    made["metadata"]["language_info"] = language
    failed = {"output_type": "error", "ename": "NameError", "evalue": "", "traceback": []}
    cell(made, "exercise-choosing-2-stub")["outputs"] = [failed]
    work, _ = hand_in(made)
    assert (work.python, work.failed) == (python, ("choosing.2",))


def test_a_copied_cell_is_noted_and_the_last_one_counts(hand_in, given):
    made = answered(given, ex_mixing_2=MIX)
    first = cell(made, "exercise-mixing-2-stub")
    again = first | {"source": f"{MIX}  # again"}
    made["cells"].insert(made["cells"].index(first) + 1, again)
    work, report = hand_in(made)
    assert answers(work)["mixing.2"].endswith("# again")
    assert any("its cell was copied and is there 2 times" in said for said in report.says)
