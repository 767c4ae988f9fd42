"""Run an answer on copies of a case's inputs, and turn what comes back into an array."""

import dis
import functools
import inspect
import linecache
import os
import re
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import numpy as np

from .properties import same
from .words import tr


class NotNumbersError(TypeError):
    """What came back is no array of numbers."""


@dataclass(frozen=True)
class Raised:
    """An error in the student's code: what, and in which line of which function."""

    error: str
    line: int | None
    function: str
    source: str


@dataclass(frozen=True)
class Outcome:
    """The result of one call: exactly one of ``value``, ``raised``, ``problem``, or none of
    them.
    """

    value: Any = None  # an array
    dtype: str = ""
    raised: Raised | None = None
    problem: str = ""
    changed: tuple[int, ...] = ()

    @property
    def nothing(self) -> bool:
        """Whether the call returned None or Ellipsis."""
        return self.value is None and self.raised is None and not self.problem


def blank(answer: object) -> bool:
    """Whether an answer, or a part of it, is still a placeholder."""
    if isinstance(answer, list | tuple):
        return any(blank(part) for part in answer)
    return answer is None or answer is Ellipsis


def is_module(answer: object) -> bool:
    """Whether an answer is a torch module, found without importing torch."""
    return "torch" in sys.modules and isinstance(answer, sys.modules["torch"].nn.Module)


def _plain(x: Any) -> Any:
    """Tensors, also inside lists, become NumPy arrays."""
    if isinstance(x, list | tuple):
        return [_plain(part) for part in x]
    if callable(getattr(x, "detach", None)) and callable(getattr(x, "cpu", None)):
        x = x.detach().cpu()
        return x.float().numpy() if "bfloat16" in str(x.dtype) else x.numpy()
    return x


def to_array(x: object) -> tuple[np.ndarray, str]:
    """Turn real numbers, lists, arrays or tensors into a float64 array; also return the dtype that
    they had.

    What is no regular table of numbers raises a NotNumbersError.
    """
    try:
        array = np.asarray(_plain(x))
        if (
            array.dtype.kind == "O"
            and array.size
            and all(hasattr(v, "__float__") for v in array.flat)
        ):
            array = array.astype(float)  # fractions, decimals, big integers
    except Exception:
        raise NotNumbersError(_describe(x)) from None
    if array.dtype.kind not in "fiu":
        raise NotNumbersError(_other(array.dtype.kind) or _describe(x))
    dtype = getattr(x, "dtype", array.dtype)
    return array.astype(np.float64), str(dtype).removeprefix("torch.")


def _other(kind: str) -> str:
    known = {"U": tr("text"), "S": tr("bytes"), "b": tr("true and false")}
    return known.get(kind, tr("complex numbers") if kind == "c" else "")


def _describe(x: object) -> str:
    kind = type(x).__name__
    if inspect.iscoroutine(x) or inspect.isasyncgen(x):
        named = f"{'an' if kind[0] == 'a' else 'a'} {kind}"
        return tr("{kind}. Write def in place of async def", kind=named)
    if inspect.isgenerator(x) and x.gi_code.co_name == "<genexpr>":
        return tr("a generator, whose numbers nobody has asked for yet. Write it as a list, in [ ]")
    if isinstance(x, map | zip | filter | reversed):
        return tr(
            "a {kind}, whose numbers nobody has asked for yet. Put list( ) around it", kind=kind
        )
    if inspect.isgenerator(x):
        return tr(
            "a generator, since it has a yield. Collect the numbers, and return them all at once"
        )
    if isinstance(x, list | tuple):
        shapes: list[Any] = [getattr(part, "shape", None) for part in x]
        if shapes and all(shape is not None for shape in shapes):
            parts = tr(" and ").join(str(tuple(shape)) for shape in shapes[:4])
            parts += " ..." if len(x) > 4 else ""
            return tr(
                "a {kind} of {n} arrays, of shapes {shapes}", kind=kind, n=len(x), shapes=parts
            )
        return tr("a {kind} that is no regular table of numbers", kind=kind)
    if isinstance(x, np.ndarray):
        parts = tr(" and ").join(sorted({type(part).__name__ for part in x.flat}))
        return tr("an array that holds {parts} in place of numbers", parts=parts or tr("nothing"))
    return tr("a value of type {kind}", kind=kind)


def _code(answer: Any) -> CodeType | None:
    """The code object of the student's own function, method or module."""
    while isinstance(answer, functools.partial):
        answer = answer.func
    if is_module(answer):
        answer = answer.forward
    elif not inspect.isroutine(answer):
        answer = type(answer).__call__
    return getattr(inspect.unwrap(answer), "__code__", None)


EMPTY = {"RESUME", "NOP", "CACHE", "LOAD_CONST", "RETURN_VALUE", "RETURN_CONST", "POP_TOP"}


def is_stub(answer: Callable) -> bool:
    """Whether nothing has been written in a function: its body does nothing but return a
    constant.
    """
    code = _code(answer)
    return code is not None and {step.opname for step in dis.get_instructions(code)} <= EMPTY


def where_raised(error: BaseException, answer: Callable) -> Raised:
    """Say in which line of the student's code an error came up."""
    code = _code(answer)
    line, function, source = None, "", ""
    trace = error.__traceback__
    while trace is not None:
        frame = trace.tb_frame.f_code
        if code is not None and frame.co_filename == code.co_filename:
            line, function = trace.tb_lineno - frame.co_firstlineno + 1, frame.co_name
            source = linecache.getline(frame.co_filename, trace.tb_lineno).strip()
        trace = trace.tb_next
    text = re.sub(r" at 0x[0-9a-fA-F]+", "", str(error).strip().split("\n")[0])
    name = type(error).__name__
    return Raised(f"{name}: {text}" if text else name, line, function, source)


def _tensors(answer: Any, arrays: list[np.ndarray]) -> list:
    """Inputs as torch tensors, in the dtype and on the device of a module's parameters."""
    torch = sys.modules["torch"]
    parameters = answer.parameters() if is_module(answer) else ()
    first = next((p for p in parameters if p.is_floating_point()), None)
    if first is None:
        return [torch.from_numpy(array) for array in arrays]
    return [torch.from_numpy(array).to(device=first.device, dtype=first.dtype) for array in arrays]


def copied(answer: object, inputs: tuple[np.ndarray, ...], *, tensors: bool) -> list:
    """Copy the inputs of a case, as an answer gets them."""
    copies = [array.copy() for array in inputs]
    return _tensors(answer, copies) if tensors else copies


def run(answer: Callable, inputs: tuple[np.ndarray, ...], *, tensors: bool = False) -> Outcome:
    """Call an answer on copies of the inputs and record what happens."""
    copies = [array.copy() for array in inputs]
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            result = answer(*(_tensors(answer, copies) if tensors else copies))
    except (Exception, SystemExit) as error:
        return Outcome(raised=where_raised(error, answer))
    if inspect.iscoroutine(result):
        result.close()  # else Python warns that it was never awaited
    changed = tuple(
        i
        for i, (before, after) in enumerate(zip(inputs, copies, strict=True))
        if before.shape != after.shape or not np.array_equal(before, after, equal_nan=True)
    )
    if result is None or result is Ellipsis:
        return Outcome(changed=changed)
    try:
        array, dtype = to_array(result)
    except NotNumbersError as error:
        return Outcome(problem=str(error), changed=changed)
    if "float16" in dtype:
        return Outcome(
            problem=tr("values of dtype {dtype}, which has too few digits to compare", dtype=dtype),
            changed=changed,
        )
    return Outcome(value=array, dtype=dtype, changed=changed)


def of_the_course(answer: Callable, inputs: tuple[np.ndarray, ...]) -> str:
    """Return the name of the first of the course's own functions that an answer calls; empty if it
    calls none.
    """
    package = Path(__file__).parents[1]
    ours, but = f"{package}{os.sep}", f"{package / 'exercises'}{os.sep}"
    found = []

    def look(frame: FrameType, event: str, _value: object) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(ours) and not file.startswith(but):
            found.append(frame.f_code.co_name)

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        run(answer, inputs, tensors=is_module(answer))
    finally:
        sys.setprofile(before)
    return found[0] if found else ""


def alike(a: Outcome, b: Outcome) -> bool:
    """Whether two calls with the same inputs ended in the same way."""
    if a.value is not None and b.value is not None:
        return same(a.value, b.value)
    return (a.value is None, a.raised is None, a.problem) == (
        b.value is None,
        b.raised is None,
        b.problem,
    )


def run_all(
    answer: Callable, cases: tuple[tuple[np.ndarray, ...], ...]
) -> tuple[list[Outcome], bool]:
    """Run all cases; a module, or a function that takes only tensors, gets tensors.

    Returns the outcomes, and whether the inputs were tensors.
    """
    if is_module(answer):
        return [run(answer, case, tensors=True) for case in cases], True
    outcomes = [run(answer, case) for case in cases]
    if "torch" in sys.modules and all(
        o.raised and o.raised.error.startswith(("TypeError", "AttributeError")) for o in outcomes
    ):
        again = [run(answer, case, tensors=True) for case in cases]
        if not any(o.raised for o in again):
            return again, True
    return outcomes, False
