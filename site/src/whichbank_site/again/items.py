"""What comes back of each chapter: its guesses, its quiz and its exercises by hand, as the script
needs them to ask in another form.

A question with known wrong answers comes back as a claim: somebody says one of them, or the right
one, and the reader chooses what is to be said about it. An exercise by hand comes back with other
numbers. Where there is neither, the reader answers in their head and says how well.
"""

from typing import Any

from whichbank.exercises.other_numbers import other_numbers
from whichbank.exercises.table import load
from whichbank.figures.kit.questions import checked, read
from whichbank.figures.predict import predictions
from whichbank_site.practice.by_hand import packed


def items(chapter: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what comes back of a chapter, as ``course`` tells of it.

    Each has ``key``, under which the browser keeps the reader's answer, ``at``, where it is asked,
    ``q``, the question, ``w``, what the right answer means, and perhaps ``h``, a hint. With
    ``claims``, pairs of a wrong answer and what is to be said about it, comes ``r``, the right one;
    with ``numbers`` an exercise by hand has other inputs, and ``labels`` for the fields of its
    answer.
    """
    name = chapter["name"]
    asked = {id for _, id, _ in chapter["asked"]}
    found = [_guess(one) for one in (predictions(name) if asked else []) if one["id"] in asked]
    if chapter["questions"]:
        quiz = read("whichbank.quizzes", name, "question", "id", checked)
        found += [_question(name, i, one) for i, one in enumerate(quiz, start=1)]
    found += [
        _by_hand(id)
        for id in (f"{name}.{i + 1}" for i in range(chapter["exercises"]))
        if _is_by_hand(id)
    ]
    return [{name: value for name, value in one.items() if value} for one in found]


def _guess(one: dict[str, Any]) -> dict[str, Any]:
    place = one["id"].replace(".", "-")
    told = {"key": f"guess/{one['key']}", "at": f"predict-{place}", "q": one["question"]}
    told |= {"w": one["result"], "h": one["reason_from"]}
    if one["kind"] == "choice" and any(one["why"]):
        said = zip(one["options"], one["why"], strict=True)
        return told | {
            "claims": [[option, why] for option, why in said if why],
            "r": one["options"][one["answer"]],
        }
    if one["kind"] == "number" and one["mistakes"]:
        return told | {
            "claims": [[f"{m['value']:g}{one['unit']}", m["why"]] for m in one["mistakes"]],
            "r": f"{one['answer']:g}{one['unit']}",
        }
    return told


def _question(chapter: str, number: int, one: dict[str, Any]) -> dict[str, Any]:
    told = {"key": f"answer/{one['id']}", "at": f"question-{chapter}-{number}", "q": one["text"]}
    if one["kind"] == "number":
        return told | {
            "claims": [[f"{m['value']:g}", m["why"]] for m in one["mistakes"]],
            "r": f"{one['answer']:g}",
            "w": one["why"],
        }
    right = next(choice for choice in one["choices"] if choice["right"])
    return told | {
        "claims": [[c["text"], c["why"]] for c in one["choices"] if not c["right"]],
        "r": right["text"],
        "w": right["why"],
        "shown": one["shown"],
    }


def _is_by_hand(exercise: str) -> bool:
    try:
        return load(exercise).kind == "hand"
    except ValueError:  # an exercise to explore
        return False


def _by_hand(exercise: str) -> dict[str, Any]:
    entry = load(exercise)
    return {
        "key": f"done/{exercise}",
        "at": f"try-{exercise.replace('.', '-')}",
        "q": entry.title,
        "labels": list(entry.labels),
        "numbers": packed(other_numbers(exercise)),
    }


def course_items(course: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what comes back of the whole course, chapter by chapter."""
    return [{"chapter": chapter["name"], "items": items(chapter)} for chapter in course]
