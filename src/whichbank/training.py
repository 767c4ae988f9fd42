"""Training a small model in plain sight: seeded, with a progress bar and snapshots to look back
at.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from tqdm.auto import tqdm

from whichbank._arrays import need_count, need_number


def fastest_device() -> torch.device:
    """Pick the fastest device available: CUDA, then MPS (Apple), then the CPU.

    Examples
    --------
    >>> fastest_device().type in ("cuda", "mps", "cpu")
    True
    """
    if torch.cuda.is_available():
        return torch.device("cuda")
    return torch.device("mps" if torch.backends.mps.is_available() else "cpu")


@dataclass
class History:
    """What a training left behind.

    ``loss``, (steps,), float64, is that of each step's batch before the step. ``snapshots`` holds
    what the snapshot function returned after so many steps, one for each of ``snapshot_steps``.
    """

    loss: np.ndarray = field(default_factory=lambda: np.empty(0))
    snapshot_steps: list[int] = field(default_factory=list)
    snapshots: list[Any] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"History({len(self.loss)} steps, {len(self.snapshots)} snapshots)"


def fit(
    model: nn.Module,
    loss: Callable[..., Tensor],
    data: Sequence[Tensor],
    *,
    steps: int,
    batch_size: int = 32,
    lr: float = 1e-3,
    schedule: Callable[[int], float] | None = None,
    optimizer: Callable[..., torch.optim.Optimizer] = torch.optim.Adam,
    seed: int = 0,
    device: torch.device | str | None = None,
    snapshot: Callable[[nn.Module], Any] | None = None,
    snapshot_at: Iterable[int] | None = None,
    progress: bool = True,
) -> History:
    """Train a model by gradient descent on batches drawn without replacement, epoch after epoch.

    Parameters
    ----------
    model : nn.Module
        The model; trained in place, moved to the device, and left in evaluation mode.
    loss : function
        ``loss(model, *batch)`` returns one number; batch holds the same rows of each tensor of
        data.
    data : sequence of tensor, shape (N, ...)
        The examples: tensors with the same first axis.
    steps : int
        How many batches to learn from.
    batch_size : int, default 32
        Rows in a batch; the last batch of an epoch may have fewer.
    lr : float, default 1e-3
        The learning rate.
    schedule : function, optional
        ``schedule(step)`` multiplies the learning rate of step 0, 1, …; a warm-up for example.
    optimizer : function, default torch.optim.Adam
        ``optimizer(parameters, lr=lr)`` makes the optimizer.
    seed : int, default 0
        Fixes the batches, the same on every device, and what is random in the model while it
        trains. The initial weights are the caller's: call ``torch.manual_seed`` before making it.
    device : torch.device or str, optional
        Where to train; the result of ``fastest_device()`` by default.
    snapshot : function, optional
        ``snapshot(model)`` is called in evaluation mode and without gradients, and what it returns
        is kept. The parameters' ``grad`` is that of the last step.
    snapshot_at : iterable of int, optional
        After how many steps; by default 21 times, evenly from 0 to steps.
    progress : bool, default True
        Show a progress bar. The environment variable ``TQDM_DISABLE=1`` hides it as well.

    Examples
    --------
    >>> x = torch.linspace(-1, 1, 64)[:, None]
    >>> model = nn.Linear(1, 1)
    >>> history = fit(model, lambda model, x: ((model(x) - 3 * x) ** 2).mean(), [x], steps=300, lr=0.05,
    ...               snapshot=lambda model: model.weight.item(), device="cpu", progress=False)
    >>> history
    History(300 steps, 21 snapshots)
    >>> round(history.snapshots[-1], 1)
    3.0

    Notes
    -----
    Goodfellow, Bengio and Courville 2016, algorithm 8.1; Kingma and Ba 2015 for Adam.
    """
    n_rows = _need_rows(data)
    _need_settings(steps, lr, batch_size)
    stops = _snapshot_steps(snapshot, snapshot_at, steps)
    where = fastest_device() if device is None else torch.device(device)
    model.to(where)
    data = [x.to(where) for x in data]
    descend = optimizer(model.parameters(), lr=lr)
    history, losses = History(), []

    def keep(step: int) -> None:
        if snapshot is not None and step in stops:
            model.eval()
            with torch.no_grad():
                history.snapshots.append(snapshot(model))
            history.snapshot_steps.append(step)

    with _own_random_numbers(seed, where):
        keep(0)
        batches = _batches(n_rows, batch_size, seed)
        # tqdm's notebook bar ignores its variable
        hidden = not progress or os.environ.get("TQDM_DISABLE", "0") not in ("", "0")
        bar = tqdm(range(steps), disable=hidden)
        for step in bar:
            model.train()
            if schedule is not None:
                for group in descend.param_groups:
                    group["lr"] = lr * schedule(step)
            rows = next(batches).to(where)
            value = _need_one_number(loss(model, *(x[rows] for x in data)))
            descend.zero_grad()
            value.backward()
            descend.step()
            if not bar.disable and (step % 20 == 0 or step == steps - 1):
                bar.set_postfix_str(f"loss {value.item():.3g}", refresh=False)
            losses.append(value.detach())
            keep(step + 1)
    if losses:
        history.loss = torch.stack(losses).double().cpu().numpy()
    model.eval()
    return history


def warmup(steps: int) -> Callable[[int], float]:
    """Return a schedule for ``fit`` that climbs to 1 in so many steps and stays there; "post" norm
    needs one.

    Examples
    --------
    >>> [warmup(4)(step) for step in range(6)]
    [0.25, 0.5, 0.75, 1.0, 1.0, 1.0]

    Notes
    -----
    Goyal et al. 2017, section 2.2.
    """
    need_count("steps", steps, 1)
    return lambda step: min(1.0, (step + 1) / steps)


def _need_settings(steps: int, lr: float, batch_size: int) -> None:
    need_count("batch_size", batch_size, 1)
    need_count("steps", steps)
    need_number("lr", lr, above=0)


def _need_rows(data: Sequence[Tensor]) -> int:
    if isinstance(data, Tensor) or not all(isinstance(x, Tensor) for x in data):
        raise TypeError(f"data must be a sequence of tensors; got {type(data).__name__}")
    lengths = {len(x) for x in data}
    if len(lengths) != 1 or not min(lengths):
        raise ValueError(
            "the tensors of data must have one length above 0; got "
            f"{', '.join(map(str, map(len, data)))}"
        )
    return lengths.pop()


def _need_one_number(value: Tensor) -> Tensor:
    if not isinstance(value, Tensor):
        raise TypeError(f"loss must return a tensor; got {type(value).__name__}")
    if value.ndim:
        raise ValueError(f"loss must return one number; got the shape {tuple(value.shape)}")
    return value


def _snapshot_steps(snapshot: Callable | None, at: Iterable[int] | None, steps: int) -> set[int]:
    if snapshot is None:
        if at is not None:
            raise ValueError("snapshot_at needs a snapshot function; got none")
        return set()
    stops = {round(i * steps / 20) for i in range(21)} if at is None else set(at)
    if stops and not 0 <= min(stops) <= max(stops) <= steps:
        raise ValueError(
            f"snapshot_at must lie between 0 and {steps}; got {min(stops)} to {max(stops)}"
        )
    return stops


def _batches(n_rows: int, batch_size: int, seed: int) -> Iterator[Tensor]:
    """Yield the rows of batch after batch: each depends on the seed and its number alone."""
    for epoch in count():
        order = torch.from_numpy(np.random.default_rng((seed, epoch)).permutation(n_rows))
        yield from order.split(batch_size)


@contextmanager
def _own_random_numbers(seed: int, device: torch.device) -> Iterator[None]:
    """Seed torch inside, and leave its random numbers outside as they were."""
    with torch.random.fork_rng(devices=[device] if device.type == "cuda" else []):
        torch.default_generator.manual_seed(seed)
        if device.type != "cpu":
            getattr(torch, device.type).manual_seed(seed)
        yield
