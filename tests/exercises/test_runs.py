"""How a check runs an answer: errors, copies of the inputs, modules, tensors."""

import gc
import subprocess
import sys
import warnings

import numpy as np
import pytest
import torch

from whichbank.attention import attend
from whichbank.exercises import check
from whichbank.exercises.table import load


def test_raised_says_input_line_and_source():
    def mix_all(weights, vectors):
        first = weights[0]
        return first[99] * vectors

    report = check("mixing.2", mix_all)
    assert report.status == "raised"
    assert "IndexError" in report.message
    assert "in line 3 of mix_all: return first[99] * vectors" in report.message
    assert "weights = [[1]]" in report.message  # the smallest case


def test_raised_in_a_helper_names_the_helper():
    def helper(weights):
        raise KeyError("no such word")

    report = check("mixing.3", lambda weights: helper(weights))
    assert "in line 2 of helper" in report.message


def test_raised_in_a_library_names_the_students_line():
    def softmax(scores):
        return np.linalg.inv(scores)

    assert (
        "in line 2 of softmax: return np.linalg.inv(scores)" in check("choosing.2", softmax).message
    )


def test_raised_in_a_method_and_a_module():
    class Mixer:
        def __call__(self, weights, vectors):
            return weights.nothing

    class Module(torch.nn.Module):
        def forward(self, weights, vectors):
            raise RuntimeError("not yet")

    assert "in line 2 of __call__" in check("mixing.2", Mixer()).message
    assert "in line 2 of forward" in check("mixing.2", Module()).message


def test_wrong_number_of_arguments():
    report = check("mixing.2", lambda weights: weights)
    assert report.status == "raised"
    assert "1 positional argument but 2 were given" in " ".join(report.message.split())
    assert (
        "before its first line. To mix_all, 2 inputs come, in this order: weights, vectors."
        in report.message
    )
    assert "To mend, one input comes: weights." in check("mixing.3", lambda: 1).message


def test_exit_does_not_end_the_notebook():
    assert check("mixing.3", lambda weights: sys.exit(3)).status == "raised"


def test_interrupt_still_interrupts():
    def stopped(weights):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check("mixing.3", stopped)


def test_addresses_are_left_out():
    def softmax(scores):
        raise ValueError(f"bad {softmax}")

    assert "0x" not in check("choosing.2", softmax).message


def test_raising_in_one_case_still_shows_what_the_others_show():
    def mix_all(weights, vectors):
        if len(weights) == 1:
            raise RuntimeError("too short")
        return weights.T @ vectors

    report = check("mixing.2", mix_all)
    assert (report.status, report.mistakes) == ("raised", ("transposed",))


def test_inputs_changed_in_place():
    def softmax(scores):
        scores -= scores.max(axis=-1, keepdims=True)
        return np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)

    report = check("choosing.2", softmax)
    assert (report.ok, report.status) == (False, "changed inputs")
    assert "softmax changes scores in place" in report.message
    # and the table itself is unharmed
    assert check("choosing.2", lambda scores: softmax(scores.copy())).ok

    def mid_update(weights, vectors):
        for i in range(len(weights)):
            vectors[i] = weights[i] @ vectors
        return vectors

    report = check("mixing.2", mid_update)
    assert (report.status, report.mistakes) == ("mistake", ("mid_update",))
    assert "Also, mix_all changes vectors in place" in report.message


def test_reused_buffer_is_no_trick():
    kept = {}

    def softmax(scores):
        out = kept.setdefault(scores.shape, np.empty(scores.shape))
        grown = np.exp(scores - scores.max(-1, keepdims=True))
        out[...] = grown / grown.sum(-1, keepdims=True)
        return out

    assert check("choosing.2", softmax).ok


def test_module_without_float_parameters_and_in_half_precision():
    class Softmax(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.axis = torch.nn.Parameter(torch.tensor(-1), requires_grad=False)
            self.one = torch.nn.Parameter(torch.ones(1))

        def forward(self, scores):
            assert scores.dtype == self.one.dtype
            return torch.softmax(self.one * scores, int(self.axis))

    assert check("choosing.2", Softmax()).ok
    assert check("choosing.2", Softmax().double()).ok
    assert "float16" in check("choosing.2", Softmax().bfloat16()).message


def test_object_that_looks_like_a_module_is_called():
    class Looks:
        forward = parameters = print

        def __call__(self, scores):
            return np.exp(scores - scores.max(-1, keepdims=True)) / np.exp(
                scores - scores.max(-1, keepdims=True)
            ).sum(-1, keepdims=True)

    assert check("choosing.2", Looks()).ok


def test_random_state_and_warnings_are_left_alone(recwarn):
    np.random.seed(3)
    want = np.random.random()
    np.random.seed(3)
    before = np.geterr()
    assert not check("choosing.2", lambda s: np.exp(s) / np.exp(s).sum(-1, keepdims=True))
    assert np.random.random() == want
    assert np.geterr() == before
    assert not recwarn.list


def test_table_cannot_be_written_to():
    with pytest.raises(ValueError, match="read-only"):
        load("choosing.2").cases[0][0][0] = 3


def test_check_needs_numpy_alone():
    code = (
        "import sys; from whichbank.exercises import check; check('choosing.2', lambda s: s); "
        "print(sorted(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    for other in ("torch", "scipy", "matplotlib", "gensim"):
        assert f"'{other}'" not in done.stdout


def test_async_functions_and_generators_are_told_without_a_warning():
    async def later(weights):
        return weights

    async def one_by_one(weights):
        yield weights

    def rows(weights):
        yield from weights

    with warnings.catch_warnings(record=True) as leaked:
        warnings.simplefilter("always")
        for answer, words in (
            (later, "place of async def"),
            (one_by_one, "place of async def"),
            (rows, "has a yield"),
            (lambda weights: (row for row in weights), "nobody has asked for yet"),
            (lambda weights: map(np.sum, weights), "Put list( ) around it"),
            (
                lambda weights: np.array([None, "x"]),
                "that holds NoneType and str in place of numbers",
            ),
        ):
            report = check("mixing.3", answer)
            gc.collect()
            assert report.status == "dtype"
            assert words in " ".join(report.message.split())
    assert not leaked


def test_an_answer_that_changes_from_call_to_call_is_told():
    class Dropped(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.drop = torch.nn.Dropout(0.5)

        def forward(self, scores):
            return self.drop(torch.softmax(scores, -1))

    report = check("choosing.2", Dropped())
    assert report.status == "changing answer"
    assert "call eval() on it first" in " ".join(report.message.split())
    assert check("choosing.2", Dropped().eval()).ok

    calls = []

    def counts(weights):
        calls.append(1)
        return weights / weights.sum(axis=1, keepdims=True) if len(calls) > 8 else weights

    assert check("mixing.3", counts).status == "changing answer"


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
def test_answers_on_a_gpu():
    assert check("choosing.2", lambda s: torch.softmax(torch.as_tensor(s, device="cuda"), -1)).ok
    assert check("mixing.1", torch.tensor([1.4, 0.1], device="cuda")).ok

    class Softmax(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.scale = torch.nn.Parameter(torch.ones(1))

        def forward(self, scores):
            return torch.softmax(self.scale * scores, -1)

    assert check("choosing.2", Softmax().cuda()).ok


def test_the_courses_own_function_is_told_where_numpy_alone_is_asked_for():
    """A class is graded by the same rule."""

    def mine(E, W_q, W_k, W_v):
        return attend(E @ W_q, E @ W_k, E @ W_v)

    report = check("roles.3", mine)
    assert report.status == "raised"
    assert "without attend of the course" in " ".join(report.message.split())
    assert sys.getprofile() is None


def test_what_is_kept_from_a_call_of_the_same_sizes_is_told():
    kept = {}

    def mine(E, W_q, W_k, W_v):
        W = kept.setdefault((E.shape, W_v.shape), W_v)
        scores = E @ W_q @ (E @ W_k).T / np.sqrt(W_q.shape[1])
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True) @ (E @ W)

    assert not check("roles.3", mine).ok
