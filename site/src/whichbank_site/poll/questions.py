"""What can be asked of a class: the guesses and quiz questions of a page that have choices, or a
number.

A number becomes a choice, too: the right one, each known wrong one, and what lies between.
"""

import zlib
from typing import Any

from whichbank.figures.kit.questions import ROOM, checked, read
from whichbank.figures.predict import predictions
from whichbank.misconceptions import of
from whichbank_site.pages.language import tr

MOST = 15
"""Choices that a code has room for."""
SEEDS = 31**2
"""Starts of a code's check characters."""


def asked(page: str, guesses: bool, quiz: bool) -> list[dict[str, Any]]:
    """Return what a page can ask a class.

    Each has ``id``, under which the browser keeps a reader's answer, ``at``, its place on the page,
    ``q``, the question, ``shown``, its tables, ``o``, the choices, each with its text, what to say
    about it, and for a known thought its title and the address of what refutes it, ``r``, the place
    of the right one, ``w``, what it means, and ``s``, from which the check characters of its codes
    start, different for each question of the page. A number has ``cuts``, between its choices, and
    ``unit``.

    Parameters
    ----------
    page : str
        Its name, as in ``"mixing"``.
    guesses, quiz : bool
        Whether it has them.
    """
    found = [_guess(page, one) for one in (predictions(page) if guesses else [])]
    if quiz:
        questions = read("whichbank.quizzes", page, "question", "id", checked)
        found += [_question(page, number, one) for number, one in enumerate(questions, start=1)]
    told = [one for one in found if one and len(one["o"]) <= MOST]
    taken: set[int] = set()
    for one in told:
        words = "\n".join([one["id"], *(option[0] for option in one["o"])])
        seed = zlib.crc32(words.encode()) % SEEDS
        while seed in taken:
            seed = (seed + 1) % SEEDS
        taken.add(seed)
        one["s"] = seed
    return told


def _guess(page: str, one: dict[str, Any]) -> dict[str, Any] | None:
    at = f"predict-{one['id'].replace('.', '-')}"
    told = {"id": f"guess/{one['key']}", "at": at, "q": one["question"], "w": one["result"]}
    place = f"{page}/{one['key']}"
    if one["kind"] == "choice":
        options = [
            _option("guesses", place, key, text, why)
            for key, text, why in zip(one["keys"], one["options"], one["why"], strict=True)
        ]
        return told | {"o": options, "r": one["answer"]}
    if one["kind"] == "number":
        return told | _number("guesses", place, one, one["within"], "", one["unit"])
    return None


def _question(page: str, number: int, one: dict[str, Any]) -> dict[str, Any]:
    at, place = f"question-{page}-{number}", f"{page}/{one['id']}"
    told = {"id": f"answer/{one['id']}", "at": at, "q": one["text"]}
    if one["kind"] == "number":
        numbers = _number("questions", place, one, one["tolerance"], one["otherwise"], "")
        return told | {"w": one["why"]} | numbers
    right = next(i for i, choice in enumerate(one["choices"]) if choice["right"])
    options = [
        _option("questions", place, c["id"], c["text"], "" if c["right"] else c["why"])
        for c in one["choices"]
    ]
    told |= {"w": one["choices"][right]["why"], "o": options, "r": right}
    return told | ({"shown": one["shown"]} if one["shown"] else {})


def _option(kind: str, place: str, answer: str, text: str, why: str) -> list[str]:
    """Return a choice with what is to be said about it; the last parts that are empty are left out."""
    thought = of(kind, place, answer)
    told = [text, why, *((thought.title, thought.see) if thought and why else ())]
    return told if why else told[:1]


def _number(
    kind: str, place: str, one: dict[str, Any], within: float, otherwise: str, unit: str
) -> dict[str, Any]:
    """Return a number as choices: the known ones, and what lies below, between and above."""
    known = {made["value"]: made["why"] for made in one["mistakes"]} | {one["answer"]: ""}
    values = sorted(known)
    right = one["answer"]
    unit = unit if unit in ("", "%") else f" {unit}"

    def said(value: float) -> str:
        return f"{value:g}{unit}".replace("-", "−")

    def bounds(value: float) -> tuple[float, float]:
        """Where a number counts as this one: the right one has all its room, another what is left."""
        low, high = value - within - ROOM, value + within + ROOM
        if value == right:
            return low, high
        for other in values:
            if other != value:
                edge = within + ROOM if other == right else abs(value - other) / 2
                if other < value:
                    low = max(low, other + edge)
                else:
                    high = min(high, other - edge)
        return low, high

    def gap(text: str) -> list[str]:
        return [text, otherwise] if otherwise else [text]

    options, cuts = [gap(tr("less than {value}", value=said(values[0])))], [bounds(values[0])[0]]
    for value, after in zip(values, [*values[1:], None], strict=True):
        options.append(_option(kind, place, f"{value:g}", said(value), known[value]))
        end = bounds(value)[1]
        cuts.append(end)
        if after is None:
            options.append(gap(tr("more than {value}", value=said(value))))
        elif (start := bounds(after)[0]) > end:
            options.append(gap(tr("between {low} and {high}", low=said(value), high=said(after))))
            cuts.append(start)
    at = next(i for i, option in enumerate(options) if option[0] == said(right))
    return {"o": options, "r": at, "cuts": cuts, "unit": unit.strip()}
