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
    """Let ``write(file)`` write a file so that a reader sees the old one or the new one, and never
    a part of it.

    The bytes go to an open file in the same folder, made where it is missing, which then replaces
    the old one.
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
    """Write all that a training needs to go on after so many steps. A failure leaves an older file
    as it was.

    Settings are what the same training must have in common: numbers, strings, tensors of floats,
    and lists of them. Snapshots may be made of numbers, strings, tensors, NumPy arrays, and lists,
    tuples and dicts of these.
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
    path: str | Path,
    settings: dict[str, Any],
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    history: Any,
) -> int:
    """Restore model, optimizer, history and random state from a file; return the number of steps
    done.

    A file that is damaged or belongs to another training, with other settings, raises a ValueError
    and changes nothing. It can hold data only, no code: reading one from a stranger is safe.
    """
    file = io.BytesIO(Path(path).read_bytes())
    try:
        state = torch.load(file, map_location="cpu", weights_only=True)
        if state["kind"] != _KIND:
            raise ValueError(state["kind"])
    except Exception as error:  # torch says the same thing in many ways
        raise ValueError(
            f"{path} is not a whole checkpoint; delete it to train from the start"
        ) from error
    for name, value in settings.items():
        if not _alike(state["settings"].get(name), value):
            raise ValueError(
                f"{path} belongs to another training; delete it to train from the start. "
                f"Its {name}: {_short(state['settings'].get(name))}; now: {_short(value)}"
            )
    sizes = {name: tuple(x.shape) for name, x in model.state_dict().items()}
    stored = {name: tuple(x.shape) for name, x in state["model"].items()}
    if sizes != stored:
        names = sorted(name for name in sizes | stored if sizes.get(name) != stored.get(name))
        raise ValueError(
            f"{path} belongs to another model; delete it to train from the start. They differ in "
            f"{names}"
        )
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


def fingerprint(data: Sequence[torch.Tensor]) -> list[Any]:
    """Return what identifies the examples: floats themselves, and a checksum of everything else.

    The last bits of a float differ from processor to processor, and a checksum would differ with
    them.
    """

    def one(x: torch.Tensor) -> Any:
        x = x.detach().cpu().contiguous()
        if x.is_floating_point():
            return x
        content = x.flatten().view(torch.uint8).numpy().tobytes()
        return hashlib.sha256(f"{tuple(x.shape)} {x.dtype}".encode() + content).hexdigest()

    return [one(x) for x in data]


def _alike(a: Any, b: Any) -> bool:
    """Whether two settings are equal; floats in tensors may differ by four units in their last
    place.
    """
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(_alike, a, b))
    if isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor):
        room = 4 * torch.finfo(a.dtype).eps
        return (
            a.shape == b.shape
            and a.dtype == b.dtype
            and torch.allclose(a, b, rtol=room, atol=0, equal_nan=True)
        )
    return type(a) is type(b) and a == b


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
    raise TypeError(
        "a checkpoint holds numbers, strings, arrays, and lists and dicts of them; got "
        f"{type(x).__name__}"
    )


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
