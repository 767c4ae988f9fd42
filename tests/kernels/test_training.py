"""Training: seeded, and polite about what it is given."""

from itertools import chain

import numpy as np
import pytest
import torch
from refusals import refusals
from torch import nn
from tqdm import tqdm

from whichbank.training import History, fastest_device, fit, warmup

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


def look(model: nn.Module) -> torch.Tensor:
    return model[0].weight.detach().clone()


def run(model: nn.Module, loss=guess, **options) -> History:
    options = {
        "batch_size": 16,
        "steps": STEPS,
        "device": "cpu",
        "progress": False,
        "snapshot": look,
    } | options
    return fit(model, loss, examples(), **options)


def assert_same_run(one: tuple[nn.Module, History], other: tuple[nn.Module, History]) -> None:
    """Compare bit for bit."""
    for a, b in zip(one[0].state_dict().values(), other[0].state_dict().values(), strict=True):
        assert torch.equal(a, b)
    np.testing.assert_array_equal(one[1].loss, other[1].loss, strict=True)
    assert one[1].snapshot_steps == other[1].snapshot_steps
    assert all(map(torch.equal, one[1].snapshots, other[1].snapshots))


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


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA GPU, and torch sees none")
def test_a_gpu_prints_the_same_rounded_numbers():
    plain = [
        nn.Sequential(*(layer for layer in make_model() if not isinstance(layer, nn.Dropout)))
        for _ in range(3)
    ]
    options = {"steps": 100, "lr": 0.03, "snapshot": None}
    on_cpu, on_gpu = run(plain[0], **options), run(plain[1], **options, device="cuda")
    np.testing.assert_allclose(on_cpu.loss, on_gpu.loss, atol=1e-4)
    with_dropout = [make_model(), make_model()]
    assert_same_run(*((model, run(model, device="cuda")) for model in with_dropout))


# Where to train


@pytest.mark.parametrize(
    ("cuda", "mps", "want"),
    [(True, True, "cuda"), (True, False, "cuda"), (False, True, "mps"), (False, False, "cpu")],
)
def test_the_fastest_device_wins(monkeypatch, cuda, mps, want):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: cuda)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: mps)
    assert fastest_device() == torch.device(want)


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
call(steps=-1) → ValueError: steps must be a whole number of at least 0; got -1
call(steps=1.5) → ValueError: steps must be a whole number
call(batch_size=0) → ValueError: batch_size must be a whole number of at least 1; got 0
call(batch_size=1.5) → ValueError: batch_size must be a whole number
call(lr=NAN) → ValueError: lr must be a finite number above 0; got nan
call(lr="a") → ValueError: lr must be a finite number above 0; got 'a'
call(lr=0) → ValueError: lr must be a finite number above 0; got 0
call(snapshot=None, snapshot_at=[1]) → ValueError: ...needs a snapshot function
call(snapshot_at=[1, 31]) → ValueError: ...between 0 and 30; got 1 to 31
call(loss=lambda model, x, y: model(x)) → ValueError: ...one number; got the shape (16, 2)
call(loss=lambda model, x, y: 1.0) → TypeError: ...must return a tensor; got float
warmup(0) → ValueError: steps must be a whole number of at least 1; got 0
""",
    globals(),
)
