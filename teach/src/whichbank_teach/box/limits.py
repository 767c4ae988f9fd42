"""What goes into the box, what it may use, and what comes out."""

from dataclasses import dataclass

import numpy as np

from whichbank.exercises.running import Outcome

MB = 1 << 20


@dataclass(frozen=True)
class Limits:
    """How much one submission may use.

    Attributes
    ----------
    cell_seconds, answer_seconds, total_seconds : float
        Time for one cell, for all cases of one answer, and for everything; what it waits for a processor that other
        programs use does not count.
    memory_mb, torch_memory_mb : int
        Memory of all processes together, for work that does without torch, gensim and their kin, and for the rest.
    processes : int
        Processes and threads at one time.
    disk_mb, file_mb, files : int
        The size of the folder for temporary files, of one file, and how many files there may be.
    output_bytes, flood_bytes : int
        How much of a cell's output is kept, and after how much the cell is stopped.
    source_bytes : int
        How large all cells together may be.
    result_bytes : int
        How large the results of one answer may be, all cases together.
    """

    cell_seconds: float = 20.0
    answer_seconds: float = 10.0
    total_seconds: float = 120.0
    memory_mb: int = 1024
    torch_memory_mb: int = 3072
    processes: int = 48
    disk_mb: int = 64
    file_mb: int = 32
    files: int = 2000
    output_bytes: int = 10_000
    flood_bytes: int = 8 * MB
    source_bytes: int = 4 * MB
    result_bytes: int = 8 * MB


@dataclass(frozen=True)
class Task:
    """One exercise inside the box.

    Attributes
    ----------
    exercise, name : str
        Its number, and what the answer is called.
    kind : str
        "hand" or "code".
    cases : tuple
        The inputs of each case; no outputs. Empty for an exercise by hand.
    """

    exercise: str
    name: str
    kind: str
    cases: tuple[tuple[np.ndarray, ...], ...] = ()


@dataclass(frozen=True)
class Work:
    """What the box is to run: the source of each code cell with the exercise it answers, and the tasks."""

    cells: tuple[tuple[str, str | None], ...]
    tasks: tuple[Task, ...]


@dataclass(frozen=True)
class CellFound:
    """What became of one cell: "done", "raised", "timed out", "too much memory", "too much output", "crashed"."""

    status: str
    output: str = ""
    error: str = ""


@dataclass(frozen=True)
class AnswerFound:
    """What became of one answer.

    Attributes
    ----------
    status : str
        "ran", "value", "missing", "blank", "partly", "stub", "class", "no function", "timed out", "too much memory",
        "crashed" or "not run".
    passes : tuple of tuple of Outcome
        The outcomes of all cases, twice; for an exercise by hand one outcome, once.
    detail : str
        The type of an answer that is no function, or how the process ended.
    """

    status: str
    passes: tuple[tuple[Outcome, ...], ...] = ()
    detail: str = ""


@dataclass(frozen=True)
class Findings:
    """All that came out of the box."""

    cells: tuple[CellFound, ...]
    answers: dict[str, AnswerFound]
    seconds: float
