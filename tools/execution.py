"""Execute notebooks side by side, each in a kernel of its own, into the cache that the book is
built from.

One after the other, as the builder itself runs them, the 16 notebooks took 420 s on two cores, and
side by side 196 s. jupyter-cache has a parallel executor too. It does not tell how far it is, and
hands out notebooks in pairs: by the times of ours, two cores then need 12% longer. What runs one
notebook and what keeps it is jupyter-cache's here, too.

Where the weights of the real model cannot be had, the chapter about it runs as far as it goes. A
cell that then fails, or says something else, keeps the words that it is stored with, and a figure
is shown as it is without arguments.
"""

import copy
import os
import re
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from unittest import mock

from tools import inputs

# Two kernels side by side, each with as many threads as there are cores, slow each other down. A
# progress bar is for the eye: its times would end up in the outputs.
ENVIRONMENT = {"OMP_NUM_THREADS": "1", "OMP_WAIT_POLICY": "PASSIVE", "TQDM_DISABLE": "1"}

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 12  # that a chapter takes on an ordinary laptop
LOADS = "load_minilm("
GENSIM = re.compile(r"^from (gensim|whichbank\.(corpora|experiments))", re.MULTILINE)


class Failed(Exception):
    """A notebook's cell raised, or took too long."""


def open_cache(folder: Path) -> Any:
    """Return the cache of executed notebooks in this folder, with its tables: several may then
    write to it.
    """
    from jupyter_cache import get_cache

    cache = get_cache(str(folder))
    cache.list_cache_records()
    return cache


def missing(paths: Sequence[Path], cache: Any, *, weights: bool = True) -> dict[Path, Any]:
    """Return the notebooks of which the cache holds no run with what they depend on as it is now;
    where there are weights, one without them is none.
    """
    import nbformat

    found = {}
    for path in paths:
        notebook = nbformat.read(path, as_version=4)
        try:
            record = cache.match_cache_notebook(notebook)
        except KeyError:
            record = None
        stale = record is None or record.data.get("digest") != inputs.digest(path, ROOT)
        if stale or (weights and not record.data.get("whole", True)):
            found[path] = notebook
    return found


def loads_the_model(notebook: Any) -> bool:
    """Return whether a notebook needs the weights of the real model."""
    return any(cell.cell_type == "code" and LOADS in cell.source for cell in notebook.cells)


def lacks(notebook: Any, *, weights: bool) -> bool:
    """Return whether a notebook needs the weights of the real model or gensim, and they are not
    here: gensim has no wheel for the newest Python.
    """
    if not weights and loads_the_model(notebook):
        return True
    asks = any(cell.cell_type == "code" and GENSIM.search(cell.source) for cell in notebook.cells)
    return asks and find_spec("gensim") is None


def joined(outputs: list[Any]) -> list[Any]:
    """Join what a busy kernel has sent of one stream in pieces: the page would end the line after
    each.
    """
    whole: list[Any] = []
    for output in outputs:
        last = whole[-1] if whole else output
        if last is not output and "name" in output and output.name == last.get("name"):
            last.text += output.text
        else:
            whole.append(output)
    return whole


def store(cache: Any, notebook: Any, path: Path, seconds: float, **about: Any) -> None:
    """Put one executed notebook into the cache, and what is to be kept about its run."""
    from jupyter_cache.base import CacheBundleIn

    about |= {"execution_seconds": seconds, "digest": inputs.digest(path, ROOT)}
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = joined(cell.outputs)
    bundle = CacheBundleIn(notebook, str(path), data=about)
    cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)


def execute(
    paths: Sequence[Path],
    folder: Path,
    *,
    weights: bool = True,
    workers: int | None = None,
    timeout: int = 180,
) -> list[Path]:
    """Execute the notebooks that the cache does not hold, some at a time; print a line as each is
    done.

    Return those that were executed, in the order in which they ended. A cell may take timeout
    seconds; one that fails or takes longer raises Failed at the end, and the other notebooks are
    kept all the same. ``weights`` tells whether those of the real model can be had.
    """
    cache = open_cache(folder)
    todo = missing(paths, cache, weights=weights)
    if not todo:
        return []
    workers = min(workers or os.cpu_count() or 1, len(todo))
    what = f"{len(todo)} notebooks, {workers} at a time" if len(todo) > 1 else "one notebook"
    print(f"Executing {what}: some {SECONDS * len(todo) / workers:.0f} s.", flush=True)
    start = time.monotonic()
    done, failed = [], []
    with mock.patch.dict(os.environ, ENVIRONMENT):
        # the work is done in the kernels: threads suffice to wait for them
        pool = ThreadPoolExecutor(workers)
        lack = {path: lacks(notebook, weights=weights) for path, notebook in todo.items()}
        waiting = {
            pool.submit(_run, notebook, path, timeout, lack[path]): path
            for path, notebook in todo.items()
        }
        try:
            for count, run in enumerate(as_completed(waiting), 1):
                path, (result, error) = waiting[run], run.result()
                if error is None:
                    done.append(path)
                    store(cache, result.nb, path, result.time, whole=not lack[path])
                    left = (time.monotonic() - start) * (len(todo) - count) / (count + workers - 1)
                    more = f", some {left:.0f} s to go" if left else ""
                    print(
                        f"[{count}/{len(todo)}] {path.name} done in {result.time:.0f} s{more}",
                        flush=True,
                    )
                else:
                    failed.append(path.name)
                    print(
                        f"[{count}/{len(todo)}] {path.name} FAILED, {type(error).__name__}: "
                        f"{error}",
                        flush=True,
                    )
        except KeyboardInterrupt:
            print("\nStopped.", flush=True)
            # without waiting for the cells that run; their kernels end with this process
            os._exit(130)
        pool.shutdown()
    if failed:
        raise Failed(f"{', '.join(failed)} failed; the messages above say in which cell.")
    return done


def _run(notebook: Any, path: Path, timeout: int, lacking: bool) -> tuple[Any, Exception | None]:
    from jupyter_cache.executors.utils import single_nb_execution

    from tools.kernels import Manager

    # not a warning for each kernel that it speaks over TCP
    quiet = ["--IPKernelApp.log_level=ERROR"]
    stored = copy.deepcopy(notebook)
    try:
        result = single_nb_execution(
            notebook,
            cwd=str(path.parent),
            timeout=timeout,
            allow_errors=lacking,
            extra_arguments=quiet,
            kernel_manager_class=Manager,
        )
        if lacking:
            _keep_stored(result.nb, stored)
    except Exception as error:  # a kernel that died or never started counts as a failed cell
        return None, error
    return result, result.err


def _keep_stored(run: Any, stored: Any) -> None:
    """Give each cell of a run whose words are not those that it is stored with what is stored."""
    for ours, theirs in zip(run.cells, stored.cells, strict=True):
        if _words(ours) != _words(theirs):
            ours.outputs = [_alive(output) for output in theirs.outputs]


def _words(cell: Any) -> list[str]:
    outputs = cell.get("outputs", [])
    return [
        output.get("data", output).get("text/plain", output.get("text", "")) for output in outputs
    ]


def _alive(output: Any) -> Any:
    """Add to the words of a figure the place where it is drawn; the site knows it by the name of
    its module.
    """
    from whichbank_site.pages.live import VIEW

    from whichbank.figures import FIGURES

    name, paren, _ = output.get("data", {}).get("text/plain", "").partition("(")
    modules = {kind.__name__: module for module, kind in FIGURES.items()}
    if paren and name in modules:
        output.data[VIEW] = {"model_id": modules[name], "version_major": 2, "version_minor": 0}
    return output
