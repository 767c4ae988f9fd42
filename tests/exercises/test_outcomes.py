"""Every outcome of a check, and the text that a learner reads."""

import re

import numpy as np
import pytest
import torch
from collected import for_each
from whichbank_authoring.exercises import ALL

from whichbank.exercises import check, report
from whichbank.exercises.table import load


def said(report):
    """The message on one line."""
    return report.message.replace("\n", " ")


def wrong_axis(vectors, W):
    grown = np.exp(vectors @ W @ vectors.T - (vectors @ W @ vectors.T).max(0))
    return grown / grown.sum(0)


def test_unknown_exercise_lists_those_that_exist():
    for wrong in ("5.9", "99.1", "five", 5.2, None):
        with pytest.raises(ValueError, match=r"average\.1, average\.2.*writer\.4"):
            check(wrong, 1)


def test_a_number_without_its_zero_is_understood():
    assert check("5.2", ...).exercise == check(" 05.2 ", ...).exercise == "mixing.2"


@pytest.mark.parametrize("answer", [..., None])
@pytest.mark.parametrize("exercise", ["average.1", "mixing.2"])
def test_placeholder_is_not_attempted(exercise, answer):
    report = check(exercise, answer)
    assert (report.ok, report.status) == (False, "not attempted")
    assert repr(report) == f"Exercise {exercise}: not attempted yet."


def test_function_with_an_empty_body_is_not_attempted():
    def dots(weights, vectors):
        """Only a docstring."""
        ...

    def passes(weights, vectors):
        pass

    def returns_dots(weights, vectors):
        return ...

    for stub in (dots, passes, returns_dots, lambda weights, vectors: None):
        assert repr(check("mixing.2", stub)) == "Exercise mixing.2: not attempted yet."


def test_module_with_an_empty_forward_is_not_attempted():
    class Empty(torch.nn.Module):
        def forward(self, scores): ...

    assert check("choosing.2", Empty()).status == "not attempted"


def test_forgotten_return_is_told():
    def softmax(scores):
        weights = np.exp(scores)  # noqa: F841

    report = check("choosing.2", softmax)
    assert report.status == "nothing returned"
    assert "return" in report.message

    def sometimes(scores):
        if scores.ndim == 1:
            return np.exp(scores - scores.max()) / np.exp(scores - scores.max()).sum()

    report = check("choosing.2", sometimes)
    assert report.status == "nothing returned"
    assert "scores = [[" in report.message


def test_partly_filled_answer_is_not_attempted():
    report = check("mixing.1", [1.4, ...])
    assert report.status == "not attempted"
    assert "empty" in report.message


def test_result_in_place_of_the_function():
    report = check("mixing.2", np.eye(3))
    assert report.status == "not a function"
    assert 'check("mixing.2", mix_all)' in report.message


def test_class_in_place_of_an_instance():
    report = check("choosing.2", torch.nn.Softmax)
    assert report.status == "not a function"
    assert "Softmax()" in report.message


def test_wrong_shape_says_expected_and_got():
    report = check("choosing.2", lambda scores: scores[..., :1] * 0)
    assert report.status == "shape"
    assert "scores (3,): expected an array of shape (3,), got an array of shape (1,)" in said(
        report
    )
    report = check("average.3", lambda word, fruit, tech: np.zeros(1))
    assert "expected a single number, got an array of shape (1,)" in said(report)


@for_each(
    "result, words",
    [
        (lambda w, v: (w @ v, w), "tuple of 2 arrays, of shapes"),
        (lambda w, v: "text", "text"),
        (lambda w, v: {"new": w @ v}, "dict"),
        (lambda w, v: [[1.0], [1.0, 2.0]], "no regular table"),
        (lambda w, v: w @ v > 0, "true and false"),
        (lambda w, v: (w @ v).astype(complex), "complex"),
        (lambda w, v: (w @ v).astype(np.float16), "float16"),
        (lambda w, v: torch.tensor(w @ v).bfloat16(), "bfloat16"),
        (lambda w, v: (w @ v).astype(int), "int64"),
        (lambda w, v: np.zeros(v.shape, dtype=np.int32)[:1].repeat(len(w), 0), "int32"),
        (lambda w, v: map(float, v[0]), "map"),
    ],
)
def test_wrong_type_is_told(result, words):
    report = check("mixing.2", result)
    assert report.status == "dtype"
    assert words in report.message


def test_not_finite():
    report = check("choosing.2", lambda scores: np.full(scores.shape, np.nan))
    assert report.status == "not finite"
    assert "nan" in report.message
    assert check("mixing.1", [np.nan, 0.1]).status == "not finite"
    assert check("mixing.1", [np.inf, 0.1]).status == "not finite"


@for_each(
    "exercise, answer, words",
    [
        ("choosing.2", lambda s: (s**2 + 1) / (s**2 + 1).sum(-1, keepdims=True) * 2, "sums to 2"),
        ("choosing.2", lambda s: (s**2 + 1) / (s**2 + 1).sum(-1, keepdims=True), "adding 3"),
        ("choosing.2", lambda s: s - s.mean(-1, keepdims=True) + 1 / s.shape[-1], "negative"),
        ("mixing.2", lambda w, v: 2 * w @ v, "stays between"),
        (
            "mixing.2",
            lambda w, v: np.clip(w @ v**2, v.min(0), v.max(0)),
            "doubling vectors must double",
        ),
        ("mixing.3", lambda w: np.full(w.shape, 1 / w.shape[1]), "row of zeros"),
        ("mixing.3", lambda w: -w, "negative"),
        ("average.2", lambda a, b: (a * b).sum(-1) * 3, "between -1 and 1"),
        ("average.2", lambda a, b: np.tanh((a - b).sum(-1)), "a with b"),
        ("average.3", lambda w, f, t: f.sum() - 2 * t.sum(), "only turn the sign"),
        ("choosing.3", lambda e: e * 1.5, "stays between"),
        ("jobs.2", lambda v, s: s[:, None] ** 2 * (v @ v.T), "word j with word i"),
        (
            "choosing.3",
            lambda e: np.cumsum(e, 0) / np.arange(1, len(e) + 1)[:, None],
            "reverse order",
        ),
    ],
)
def test_unknown_wrong_answer_names_the_property_that_fails(exercise, answer, words):
    report = check(exercise, answer)
    assert report.status == "wrong", report
    assert words in said(report)
    assert "expected" in report.message
    assert "got" in report.message


def test_unknown_wrong_answer_shows_the_smallest_case():
    def softmax(scores):
        grown = np.exp((scores - scores.max(-1, keepdims=True)) / 3)
        return grown / grown.sum(-1, keepdims=True)

    report = check("choosing.2", softmax)
    assert report.message == (
        "Exercise choosing.2: not right yet: 5 of 6 cases differ. The smallest one:\n"
        "  scores = [2, 2, 1]\n"
        '  (case 1 of 6: check("choosing.2", softmax, case=1) gives you its inputs)\n'
        "  expected                 got\n"
        "  0.4223  0.4223  0.1554   0.3681  0.3681  0.2638\n"
        "No known mistake explains it.\n"
        "It is right in 1 of 4 kinds of cases; not yet in ordinary ones, with a stack of tables and with\n"
        "large scores."
    )


def test_only_the_batch_differs():
    def softmax(scores):
        grown = np.exp(scores - scores.max(-1, keepdims=True))
        return (
            grown
            / grown.sum(-1, keepdims=True)
            * (1.0 if scores.ndim < 3 else np.linspace(1, 2, 5))
        )

    report = check("choosing.2", softmax)
    assert "1 of 6 cases differ" in report.message
    assert "table [0] of the result" in report.message
    assert "scores = an array of shape (4, 3, 5)" in report.message


def test_the_case_that_is_shown_is_the_one_that_lacks_the_property():
    def softmax(scores):
        grown = np.exp(scores - scores.max(-1, keepdims=True))
        weights = grown / grown.sum(-1, keepdims=True)
        return weights * 2 if scores.shape == (2, 4) else weights[..., ::-1]

    report = check("choosing.2", softmax)
    assert "What fails here: a row of weights sums to 1, and here one sums to 2." in said(report)
    assert "cases differ. One of them:" in said(report)
    assert report.message.count("scores = [[") == 1
    assert report.message.count("],") == 1, "the table of two rows is shown"


@for_each("exercise", [e for e in ALL.values() if e.kind == "code"])
def test_nan_throughout_is_no_known_mistake(exercise):
    report = check(exercise.id, lambda *inputs: exercise.reference(*inputs) * np.array(np.nan))
    assert (report.status, report.mistakes) == ("not finite", ())
    assert "every number is nan" in said(report)


@pytest.mark.parametrize("raises", [False, True])
def test_what_fails_in_one_kind_of_case_alone_is_told_by_the_kind(raises):
    def weights(q, k):
        if q.ndim == 3 and raises:
            raise ValueError("three axes")
        scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1]) * (1 + (q.ndim == 3))
        grown = np.exp(scores - scores.max(-1, keepdims=True))
        return grown / grown.sum(-1, keepdims=True)

    report = check("roles.2", weights)
    assert report.status == ("raised" if raises else "wrong")
    assert "It is right in 3 of 4 kinds of cases; not yet with a batch axis." in said(report)


def test_a_named_mistake_too_is_told_with_what_is_right_already():
    report = check("mixing.2", lambda weights, vectors: weights.T @ vectors)
    assert report.mistakes == ("transposed",)
    assert (
        report.message.count(
            "It is right in 1 of 5 kinds of cases; not yet in ordinary ones, where weights"
        )
        == 1
    )
    nowhere = check("mixing.2", lambda weights, vectors: np.zeros((len(weights), vectors.shape[1])))
    assert "kinds of cases" not in nowhere.message


def test_a_mistake_that_the_book_shows_is_told_with_its_section():
    columns = check("choosing.2", lambda scores: np.exp(scores) / np.exp(scores).sum(0))
    assert "\n  See chapter choosing, “The wrong axis”.\n" in check("jobs.3", wrong_axis).message
    assert columns.message.count("\n  See chapter choosing, “The wrong axis”.\n") == 1
    assert columns.message.count("\n  See chapter choosing, “Large scores”.\n") == 1
    assert (
        check("choosing.1", [0.4, 0.4, 0.2]).message.count(
            "\n  See chapter choosing, “Second try: divide by the sum”."
        )
        == 1
    )
    assert "See chapter" not in check("choosing.2", lambda scores: -scores).message


@for_each("exercise", [e for e in ALL.values() if e.kind == "code"])
def test_each_case_can_be_had_as_copies(exercise):
    known = load(exercise.id)
    for number, arrays in enumerate(known.cases, start=1):
        given = check(exercise.id, ..., case=number)
        assert given._fields == exercise.inputs
        for mine, array in zip(given, arrays, strict=True):
            assert np.array_equal(mine, array)
            assert mine.dtype == array.dtype
            mine[...] = 77  # a copy: it can be written to, and the table does not change
    for number, arrays in enumerate(known.cases, start=1):
        assert all(map(np.array_equal, check(exercise.id, ..., case=number), arrays))
    for wrong in (0, len(known.cases) + 1, -1, 1.5, "1"):
        with pytest.raises(
            ValueError, match=f"has the cases 1 to {len(known.cases)}; got case={wrong!r}"
        ):
            check(exercise.id, ..., case=wrong)


def test_a_module_gets_tensors_and_the_case_that_is_shown_is_the_one_that_comes():
    assert isinstance(check("choosing.2", torch.nn.Softmax(-1), case=3).scores, torch.Tensor)
    shown = check("choosing.2", lambda scores: scores * 1j if scores.ndim == 2 else 1 / 0).message
    number = int(re.search(r'check\("choosing\.2", softmax, case=(\d)\)', shown)[1])
    assert f"  scores = {report.value(check('choosing.2', ..., case=number).scores)}\n" in shown
    with pytest.raises(
        ValueError,
        match=r"only coding exercises have cases; exercise mixing\.1 is "
        r"none",
    ):
        check("mixing.1", ..., case=1)


@pytest.mark.parametrize("answer", [[1, 2, 3], 1.25, [[1, 2], [3, 4]], []])
def test_hand_answer_of_wrong_shape(answer):
    report = check("mixing.1", answer)
    assert report.status == "shape"
    assert "The answer is 2 numbers" in report.message


@pytest.mark.parametrize(
    "answer", ["1.25", ["a", "b"], lambda: 1, [True, False], {"x": 1}, [[1], [1, 2]]]
)
def test_hand_answer_that_is_no_number(answer):
    report = check("mixing.1", answer)
    assert report.status == "dtype"
    assert "The answer is 2 numbers" in report.message


def test_hand_answer_rounded_too_early_is_close():
    report = check("choosing.1", [0.42, 0.42, 0.16])
    assert report.status == "wrong"
    assert "three decimals" in report.message


def test_hand_answer_wrong_in_one_place_says_which():
    assert "number 2 of 2 is wrong" in check("mixing.1", [1.4, 0.4]).message
    assert "numbers 1 and 2 of 2 are wrong" in check("mixing.1", [8, 9]).message


def test_explore_has_nothing_to_check():
    report = check("average.4", "anything")
    assert (report.ok, report.status) == (False, "nothing to check")


def test_report_is_true_only_when_right():
    assert check("mixing.1", [1.4, 0.1])
    assert not check("mixing.1", ...)


@pytest.mark.parametrize(
    "answer", [lambda s: s, lambda s: 1 / 0, lambda s: np.exp(s), lambda s: "x"]
)
def test_messages_repeat_exactly(answer):
    first, second = check("choosing.2", answer), check("choosing.2", answer)
    assert repr(first) == repr(second)
    assert not re.search(r"0x[0-9a-f]{4}|\d{7,}", repr(first))
