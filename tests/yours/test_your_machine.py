"""The boxes: the reader's functions take the course's places, and a fault says where it is."""

import numpy as np
import pytest
import torch
from collected import for_each
from whichbank_authoring.exercises import ALL

from whichbank.exercises import check
from whichbank.exercises.table import load
from whichbank.yours import BOXES, BoxError, defined, letters, text_of
from whichbank.yours.machine import Machine

SOFTMAX = """
def top(scores):
    return scores.max(axis=-1, keepdims=True)

def softmax(scores):
    powers = np.exp(scores - top(scores))
    return powers / powers.sum(axis=-1, keepdims=True)

check("choosing.2", softmax)
"""


@for_each("box", BOXES.values())
def test_a_box_is_the_function_of_its_exercise(box):
    exercise = ALL[box.exercise]
    assert (box.name, box.arguments) == (exercise.name, exercise.inputs)
    for answer in (box.default, defined({box.name: text_of(box.name)})[box.name]):
        report = check(box.exercise, answer)
        # where NumPy alone is asked for, the course's own function is right, and no answer
        assert report.ok != load(box.exercise).alone
        assert report.ok or "the numbers are right" in report.message
    case = next(iter(exercise.cases(np.random.default_rng(0))))
    assert box.wanted(*case.values()) == np.shape(exercise.reference(**case))
    assert set(box.parts) <= set(BOXES)


@for_each("box", BOXES.values())
def test_what_a_box_calls_is_listed(box):
    machine = Machine()
    case = next(iter(ALL[box.exercise].cases(np.random.default_rng(0))))
    getattr(machine, box.name)(*case.values())
    called = {name for name, times in machine.calls.items() if times} - {box.name}

    def below(name):
        return {name}.union(*map(below, BOXES[name].parts))

    assert called == below(box.name) - {box.name}


def test_the_others_call_the_readers_function():
    calls = []

    def softmax(scores):
        calls.append(scores.shape)
        return BOXES["softmax"].default(scores)

    machine = Machine({"softmax": softmax})
    x = np.ones((2, 3, 4))
    machine.causal_attention(x, x, x)
    assert calls == [(2, 3, 3)]
    assert machine.theirs == {"softmax"}
    assert machine.calls["softmax"] == machine.calls["causal_attention"] == 1


def test_a_cell_calls_what_the_machine_has_and_first_what_it_defines_itself():
    sources = {
        "softmax": SOFTMAX,
        "merge_heads": "def softmax(x):\n    return x\n\ndef merge_heads(heads):\n"
        "    return np.hstack(list(softmax(heads)))",
        "causal_attention": "def causal_attention(q, k, v):\n"
        "    scores = np.where(np.tri(len(q[0])), q @ k.swapaxes(1, 2) / math.sqrt(len(q[0][0])), -np.inf)\n"
        "    return softmax(scores) @ v",
    }
    machine = Machine(defined(sources))
    expected = letters().logits("The bank")
    np.testing.assert_allclose(letters(defined(sources)).logits("The bank"), expected, atol=1e-9)
    x = np.ones((2, 3, 4))
    machine.causal_attention(x, x, x)
    assert machine.calls["softmax"] == 1
    other = Machine(defined(sources) | {"softmax": np.zeros_like})
    assert not other.causal_attention(x, x, x).any()
    machine.merge_heads(x)
    assert machine.calls["softmax"] == 1


def test_names_and_functions_are_looked_at():
    with pytest.raises(ValueError, match=r"named as boxes are: softmax, .*; got soft, max"):
        letters({"soft": len, "max": len})
    with pytest.raises(TypeError, match=r"must be a function, softmax\(scores\); got int"):
        letters({"softmax": 3})


FAULTS = {
    "raises": (
        "def helper(x):\n    return x.nothing\n\n\ndef softmax(scores):\n    return helper(scores)",
        "'numpy.ndarray' object has no attribute 'nothing'",
        2,
    ),
    "changes its input": (
        "def softmax(scores):\n    scores -= 1\n    return scores",
        "ValueError: output array is read-only",
        2,
    ),
    "another shape": ("def softmax(scores):\n    return scores[0]", "it gave the shape (3, 3)", 2),
    "nothing": ("def softmax(scores):\n    ...", "it gave a value of type NoneType", 1),
    "text": ("def softmax(scores):\n    return 'one'", "it gave text", 2),
    "NaN": (
        "def softmax(scores):\n    if 1:\n        return 0 * scores / 0",
        "it gave NaN, which is no number",
        3,
    ),
    "infinite": (
        "def softmax(scores):\n    return scores + np.inf",
        "it gave an infinite number",
        2,
    ),
}


@for_each("source, reason, line", FAULTS.values())
def test_a_fault_names_box_shapes_and_line(source, reason, line):
    with pytest.raises(BoxError) as caught:
        letters(defined({"softmax": source})).logits("abc")
    error = caught.value
    assert (error.box, error.line) == ("softmax", line)
    assert reason in error.reason
    assert error.source == source.splitlines()[line - 1].strip()
    assert error.given == {"scores": (4, 3, 3)}
    assert error.wanted == (4, 3, 3)
    assert "softmax: " in str(error)
    assert "It was given scores (4, 3, 3)." in str(error)


@for_each(
    "source, reason, line",
    [
        ("def softmax(scores)\n    return 1", "SyntaxError: expected ':'", 1),
        ("one = 1\none.two", "AttributeError", 2),
        ("def soft_max(scores):\n    return 1", "defines no function softmax", None),
    ],
)
def test_a_cell_that_does_not_run_is_told(source, reason, line):
    with pytest.raises(BoxError, match=reason) as caught:
        defined({"softmax": source})
    assert caught.value.line == line


def test_functions_of_tensors_work_and_lists_do():
    functions = {
        "softmax": lambda scores: scores.softmax(-1),
        "layer_norm": lambda x, gain, shift, eps: torch.nn.functional.layer_norm(
            x, x.shape[-1:], gain, shift, eps
        ),
        "merge_heads": lambda heads: np.concatenate(list(heads), axis=1).tolist(),
    }
    expected = letters().logits("The bank")
    np.testing.assert_allclose(letters(functions).logits("The bank"), expected, atol=1e-9)
    del functions["merge_heads"]
    on_cpu = letters(functions, device="cpu")
    np.testing.assert_allclose(on_cpu.logits("The bank"), expected, atol=1e-9)


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA GPU, and torch sees none")
def test_a_gpu_gives_the_same_logits():
    functions = {"softmax": lambda scores: scores.softmax(-1)}
    on_gpu = letters(functions, device="cuda").logits("The bank")
    np.testing.assert_allclose(on_gpu, letters().logits("The bank"), atol=1e-6)


def test_the_error_of_arrays_is_told_where_tensors_do_not_help():
    with pytest.raises(BoxError, match=r"'numpy.ndarray' object has no attribute 'nothing'"):
        letters({"softmax": lambda scores: scores.nothing}).logits("abc")
