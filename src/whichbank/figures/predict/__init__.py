"""A question before a result: the reader commits to a guess, and then sees both."""

from collections.abc import Iterable, Sequence
from typing import Any

from whichbank.figures.kit.figure import Figure
from whichbank.figures.kit.questions import marked, read
from whichbank.figures.kit.traits import Choice, Text, Trait
from whichbank.figures.predict import guesses

PACKAGE = "whichbank.predictions"


def predictions(page: str) -> list[dict[str, Any]]:
    """Return the predictions of one chapter, in order.

    Parameters
    ----------
    page : str
        The chapter's name, as in ``"mixing"``.

    Raises
    ------
    ValueError
        If there is no such file, or it holds a mistake: the message names the file and the
        prediction.
    """
    done = read(PACKAGE, page, "prediction", "key", guesses.checked_prediction)
    # 0 is asked at the start, before all others
    first = int([one["id"] for one in done[:1]] != [f"{page}.0"])
    wanted = [f"{page}.{number}" for number in range(first, first + len(done))]
    if (ids := [one["id"] for one in done]) != wanted:
        raise ValueError(f"{page}.toml: the ids must be {', '.join(wanted)}; got {', '.join(ids)}")
    return done


def _found(id: str) -> dict[str, Any]:
    page = id.partition(".")[0]
    known = {one["id"]: one for one in predictions(page)}
    if id not in known:
        raise ValueError(
            f"there is no prediction {id!r} in {page}.toml; there are {', '.join(known)}"
        )
    return known[id]


def _whole(prediction: dict[str, Any], id: str) -> dict[str, Any]:
    """Return the prediction without what only the tests look at."""
    done = guesses.checked_prediction(prediction)
    if done["id"] != id:
        raise ValueError(f"must have the id {id!r}; got {done['id']!r}")
    return {name: value for name, value in done.items() if name != "seen"}


def _guessed(guess: Any, prediction: dict[str, Any]) -> Any:
    return None if guess is None else guesses.fits(prediction, guess)


def _committed(answered: str, guess: Any, prediction: dict[str, Any]) -> str:
    if answered == "guessed":
        try:
            guesses.fits(prediction, guess, whole=True)
        except ValueError as error:
            raise ValueError(f"must not be 'guessed': the guess {error}") from None
    return answered


class Predict(Figure):
    """A question that asks for a guess before the result: a choice, a number, a point, an order or
    a curve.

    Parameters
    ----------
    id : str
        The chapter and the number of the prediction, as in ``"mixing.2"``; the browser keeps the guess
        under its key.
    prediction : dict, optional
        What is asked, see ``whichbank.figures.predict.guesses``; found in the files of
        ``whichbank.predictions`` if not given.
    guess : any, optional
        The guess as it is now, of the form of the prediction's answer.
    answered : str, default "no"
        Whether the reader has committed to the guess (``"guessed"``) or wants to see the result
        without one (``"shown"``).

    Examples
    --------
    >>> about = {"id": "mixing.1", "key": "up-or-down", "kind": "choice", "question": "Up or down?"}
    >>> cell = Predict("mixing.1", about | {"options": ["up", "down"], "answer": 1, "result": "It goes down."})
    >>> cell
    Predict(id='mixing.1', kind='choice')
    >>> cell.guess, cell.answered = 0, "guessed"
    >>> cell.right
    False
    """

    id = Text()
    told = ("prediction",)

    prediction = Trait(_found, check=_whole)
    guess = Trait(None, check=_guessed)
    answered = Choice(["no", "guessed", "shown"], check=_committed)

    @property
    def right(self) -> bool:
        """Whether the reader has committed to a guess that is right."""
        return self.answered == "guessed" and guesses.judge(self.prediction, self.guess)[0]

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return what can be guessed, and the result."""
        rows = [*([f"{i}", text] for i, text in enumerate(_options(self.prediction), start=1))]
        return (
            self.prediction["question"],
            ["", "what can be guessed"],
            [*rows, ["result", self.prediction["result"]]],
        )

    def fallback(self) -> str:
        """Return the question and what can be guessed as text, with the result folded away."""
        texts = [self.prediction["question"], self.prediction["reason_from"]]
        asked = "".join(f"<p>{marked(text)}</p>" for text in texts if text)
        options = "".join(f"<li>{marked(text)}</li>" for text in _options(self.prediction))
        answer = f"<details><summary>Result</summary><p>{marked(self.prediction['result'])}</p></details>"
        return f'<div class="wb-fallback">{asked}<ul>{options}</ul>{answer}</div>'

    @property
    def anchor(self) -> str:  # type: ignore[override]
        """The name by which a link finds this prediction on its page."""
        return f"predict-{self.id.replace('.', '-')}"

    def _summary(self) -> Iterable[str]:
        yield f"id={self.id!r}"
        yield f"kind={self.prediction['kind']!r}"


def _options(prediction: dict[str, Any]) -> list[str]:
    """Return what can be guessed, in words."""
    low: Any = prediction.get("low")
    high: Any = prediction.get("high")
    match prediction["kind"]:
        case "choice":
            return prediction["options"]
        case "order":
            return prediction["items"]
        case "number":
            unit = prediction["unit"]
            return [f"a number from {low:g} to {high:g}{unit if unit in ('', '%') else f' {unit}'}"]
        case "point":
            ends = zip(prediction["axes"], low, high, strict=True)
            known = [f"{name} is at ({x:g}, {y:g})" for name, (x, y) in prediction["shown"].items()]
            return [
                *known,
                "a point with "
                + " and ".join(f"{axis} from {a:g} to {b:g}" for axis, a, b in ends),
            ]
        case _:
            across, up = prediction["axes"]
            places = ", ".join(
                f"{x:g}" if isinstance(x, (int, float)) else x for x in prediction["x"]
            )
            return [f"{up}, from {low:g} to {high:g}, for {across} {places}"]
