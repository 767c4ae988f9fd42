"""The questions at the end of a chapter, marked on the page."""

from collections.abc import Iterable, Sequence
from typing import Any, Self

from whichbank.figures.kit.figure import Figure
from whichbank.figures.kit.questions import checked, complete, given_tables, marked, read, verdict
from whichbank.figures.kit.traits import Index, List, Refused, Text, Trait


def _complete(questions: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    try:
        return complete(questions, "question", "id", checked)
    except ValueError as error:
        raise Refused(str(error)) from None


def _fitting(answers: list[Any], questions: list[dict[str, Any]]) -> list[Any]:
    for number, (question, answer) in enumerate(zip(questions, answers, strict=True), start=1):
        try:
            if answer is not None:
                verdict(question, answer)
        except ValueError as error:
            raise Refused(f"the answer to question {number} {error}") from None
    return answers


class Quiz(Figure):
    """Questions that the page marks: one of several choices, or a number, with a reason for every
    answer.

    Parameters
    ----------
    page : str
        The chapter's name, by which a link finds a question.
    questions : sequence of dict
        As in the files of ``whichbank.quizzes``, see ``whichbank.figures.kit.questions``; the browser
        keeps the answers under their ids.
    answers : sequence, optional
        For each question None, the index of the chosen answer, or the number given.
    place : int, optional
        The place of the question that a narrow page shows, which has room for one; the first if not
        given.

    Examples
    --------
    >>> yes = {"id": "a", "text": "Yes", "right": True, "why": "It does."}
    >>> no = {"id": "b", "text": "No", "why": "It sums to 1."}
    >>> quiz = Quiz("mixing", [{"id": "sum", "kind": "choice", "text": "Does it?", "choices": [yes, no]}])
    >>> quiz
    Quiz(page='mixing', questions=1)
    >>> quiz.answers = [0]
    >>> quiz.score
    1
    """

    page = Text()
    told = ("questions",)

    questions = List(Trait(), least=1, check=_complete)
    answers = List(
        Trait(), lambda questions: [None] * len(questions), length="questions", check=_fitting
    )
    place = Index("questions")

    @classmethod
    def of(cls, page: str) -> Self:
        """Return the quiz of one chapter.

        Parameters
        ----------
        page : str
            The chapter's name, as in ``"mixing"``.

        Raises
        ------
        ValueError
            If there is no such file, or it holds a mistake: the message names the file and the
            question.
        """
        return cls(page, read("whichbank.quizzes", page, "question", "id", checked))

    @property
    def score(self) -> int:
        """How many questions are answered right."""
        return sum(
            verdict(q, a)[0]
            for q, a in zip(self.questions, self.answers, strict=True)
            if a is not None
        )

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return the questions and the answers given."""
        rows = [
            [i, q["text"], "" if a is None else a]
            for i, (q, a) in enumerate(self._pairs(), start=1)
        ]
        return "Check yourself", ["number", "question", "answer"], rows

    def fallback(self) -> str:
        """Return the questions as a list, each with what there is to say about its answers folded
        away.
        """
        return f'<ol class="wb-fallback">{"".join(map(_told, self.questions))}</ol>'

    def _pairs(self) -> Iterable[tuple[dict[str, Any], Any]]:
        return zip(self.questions, self.answers, strict=True)

    def _summary(self) -> Iterable[str]:
        yield f"page={self.page!r}"
        yield f"questions={len(self.questions)}"


def _told(question: dict[str, Any]) -> str:
    text = marked(question["text"])
    if question["kind"] == "choice":
        said = [
            (marked(c["text"]), f"{'Right' if c['right'] else 'Wrong'}. {marked(c['why'])}")
            for c in question["choices"]
        ]
        options = "".join(f"<li>{choice}</li>" for choice, _ in said)
        answers = "".join(f"<li>{choice} {why}</li>" for choice, why in said)
        text += given_tables(question["shown"])
        return f"<li>{text}<ul>{options}</ul><details><summary>Answer</summary><ul>{answers}</ul></details></li>"
    answers = f"<li>{question['answer']:g}: {marked(question['why'])}</li>" + "".join(
        f"<li>{mistake['value']:g}: {marked(mistake['why'])}</li>"
        for mistake in question["mistakes"]
    )
    return f"<li>{text}<details><summary>Answer</summary><ul>{answers}</ul></details></li>"
