"""Training: seeded, restartable at any step with the same result, and polite about what it is
given.
"""

import os
from itertools import chain
from pathlib import Path

import numpy as np
import pytest
import torch
from refusals import refusals
from torch import nn
from tqdm import tqdm

from whichbank._checkpoint import write_whole
from whichbank.training import History, device, fit, warmup

STEPS = 30


def make_model() -> nn.Module:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(3)
        return nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.3), nn.Tanh(), nn.Linear(8, 2))


def examples() -> tuple[torch.Tensor, torch.Tensor]:
    random = torch.Generator().manual_seed(4)
    x = torch.randn(50, 4, generator=random)
    return x, (x.sum(1) > 0).long()


def guess(model: nn.Module, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return nn.functional.cross_entropy(model(x), y)


def look(model: nn.Module) -> dict:
    """Return a snapshot with every type that a checkpoint can hold."""
    weight = model[0].weight.detach().cpu()
    return {
        "weight": weight.numpy().copy(),
        7: [weight.clone(), (1.5, "a", None, True)],
        "n": np.float32(weight.sum()),
    }


def run(model: nn.Module, loss=guess, **options) -> History:
    options = {
        "batch_size": 16,
        "steps": STEPS,
        "device": "cpu",
        "progress": False,
        "snapshot": look,
    } | options
    return fit(model, loss, examples(), **options)


def assert_same(one: object, other: object) -> None:
    """Compare bit for bit, types included."""
    assert type(one) is type(other)
    if isinstance(one, dict):
        assert list(one) == list(other)
        one, other = list(one.values()), list(other.values())
    if isinstance(one, list | tuple):
        assert len(one) == len(other)
        for a, b in zip(one, other, strict=True):
            assert_same(a, b)
    elif isinstance(one, np.ndarray | torch.Tensor):
        assert one.dtype == other.dtype
        assert (one == other).all()
    else:
        assert one == other


def assert_same_run(one: tuple[nn.Module, History], other: tuple[nn.Module, History]) -> None:
    assert_same(dict(one[0].state_dict()), dict(other[0].state_dict()))
    assert_same(vars(one[1]), vars(other[1]))


@pytest.mark.parametrize(
    ("progress", "variable", "hidden"), [(True, "1", True), (True, "0", False), (False, "0", True)]
)
def test_the_progress_bar_can_be_hidden_in_a_notebook_too(progress, variable, hidden, monkeypatch):
    seen = []

    def bar(numbers, **options):
        seen.append(options["disable"])
        return tqdm(numbers, disable=True)

    monkeypatch.setenv("TQDM_DISABLE", variable)
    monkeypatch.setattr("whichbank.training.tqdm", bar)
    run(make_model(), steps=2, progress=progress)
    assert seen == [hidden]


def test_it_learns_and_tells_how():
    model = make_model()
    history = run(model, steps=200, lr=0.03)
    assert history.loss.shape == (200,)
    assert history.loss[-20:].mean() < 0.6 * history.loss[:20].mean()
    assert history.snapshot_steps == list(range(0, 201, 10))
    assert len(history.snapshots) == 21
    assert repr(history) == "History(200 steps, 21 snapshots)"
    assert not model.training


def test_a_step_is_the_optimizers_own():
    """Against a loop written out: whole-data batches, so that their order does not matter."""
    model, by_hand = nn.Linear(4, 2).double(), nn.Linear(4, 2).double()
    by_hand.load_state_dict(model.state_dict())
    x, y = examples()
    data = x.double(), y
    optimizer = torch.optim.SGD(by_hand.parameters(), lr=0.1)
    losses = []
    for step in range(6):
        optimizer.param_groups[0]["lr"] = 0.1 * min(1, (step + 1) / 4)
        loss = guess(by_hand, *data)
        losses.append(loss.item())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    history = fit(
        model,
        guess,
        data,
        steps=6,
        batch_size=50,
        lr=0.1,
        schedule=warmup(4),
        optimizer=torch.optim.SGD,
        device="cpu",
    )
    np.testing.assert_allclose(history.loss, losses, rtol=1e-12)
    torch.testing.assert_close(model.weight, by_hand.weight, rtol=1e-12, atol=1e-14)


def test_every_row_comes_once_in_an_epoch():
    seen = []

    def note(model, x, y):
        seen.append(x[:, 0].tolist())
        return guess(model, x, y)

    run(make_model(), note, steps=8)
    assert [len(batch) for batch in seen] == [16, 16, 16, 2] * 2
    epochs = [[*chain(*seen[:4])], [*chain(*seen[4:])]]
    assert sorted(epochs[0]) == sorted(epochs[1]) == sorted(examples()[0][:, 0].tolist())
    assert epochs[0] != epochs[1]


def test_the_seed_decides_and_nothing_outside_is_touched():
    models = [make_model() for _ in range(3)]
    torch.manual_seed(11)
    first = run(models[0])
    after = torch.rand(1)
    torch.manual_seed(11)
    assert torch.equal(torch.rand(1), after)
    torch.rand(99)
    assert_same_run((models[0], first), (models[1], run(models[1])))
    assert not np.array_equal(first.loss, run(models[2], seed=1).loss)


def test_snapshots_are_taken_where_asked_in_evaluation_mode_and_with_the_last_gradient():
    def mode(model):
        return model.training, torch.is_grad_enabled(), model[0].weight.grad is None

    history = run(make_model(), snapshot=mode, snapshot_at=[30, 0, 3])
    assert history.snapshot_steps == [0, 3, 30]
    assert history.snapshots == [(False, False, True), (False, False, False), (False, False, False)]


# Checkpoints


class Stop(Exception):
    """The power goes."""


@pytest.mark.parametrize("at", [1, 9, 10, 11, 25, 29])
def test_an_interrupted_run_ends_as_if_it_had_not_been(tmp_path, at):
    whole = make_model()
    expected = run(whole)
    calls = []

    def power_cut(model, x, y):
        calls.append(1)
        if len(calls) == at:
            raise Stop
        return guess(model, x, y)

    options = {"checkpoint": tmp_path / "run.pt", "checkpoint_every": 10}
    with pytest.raises(Stop):
        run(make_model(), power_cut, **options)
    again, calls = make_model(), []

    def count(model, x, y):
        calls.append(1)
        return guess(model, x, y)

    assert_same_run((whole, expected), (again, run(again, count, **options)))
    assert len(calls) == STEPS - (at - 1) // 10 * 10
    assert [path.name for path in tmp_path.iterdir()] == ["run.pt"]

    finished, calls = make_model(), []
    assert_same_run((whole, expected), (finished, run(finished, count, **options)))
    assert not calls, "a finished run has nothing left to do"


def test_a_file_is_whole_or_not_there(tmp_path):
    path = tmp_path / "deep" / "file"
    write_whole(path, lambda file: file.write(b"first"))

    def fail(file):
        file.write(b"second, but not all of")
        raise Stop

    with pytest.raises(Stop):
        write_whole(path, fail)
    assert path.read_bytes() == b"first"
    assert os.listdir(path.parent) == ["file"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"steps": 40}, "Its steps: 30; now: 40"),
        ({"lr": 0.5}, "Its lr: 0.001; now: 0.5"),
        ({"seed": 9}, "Its seed: 0; now: 9"),
        ({"batch_size": 8}, "Its batch_size: 16; now: 8"),
        ({"snapshot_at": [3]}, r"Its snapshots: \[0, 2"),
        ({"optimizer": torch.optim.SGD}, "Its optimizer: 'Adam'; now: 'SGD'"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_another_trainings_checkpoint_is_not_taken(tmp_path, change, words):
    path = tmp_path / "run.pt"
    run(make_model(), checkpoint=path)
    with pytest.raises(ValueError, match=f"belongs to another training; delete it .* {words}"):
        run(make_model(), checkpoint=path, **change)


def test_other_data_or_another_model_does_not_take_the_checkpoint(tmp_path):
    path = tmp_path / "run.pt"
    run(make_model(), checkpoint=path)
    x, y = examples()
    options = {
        "batch_size": 16,
        "steps": STEPS,
        "device": "cpu",
        "snapshot": look,
        "checkpoint": path,
    }
    fit(make_model(), guess, (x * (1 + 1e-7), y), **options)  # as another processor may make it
    x[3, 1] += 1e-6
    with pytest.raises(ValueError, match="Its data"):
        fit(make_model(), guess, (x, y), **options)
    other = nn.Sequential(nn.Linear(4, 9), nn.Linear(9, 2))
    before = [p.clone() for p in other.parameters()]
    with pytest.raises(
        ValueError,
        match=r"another model.*\['0.bias', '0.weight', '1.bias', "
        r"'1.weight', '3",
    ):
        run(other, checkpoint=path)
    assert_same(before, [p.detach() for p in other.parameters()])


@pytest.mark.parametrize("damage", ["half", "empty", "text"])
def test_a_damaged_checkpoint_is_named(tmp_path, damage):
    path = tmp_path / "run.pt"
    run(make_model(), checkpoint=path)
    whole = path.read_bytes()
    path.write_bytes({"half": whole[: len(whole) // 2], "empty": b"", "text": b"hello"}[damage])
    with pytest.raises(ValueError, match=r"run.pt is not a whole checkpoint; delete it"):
        run(make_model(), checkpoint=path)


class Code:
    """What a stranger could put into a file: reading it makes a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __reduce__(self):
        return os.mkdir, (str(self.folder),)


def test_a_checkpoint_cannot_run_code(tmp_path):
    path, folder = tmp_path / "run.pt", tmp_path / "made"
    run(make_model(), checkpoint=path)
    torch.save(torch.load(path, weights_only=True) | {"more": Code(folder)}, path)
    with pytest.raises(ValueError, match="is not a whole checkpoint"):
        run(make_model(), checkpoint=path)
    assert not folder.exists()


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA GPU, and torch sees none")
def test_a_gpu_prints_the_same_rounded_numbers(tmp_path):
    plain = [
        nn.Sequential(*(layer for layer in make_model() if not isinstance(layer, nn.Dropout)))
        for _ in range(3)
    ]
    options = {"steps": 100, "lr": 0.03, "snapshot": None}
    on_cpu, on_gpu = run(plain[0], **options), run(plain[1], **options, device="cuda")
    np.testing.assert_allclose(on_cpu.loss, on_gpu.loss, atol=1e-4)
    with_dropout = [make_model(), make_model()]
    path = tmp_path / "run.pt"
    whole = run(with_dropout[0], device="cuda", checkpoint=path)
    assert_same_run(
        (with_dropout[0], whole),
        (with_dropout[1], run(with_dropout[1], device="cuda", checkpoint=path)),
    )


# Where to train


@pytest.mark.parametrize(
    ("cuda", "mps", "want"),
    [(True, True, "cuda"), (True, False, "cuda"), (False, True, "mps"), (False, False, "cpu")],
)
def test_the_fastest_device_wins(monkeypatch, cuda, mps, want):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: cuda)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: mps)
    assert device() == torch.device(want)


# Bad calls

FOUR, NAN = torch.zeros(50, 4), float("nan")


def call(**options):
    data = FOUR, torch.zeros(50, dtype=torch.long)
    options = {
        "loss": guess,
        "data": data,
        "steps": STEPS,
        "batch_size": 16,
        "snapshot": repr,
    } | options
    return fit(nn.Linear(4, 2), **options, device="cpu", progress=False)


test_a_bad_call_says_what_is_wrong = refusals(
    """
call(data=FOUR) → TypeError: ...sequence of tensors; got Tensor
call(data=[[1, 2]]) → TypeError: ...sequence of tensors; got list
call(data=(FOUR[:3], FOUR[:4])) → ValueError: ...one length above 0; got 3, 4
call(data=(FOUR[:0],)) → ValueError: ...got 0
call(data=()) → ValueError: ...one length above 0
call(steps=-1) → ValueError: steps must not be negative; got -1
call(batch_size=0) → ValueError: batch_size must be positive; got 0
call(checkpoint_every=0) → ValueError: checkpoint_every must be positive; got 0
call(lr=NAN) → ValueError: lr must be a positive finite number; got nan
call(snapshot=None, snapshot_at=[1]) → ValueError: ...needs a snapshot function
call(snapshot_at=[1, 31]) → ValueError: ...between 0 and 30; got 1 to 31
call(loss=lambda model, x, y: model(x)) → ValueError: ...one number; got the shape (16, 2)
call(loss=lambda model, x, y: 1.0) → TypeError: ...must return a tensor; got float
warmup(0) → ValueError: steps must be positive; got 0
""",
    globals(),
)


def test_a_snapshot_that_no_file_can_hold_is_refused(tmp_path):
    with pytest.raises(TypeError, match="got Linear"):
        call(snapshot=lambda model: model, checkpoint=tmp_path / "run.pt")
    assert not list(tmp_path.iterdir())
