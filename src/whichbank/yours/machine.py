"""The machine: all its functions, each calling the others."""

import importlib
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from whichbank.exercises.running import NotNumbersError, to_array
from whichbank.yours import course
from whichbank.yours.boxes import BOXES, OWN, Box, Functions, need_boxes
from whichbank.yours.faults import BoxError, told, where


class Machine:
    """All functions of the machine: the reader's and the course's, each calling the others.

    A box is a method by its name: ``machine.softmax(scores)``.

    Parameters
    ----------
    functions : mapping of callables, optional
        The reader's functions, by the names of their boxes.
    device : str, optional
        Hand the reader's functions torch's tensors on this device, such as "cuda". Without it they
        get arrays; one that takes only tensors gets tensors on the CPU.

    Attributes
    ----------
    theirs : frozenset of str
        The boxes that are the reader's.
    calls : dict
        How often each box was called.
    """

    def __init__(self, functions: Functions | None = None, device: str | None = None) -> None:
        given = dict(functions or {})
        need_boxes(given)
        for name, function in given.items():
            if not callable(function):
                raise TypeError(
                    f"{name} must be a function, {BOXES[name].signature}; got "
                    f"{type(function).__name__}"
                )
        self.theirs = frozenset(given)
        self.calls = dict.fromkeys(BOXES, 0)
        self._space = rebound(vars(course))
        spaces = [self._space]
        for name, function in given.items():
            space = getattr(function, "__globals__", {})
            if OWN in space:  # a cell's: it calls the functions of this machine
                spaces.append(rebound(space))
                given[name] = spaces[-1][name]
        guarded = {
            name: self._guarded(box, given.get(name, self._space[name]), name in given, device)
            for name, box in BOXES.items()
        }
        for space in spaces:
            space |= {name: x for name, x in guarded.items() if name not in space.get(OWN, ())}

    def __getattr__(self, name: str) -> Any:
        """Return a function of the machine."""
        try:
            return self.__dict__["_space"][name]
        except KeyError:
            raise AttributeError(name) from None

    def _guarded(
        self, box: Box, function: Callable[..., Any], theirs: bool, device: str | None
    ) -> Callable[..., np.ndarray]:
        """Call a function with inputs that it cannot change, and look at what comes back."""
        place = device if theirs else None

        def call(*inputs: Any) -> Any:
            nonlocal place
            self.calls[box.name] += 1
            given = {name: np.shape(x) for name, x in zip(box.arguments, inputs, strict=False)}
            shape = box.wanted(*inputs)
            try:
                with np.errstate(all="ignore"):
                    try:
                        out = function(*_handed(inputs, place))
                    except (AttributeError, TypeError) as error:
                        if place is not None or "torch" not in sys.modules:
                            raise
                        try:
                            out = function(*_handed(inputs, "cpu"))
                        except Exception:
                            raise error from None
                        place = "cpu"
            except BoxError:
                raise
            except Exception as error:
                line, source = where(function, error)
                raise BoxError(
                    box.name, told(error), given, shape, line=line, source=source
                ) from error
            if isinstance(out, np.ndarray) and out.dtype.kind == "f":
                array = out
            else:
                try:
                    array = to_array(out)[0]
                except NotNumbersError as error:
                    line, source = where(function)
                    raise BoxError(
                        box.name, f"it gave {error}", given, shape, line=line, source=source
                    ) from None
            reason = (
                f"it gave the shape {array.shape}"
                if array.shape != shape
                else ""
                if np.isfinite(array).all()
                else "it gave NaN, which is no number"
                if np.isnan(array).any()
                else "it gave an infinite number"
            )
            if reason:
                line, source = where(function)
                raise BoxError(
                    box.name, reason, given, shape, array.shape, line=line, source=source
                )
            first = np.asarray(inputs[0])
            return array.astype(first.dtype, copy=False) if first.dtype.kind == "f" else array

        return call


def rebound(space: dict[str, Any]) -> dict[str, Any]:
    """Copy a space of names: its own functions call each other in the copy."""
    copy = space.copy()
    for name, one in space.items():
        if isinstance(one, FunctionType) and one.__globals__ is space:
            copy[name] = FunctionType(one.__code__, copy, name, one.__defaults__, one.__closure__)
            copy[name].__kwdefaults__ = one.__kwdefaults__
    return copy


def _handed(inputs: tuple[Any, ...], place: str | None) -> list[Any]:
    """Return views that cannot be written to, or copies as tensors on a device."""
    arrays = [isinstance(x, np.ndarray) for x in inputs]
    if place is not None:
        torch = importlib.import_module("torch")
        return [
            torch.tensor(x, device=place) if array else x
            for x, array in zip(inputs, arrays, strict=True)
        ]
    handed = [x.view() if array else x for x, array in zip(inputs, arrays, strict=True)]
    for x, array in zip(handed, arrays, strict=True):
        if array:
            x.flags.writeable = False
    return handed
