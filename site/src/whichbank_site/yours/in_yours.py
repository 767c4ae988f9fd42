"""What Pyodide's worker calls on the page *yours*: the machine, run on the reader's functions.

Each stage tells the page what it has as it comes, as (kind, JSON): "box" before a function is
called, and a letter, a layer or a step when it is there.
"""

import base64
import json
from collections.abc import Callable, Iterable, Mapping
from time import perf_counter
from typing import Any

import numpy as np

from whichbank import yours
from whichbank.exercises import check

Tell = Callable[[str, str], object]
Functions = dict[str, Callable[..., Any]]


def functions(boxes: Mapping[str, tuple[str, str]]) -> Functions:
    """Return the reader's functions, each defined by its text and the imports of its chapter."""
    import in_page  # it lies beside this file where Pyodide runs

    known: dict[str, Any] = {}
    for _, imports in boxes.values():
        known |= in_page.imported(imports)[0]
    return yours.defined({name: source for name, (source, _) in boxes.items()}, known)


def told(machine: Any, tell: Tell) -> None:
    """Let a machine tell which box it calls."""
    for name in yours.BOXES:
        machine._space[name] = _telling(json.dumps(name), tell, machine._space[name])


def _telling(name: str, tell: Tell, function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*inputs: Any) -> Any:
        tell("box", name)
        return function(*inputs)

    return call


def run(asked: str, tell: Tell, data: Any = None) -> str:
    """Run a stage; return, as JSON, what it is at its end: an error with its box, if there is one.

    Parameters
    ----------
    asked : str
        As JSON: the stage, and what it needs.
    tell : callable
        Is told what comes.
    data : buffer of JavaScript, optional
        The real model's bytes.
    """
    request = json.loads(asked)
    if data is not None:
        request["data"] = data.to_bytes()
    stages: dict[str, Callable[..., Any]] = {
        "letters": letters,
        "cache": cache,
        "breaking": breaking,
        "reader": reader,
        "train": train,
        "keep": keep,
    }
    try:
        found = stages[request.pop("stage")](tell=tell, **request)
    except yours.BoxError as error:
        found = {"error": str(error), "box": error.box}
    except ValueError as error:
        found = {"error": str(error)}
    return json.dumps(found)


def letters(boxes: Any, prompt: str, n: int, seed: int, heat: float, tell: Tell) -> dict[str, Any]:
    """Write on, letter by letter."""
    model = yours.letters(functions(boxes))
    told(model.machine, tell)
    for letter in model.write(prompt, n, seed=seed, temperature=heat):
        tell("letter", json.dumps(letter))
    return {}


def cache(boxes: Any, prompt: str, n: int, seed: int, heat: float, tell: Tell) -> dict[str, Any]:
    """Write twice, without a cache and with one; return the letters a second, and whether both are
    the same.
    """
    model = yours.letters(functions(boxes))
    written, paces = [], []
    for kept in (False, True):
        list(model.write(prompt, 2, cache=kept))  # what is slow only once
        tell("paper", json.dumps(kept))
        began, text = perf_counter(), ""
        for letter in model.write(prompt, n, seed=seed, temperature=heat, cache=kept):
            tell("letter", json.dumps(letter))
            text += letter
        written.append(text)
        paces.append(n / (perf_counter() - began))
    return {"paces": paces, "same": written[0] == written[1]}


def breaking(
    boxes: Any,
    saved: Any,
    broken: str,
    prompt: str,
    n: int,
    seed: int,
    heat: float,
    tell: Tell,
) -> dict[str, Any]:
    """Write twice: on the functions as they were saved, and with one that is broken."""
    mistake = ""
    for at in range(2):
        changed = {name: box for name, box in boxes.items() if box != saved.get(name)}
        if at and broken:
            one = yours.BREAKS[int(broken)]
            changed, mistake = {one.box: (one.source, "")}, one.hint
        own = functions(saved | changed if at else saved)
        if at and not broken:
            mistake = _mistakes(own, changed)
        tell("paper", json.dumps(at))
        model = yours.letters(own)
        told(model.machine, tell)
        try:
            for letter in model.write(prompt, n, seed=seed, temperature=heat):
                tell("letter", json.dumps([at, letter]))
        except yours.BoxError as error:
            return {"error": str(error), "box": error.box, "mistake": mistake}
    return {"mistake": mistake}


def _mistakes(own: Functions, changed: Iterable[str]) -> str:
    reports = (check(yours.BOXES[name].exercise, own[name]) for name in changed)
    return "\n".join(report.message for report in reports if not report.ok)


_model: dict[str, tuple[Any, list[str]]] = {}  # the real model, once it is here


def reader(
    boxes: Any, sentence: str, about: Any, meanings: Any, data: bytes, tell: Tell
) -> dict[str, Any]:
    """Read a sentence, and tell after each layer how a word of two meanings leans, wherever it is."""
    own = functions(boxes)
    if not _model:
        _model["here"] = yours.from_page(about, data)
    weights, pieces = _model["here"]
    model = yours.reader(own, weights=weights, pieces=pieces)
    told(model.machine, tell)
    words = model.cut(sentence).words
    word = next((word for word in words if word in meanings), None)
    if word is None:
        return {"needs": list(meanings)}
    count = words.count(word)
    tell("words", json.dumps({"words": [word] * count, "axes": meanings[word]["axes"]}))
    vectors = base64.b64decode(meanings[word]["vectors"])
    first, second = np.frombuffer(vectors, "<f2").astype(float).reshape(2, model.n_layers + 1, -1)
    for layer in model.read(sentence):
        ways = first[layer.number], second[layer.number]
        leans = [lean(layer.word(word, nth), *ways) for nth in range(count)]
        tell("layer", json.dumps(leans))
    return {}


def lean(vector: Any, first: Any, second: Any) -> float:
    """Return the cosine of a vector to the first meaning minus that to the second, as
    ``experiments.probing`` has it.
    """
    to = [vector @ way / np.linalg.norm(vector) / np.linalg.norm(way) for way in (first, second)]
    return float(to[0] - to[1])


EVERY, SAMPLE = 50, 80  # steps between two samples of what it writes so far, and letters of one


def train(boxes: Any, text: str, steps: int, n: int, tell: Tell) -> dict[str, Any]:
    """Train a small writer on a text; let it write now and then, and at its end."""
    training = yours.train(functions(boxes), text, steps=steps)
    told(training.model.machine, tell)
    for step, loss in training:
        tell("step", json.dumps([step, loss, training.there]))
        if step == 1 or step % EVERY == 0:
            tell("sample", json.dumps(text[0] + "".join(training.model.write(text[0], SAMPLE))))
    tell("sample", json.dumps(""))
    tell("letter", json.dumps(text[0]))
    for letter in training.model.write(text[0], n):
        tell("letter", json.dumps(letter))
    return {}


def keep(boxes: Any, name: str, day: str, sample: str, tell: Tell) -> dict[str, Any]:
    """Return one file of the reader's functions."""
    by = f"Put together by {name}" if name else "Put together"
    text = yours.keepsake({name: source for name, (source, _) in boxes.items()}, sample)
    return {"text": f"# {by} in a browser on {day}.\n{text}"}
