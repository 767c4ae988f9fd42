"""The five kinds of prediction, what each must say, and how near a guess comes.

Every prediction has ``id`` (chapter and number, ``"mixing.2"``), ``key``, ``kind``, ``question`` and
``result``, one line that is shown with the guess; it may have ``reason_from``, a sentence to reason
from, and ``seen``, a text that a covered output prints. The key is a short name such as
``sweet-tea`` that no other prediction of the course has. A reader's guess is kept under it: it
stays when the question gets better, or another number. A new question gets a new key.

- ``choice``: ``options``, and ``answer``, the place of the right one, from 0. An option is kept by
  its letter, the first by a. Who changes their order, or puts a new one between, says ``keys``:
  each one's old letter, as in ``"bac"``. ``why`` has a text for each option, what tempts in it and
  why it fails; that of the right one is empty, ``result`` says it.
- ``number``: ``low``, ``high`` and ``step`` of what can be guessed, ``answer``, ``within`` (how far
  off still counts as right), and perhaps a ``unit`` and ``mistakes``: known wrong numbers, each with
  ``value`` and ``why``. A guess is one if it is nearer to it than to the answer and within as much.
- ``point``: the names of two ``axes``, ``low`` and ``high`` with a number for each, ``answer`` and
  ``within``; perhaps ``shown``, points by their names.
- ``order``: ``items``, and ``answer``, their places in the right order: the first one first. They
  have ``keys`` too.
- ``curve``: ``x``, numbers or names that are put side by side, two ``axes``, ``low`` and ``high``
  of the upright one, ``answer``, a number for each x, and ``within``: how far off on average still
  counts as right.

In a text, ``code`` stands between backticks and *emphasis* between asterisks.
"""

import math
from itertools import combinations
from typing import Any

from whichbank.figures.kit.questions import ROOM, short, typed

LETTERS = "abcdefghijklmnopqrstuvwxyz"
_ALL: dict[str, type] = {"id": str, "key": str, "kind": str, "question": str, "result": str}
_MAY: dict[str, type] = {"reason_from": str, "seen": str}
_OWN: dict[str, dict[str, type]] = {
    "choice": {"options": list, "answer": int},
    "number": {"answer": float, "within": float, "low": float, "high": float, "step": float},
    "point": {"axes": list, "low": list, "high": list, "answer": list, "within": float},
    "order": {"items": list, "answer": list},
    "curve": {
        "x": list,
        "axes": list,
        "low": float,
        "high": float,
        "answer": list,
        "within": float,
    },
}
_MISTAKE: dict[str, type] = {"value": float, "why": str}
_OWN_MAY: dict[str, dict[str, type]] = {
    "choice": {"keys": str, "why": list},
    "number": {"unit": str, "mistakes": list},
    "point": {"shown": dict},
    "order": {"keys": str},
}
KINDS = tuple(_OWN)


def checked_prediction(prediction: dict[str, Any]) -> dict[str, Any]:
    """Return the prediction with everything left out filled in.

    Parameters
    ----------
    prediction : dict
        One prediction, see the module's own words.

    Raises
    ------
    ValueError
        If something is missing, unknown, or contradicts itself.

    Examples
    --------
    >>> checked_prediction({"id": "mixing.1", "kind": "guess"})
    Traceback (most recent call last):
    ...
    ValueError: kind must be one of choice, number, point, order, curve; got 'guess'
    """
    kind = prediction.get("kind") if isinstance(prediction, dict) else None
    if kind not in _OWN:
        raise ValueError(f"kind must be one of {', '.join(KINDS)}; got {kind!r}")
    may = _MAY | _OWN_MAY.get(kind, {})
    given = {
        name: value
        for name, value in prediction.items()
        if name not in may or value not in ("", {}, [])
    }
    fields = _ALL | _OWN[kind] | may
    left_out = {name: fields[name]() for name in may if name not in given}
    done = typed(given, {name: fields[name] for name in fields if name not in left_out}) | left_out
    short("key", done["key"])
    _RULES[kind](done)
    return done


def fits(prediction: dict[str, Any], guess: Any, whole: bool = False) -> Any:
    """Return a guess that this prediction can have; where it need not be whole, an order may hold
    its first items.

    Raises
    ------
    ValueError
        If it cannot be given.
    """
    kind = prediction["kind"]
    if kind == "choice":
        return _place(guess, len(prediction["options"]))
    if kind == "order":
        places = [_place(place, len(prediction["items"])) for place in _listed(guess)]
        if len(set(places)) < len(places) or (whole and len(places) < len(prediction["items"])):
            raise ValueError(
                f"must hold each place from 0 to {len(prediction['items']) - 1} once; got {guess}"
            )
        return places
    low, high = prediction["low"], prediction["high"]
    if kind == "number":
        return _number(guess, low, high)
    many = 2 if kind == "point" else len(prediction["x"])
    limits = list(zip(low, high, strict=True)) if kind == "point" else [(low, high)] * many
    if len(_listed(guess)) != many:
        raise ValueError(f"must hold {many} numbers; got {guess}")
    return [_number(number, *between) for number, between in zip(guess, limits, strict=True)]


def judge(prediction: dict[str, Any], guess: Any) -> tuple[bool, float]:
    """Return whether a guess is right, and how far off it is: 0 on the spot, 1 as far as a guess
    can be.

    Examples
    --------
    >>> judge({"kind": "number", "answer": 3, "within": 0.5, "low": 0, "high": 10}, 6.5)
    (False, 0.5)
    """
    kind, answer = prediction["kind"], prediction["answer"]
    off = away(kind, guess, answer)
    most = farthest(kind, answer, prediction.get("low", 0), prediction.get("high", 1))
    return off <= prediction.get("within", 0) + ROOM, off / most


def away(kind: str, guess: Any, answer: Any) -> float:
    """Return how far a guess is from the answer: of a curve the mean, of an order the share of
    pairs turned round.
    """
    if kind == "choice":
        return float(guess != answer)
    if kind == "order":
        pairs = list(combinations(answer, 2))
        return sum(guess.index(first) > guess.index(second) for first, second in pairs) / len(pairs)
    if kind == "number":
        return abs(guess - answer)
    if kind == "point":
        return math.dist(guess, answer)
    return sum(abs(g - a) for g, a in zip(guess, answer, strict=True)) / len(answer)


def farthest(kind: str, answer: Any, low: Any, high: Any) -> float:
    """Return how far from the answer a guess can be. A choice is no distance: a wrong one counts as
    half the way.
    """
    if kind == "number":
        return max(answer - low, high - answer)
    if kind == "point":
        return math.hypot(
            *(max(at - a, b - at) for at, a, b in zip(answer, low, high, strict=True))
        )
    if kind == "curve":
        return sum(max(at - low, high - at) for at in answer) / len(answer)
    return 2 if kind == "choice" else 1


def _choice(done: dict[str, Any]) -> None:
    _named("options", done["options"], least=2)
    _lettered(done, done["options"])
    _at("answer", _place, done["answer"], len(done["options"]))
    wrong = [i != done["answer"] for i in range(len(done["options"]))]
    if done["why"] and [bool(text) for text in done["why"]] != wrong:
        raise ValueError(
            "why must have a text for each wrong option, and an empty one for the right"
        )


def _count(done: dict[str, Any]) -> None:
    _ordered(done["low"], done["high"])
    if done["step"] <= 0:
        raise ValueError(f"step must be positive; got {done['step']}")
    _at("answer", _number, done["answer"], done["low"], done["high"])
    nearest = done["low"] + round((done["answer"] - done["low"]) / done["step"]) * done["step"]
    if not judge(done, min(nearest, done["high"]))[0]:
        raise ValueError(
            f"no step comes within {done['within']:g} of the answer {done['answer']:g}"
        )
    _open(done, [done["low"], done["high"]])
    done["mistakes"] = [typed(mistake, _MISTAKE) for mistake in done["mistakes"]]
    for mistake in done["mistakes"]:
        _at("the value of a mistake", _number, mistake["value"], done["low"], done["high"])
        if judge(done, mistake["value"])[0]:
            raise ValueError(f"{mistake['value']:g} is a mistake, and counts as right")


def _point(done: dict[str, Any]) -> None:
    _named("axes", done["axes"], least=2, most=2)
    for name in ("low", "high"):
        if len(done[name]) != 2:
            raise ValueError(f"{name} must hold a number for each axis; got {done[name]}")
    for low, high in zip(done["low"], done["high"], strict=True):
        _ordered(low, high)
    for name, at in {"answer": done["answer"], **done["shown"]}.items():
        _at(name, lambda at: fits(done, at), at)
    (left, bottom), (right, top) = done["low"], done["high"]
    _open(done, [[x, y] for x in (left, right) for y in (bottom, top)])


def _order(done: dict[str, Any]) -> None:
    _named("items", done["items"], least=3)
    _lettered(done, done["items"])
    _at("answer", lambda answer: fits(done, answer, whole=True), done["answer"])


def _curve(done: dict[str, Any]) -> None:
    _named("axes", done["axes"], least=2, most=2)
    _named("x", [f"{x:g}" if isinstance(x, (int, float)) else x for x in done["x"]], least=3)
    _ordered(done["low"], done["high"])
    _at("answer", lambda answer: fits(done, answer), done["answer"])
    _open(done, [[done[end]] * len(done["x"]) for end in ("low", "high")])


_RULES = {"choice": _choice, "number": _count, "point": _point, "order": _order, "curve": _curve}


def _open(done: dict[str, Any], corners: list[Any]) -> None:
    if done["within"] < 0 or (done["within"] == 0 and done["kind"] != "number"):
        raise ValueError(f"within must be positive; got {done['within']}")
    if all(judge(done, guess)[0] for guess in corners):
        raise ValueError(
            f"within is so large that every guess would be right; got {done['within']:g}"
        )


def _named(name: str, texts: list[Any], least: int, most: float = math.inf) -> None:
    good = all(
        isinstance(text, str) and text.strip() and text.count("`") % 2 == 0 for text in texts
    )
    if not good or len(set(texts)) < len(texts) or not least <= len(texts) <= most:
        many = f"{least}" if most == least else f"{least} or more"
        raise ValueError(f"{name} must be {many} different texts; got {texts}")


def _lettered(done: dict[str, Any], texts: list[Any]) -> None:
    done["keys"] = done["keys"] or LETTERS[: len(texts)]
    if len(set(done["keys"]) & set(LETTERS)) != len(texts) or len(done["keys"]) != len(texts):
        raise ValueError(f"keys must be {len(texts)} different letters; got {done['keys']!r}")


def _ordered(low: float, high: float) -> None:
    for name, value in (("low", low), ("high", high)):
        _at(name, _number, value, -math.inf, math.inf)
    if low >= high:
        raise ValueError(f"low must be below high; got {low} and {high}")


def _at(name: str, check: Any, *values: Any) -> None:
    """Call a check, and put the name of what it looks at before what is wrong."""
    try:
        check(*values)
    except ValueError as error:
        raise ValueError(f"{name} {error}") from None


def _listed(guess: Any) -> list[Any]:
    if not isinstance(guess, (list, tuple)):
        raise ValueError(f"must be a list; got {guess!r}")
    return list(guess)


def _place(guess: Any, many: int) -> int:
    if isinstance(guess, bool) or not isinstance(guess, int) or not 0 <= guess < many:
        raise ValueError(f"must be a place from 0 to {many - 1}; got {guess!r}")
    return guess


def _number(guess: Any, low: float, high: float) -> float:
    if isinstance(guess, bool) or not isinstance(guess, (int, float)) or not math.isfinite(guess):
        raise ValueError(f"must be a finite number; got {guess!r}")
    if not low - ROOM <= guess <= high + ROOM:
        raise ValueError(f"must be between {low:g} and {high:g}; got {guess:g}")
    return guess
