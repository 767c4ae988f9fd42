"""A training's state in one file, which appears whole or not at all."""

import hashlib
import io
import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

_KIND = "whichbank checkpoint 1"


def write_whole(path: str | Path, write: Callable[[Any], None]) -> None:
    """Write a file so that whoever looks sees the old one or the new one, and never a part of it.

    Parameters
    ----------
    path : str or Path
        The file; its folder is made where it is missing.
    write : function
        ``write(file)`` writes the bytes to an open file beside it, which then takes its place.

    Raises
    ------
    OSError
        If the file cannot be written; nothing is left behind.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def save_checkpoint(
    path: str | Path,
    settings: dict[str, Any],
    step: int,
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    history: Any,
) -> None:
    """Write all that a training needs to go on after so many steps.

    Parameters
    ----------
    path : str or Path
        The file; replaced in one go.
    settings : dict
        What the same training must have in common: numbers, strings and lists of them.
    step : int
        The number of steps done.
    model, optimizer
        Their state is stored.
    history : History
        Its loss and snapshots are stored. Snapshots may be made of numbers, strings, tensors, NumPy arrays, and
        lists, tuples and dicts of these.

    Raises
    ------
    TypeError
        If a snapshot is made of something else.
    OSError
        If the file cannot be written; an older one stays as it was.
    """
    state = {
        "kind": _KIND,
        "settings": settings,
        "step": step,
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "random": _random_state(model),
        "loss": torch.from_numpy(history.loss),
        "snapshot_steps": history.snapshot_steps,
        "snapshots": [_plain(one) for one in history.snapshots],
    }
    write_whole(path, lambda file: torch.save(state, file))


def load_checkpoint(
    path: str | Path, settings: dict[str, Any], model: nn.Module, optimizer: torch.optim.Optimizer, history: Any
) -> int:
    """Put model, optimizer, history and random numbers back to where the file was written.

    Parameters
    ----------
    path : str or Path
        The file. It can hold data only, no code: reading one from a stranger is safe.
    settings : dict
        Must equal those it was saved with.
    model, optimizer, history
        Changed in place.

    Returns
    -------
    int
        The number of steps done.

    Raises
    ------
    ValueError
        If the file is damaged, or belongs to another training; model and history are then as before.
    """
    file = io.BytesIO(Path(path).read_bytes())
    try:
        state = torch.load(file, map_location="cpu", weights_only=True)
        if state["kind"] != _KIND:
            raise ValueError(state["kind"])
    except Exception as error:  # torch says the same thing in many ways
        raise ValueError(f"{path} is not a whole checkpoint; delete it to train from the start") from error
    for name, value in settings.items():
        if state["settings"].get(name) != value:
            raise ValueError(
                f"{path} belongs to another training; delete it to train from the start. "
                f"Its {name}: {_short(state['settings'].get(name))}; now: {_short(value)}"
            )
    sizes = {name: tuple(x.shape) for name, x in model.state_dict().items()}
    stored = {name: tuple(x.shape) for name, x in state["model"].items()}
    if sizes != stored:
        names = sorted(name for name in sizes | stored if sizes.get(name) != stored.get(name))
        raise ValueError(f"{path} belongs to another model; delete it to train from the start. They differ in {names}")
    model.load_state_dict(state["model"])
    optimizer.load_state_dict(state["optimizer"])
    history.loss = state["loss"].numpy()
    history.snapshot_steps = state["snapshot_steps"]
    history.snapshots = [_restored(one) for one in state["snapshots"]]
    torch.set_rng_state(state["random"]["cpu"])
    kind = _kind_of_device(model)
    if kind != "cpu" and kind in state["random"]:
        getattr(torch, kind).set_rng_state(state["random"][kind])
    return state["step"]


def fingerprint(data: Sequence[torch.Tensor]) -> str:
    """Return a checksum of the examples: a checkpoint must not go on with others.

    Of floats it takes two rounded sums: another processor makes the same ones with other last bits.
    """
    checksum = hashlib.sha256()
    for x in data:
        checksum.update(f"{tuple(x.shape)} {x.dtype}".encode())
        x = x.cpu().contiguous().flatten()
        if x.is_floating_point():
            size = x.double().norm()
            placed = x.double() @ torch.linspace(1, 2, len(x), dtype=torch.float64) / size  # so that the order counts
            checksum.update(f"{size:.4g} {placed:.4f}".encode())
        else:
            checksum.update(x.view(torch.uint8).numpy().tobytes())
    return checksum.hexdigest()


def _kind_of_device(model: nn.Module) -> str:
    return next((p.device.type for p in model.parameters()), "cpu")


def _random_state(model: nn.Module) -> dict[str, torch.Tensor]:
    kind = _kind_of_device(model)
    state = {"cpu": torch.get_rng_state()}
    return state if kind == "cpu" else state | {kind: getattr(torch, kind).get_rng_state()}


def _plain(x: Any) -> Any:
    """Turn a snapshot into what a file without code can hold: arrays become marked tensors."""
    if isinstance(x, np.ndarray | np.generic) and x.dtype.kind in "bifu":
        return {"array": torch.from_numpy(np.array(x)), "scalar": isinstance(x, np.generic)}
    if isinstance(x, torch.Tensor):
        return {"tensor": x.detach().cpu()}
    if isinstance(x, dict):
        return {"dict": [(_plain(key), _plain(value)) for key, value in x.items()]}
    if isinstance(x, list | tuple):
        return {type(x).__name__: [_plain(one) for one in x]}
    if x is None or isinstance(x, bool | int | float | complex | str):
        return x
    raise TypeError(f"a checkpoint holds numbers, strings, arrays, and lists and dicts of them; got {type(x).__name__}")


def _restored(x: Any) -> Any:
    """Undo ``_plain``."""
    match x:
        case {"array": array, "scalar": scalar}:
            return array.numpy()[()] if scalar else array.numpy()
        case {"tensor": tensor}:
            return tensor
        case {"dict": pairs}:
            return {_restored(key): _restored(value) for key, value in pairs}
        case {"list": parts}:
            return [_restored(one) for one in parts]
        case {"tuple": parts}:
            return tuple(_restored(one) for one in parts)
    return x


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}…"
