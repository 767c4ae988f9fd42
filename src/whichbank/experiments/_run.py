"""The one recipe of the experiments: seeds, one thread, the optimizer, and records that know how
they were made.
"""

import json
import platform
import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
import torch
from torch import Tensor, nn

from whichbank._threads import one_torch_thread
from whichbank.training import History, fit

RECORDS = Path(__file__).parent / "records"
N_SEEDS = 5
"""How often a recorded training was repeated, each time with another seed."""

_NEXT = re.compile(r",\n\s*")
ADAM = partial(torch.optim.Adam, fused=True)
T = TypeVar("T")


def seeded(seed: int, make: Callable[..., T], *args: Any, **options: Any) -> T:
    """Call a function that draws torch's random numbers: the seed fixes them, and the outer state
    stays.

    Examples
    --------
    >>> torch.equal(seeded(3, torch.randn, 2), seeded(3, torch.randn, 2))
    True
    """
    with torch.random.fork_rng(devices=[]):
        torch.default_generator.manual_seed(seed)
        return make(*args, **options)


class Recipe:
    """How an experiment trains, and the file that its runs are recorded in.

    The name is the module's: ``records/NAME.json`` is its record, and
    ``python -m whichbank.experiments.NAME`` makes it. A recorded training learns from so many
    batches, and is measured after every so many. ``sizes`` is what else the runs depend on, such as
    the sizes of the model: numbers, texts, and sequences of them.
    """

    def __init__(
        self,
        name: str,
        *,
        steps: int,
        batch_size: int,
        lr: float,
        every: int | None = None,
        **sizes: Any,
    ) -> None:
        self.name, self.steps, self.batch_size, self.lr, self.every = (
            name,
            steps,
            batch_size,
            lr,
            every,
        )
        settings = {
            "steps": steps,
            "batch_size": batch_size,
            "lr": lr,
            "every": every,
            "seeds": N_SEEDS,
            **sizes,
        }
        self.settings = json.loads(json.dumps(settings))
        self.file = RECORDS / f"{name}.json"

    def fit(
        self,
        model: nn.Module,
        loss: Callable[..., Tensor],
        data: Sequence[Tensor],
        *,
        steps: int | None = None,
        measure: Callable[[nn.Module], Any] | None = None,
        **options: Any,
    ) -> History:
        """Train a model by the recipe, in one thread: sums in another order would lead to other
        weights.

        ``measure(model)`` is a snapshot, taken before training and after every so many steps; the
        rest is as in ``whichbank.training.fit``.
        """
        steps = self.steps if steps is None else steps
        how: Any = {
            "batch_size": self.batch_size,
            "lr": self.lr,
            "optimizer": ADAM,
            "device": "cpu",
            "progress": False,
        }
        if measure is not None:
            how |= {
                "snapshot": measure,
                "snapshot_at": range(0, steps + 1, cast("int", self.every)),
            }
        with one_torch_thread():
            return fit(model, loss, data, steps=steps, **(how | options))

    def recorded(self) -> dict[str, Any]:
        """Return the recorded runs, lists of numbers as arrays; RuntimeError if the recipe has
        changed since.
        """
        record = json.loads(self.file.read_text(encoding="utf-8"))
        then, now = record["recipe"], self.settings
        if changed := sorted(name for name in {*then, *now} if then.get(name) != now.get(name)):
            raise RuntimeError(
                f"{self.file.name} was made with other settings of {', '.join(changed)}; "
                f"python -m whichbank.experiments.{self.name} makes it again"
            )
        return _with_arrays(record["runs"])

    def record(self, runs: dict[str, Any]) -> None:
        """Write runs to the file of the record, with the recipe and the machine that they were made
        on.
        """
        record = {"machine": machine(), "recipe": self.settings, "runs": runs}
        self.file.write_text(text_of(record), encoding="utf-8")


def text_of(record: dict[str, Any]) -> str:
    """Return the text of a record's file: JSON with each row of numbers on one line."""
    text = json.dumps(record, indent=1, ensure_ascii=False)
    return (
        re.sub(r"\[\n\s*([^][]*?)\n\s*\]", lambda row: f"[{_NEXT.sub(', ', row[1])}]", text) + "\n"
    )


def repeat(
    measure: Callable[[Any, int], dict[str, Any]],
    settings: Iterable[Any],
    seeds: Iterable[int] = range(N_SEEDS),
) -> dict[Any, dict[str, list]]:
    """Call ``measure(setting, seed)`` for all of them; return for each setting what was found, a
    list over the seeds.

    Examples
    --------
    >>> repeat(lambda setting, seed: {"loss": setting + seed}, [10, 20], range(3))
    {10: {'loss': [10, 11, 12]}, 20: {'loss': [20, 21, 22]}}
    """
    seeds, found = tuple(seeds), {}
    for setting in settings:
        runs = [measure(setting, seed) for seed in seeds]
        found[setting] = {kind: [run[kind] for run in runs] for kind in runs[0]}
    return found


def machine() -> dict[str, str]:
    """Return what computes: processor, versions, and the date."""
    return {
        "cpu": cpu_name(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "torch": torch.__version__,
        "date": date.today().isoformat(),
    }


def cpu_name() -> str:
    """Return the processor's name, its family and model, and how wide its vectors are, as far as
    the system tells.
    """
    cpuinfo = Path("/proc/cpuinfo")
    if not cpuinfo.exists():
        return platform.processor() or platform.machine()
    lines = cpuinfo.read_text(encoding="utf-8").split("\n\n")[0].splitlines()
    fields = {
        name.strip(): value.strip() for name, _, value in (line.partition(":") for line in lines)
    }
    family = f"family {fields.get('cpu family', '?')}, model {fields.get('model', '?')}"
    vectors = [name for name in ("avx2", "avx512f") if name in fields.get("flags", "").split()]
    return f"{fields.get('model name', platform.machine())} ({', '.join([family, *vectors])})"


def _with_arrays(runs: Any) -> Any:
    if isinstance(runs, dict):
        return {name: _with_arrays(some) for name, some in runs.items()}
    if isinstance(runs, list) and np.asarray(runs).dtype.kind in "if":
        return np.array(runs)
    return runs
