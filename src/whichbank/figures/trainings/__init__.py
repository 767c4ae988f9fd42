"""The three trainings of a chat model as a drawing: what each learns from, and what it costs."""

from collections.abc import Iterable, Sequence
from typing import Any

from whichbank.figures.kit.figure import Figure
from whichbank.figures.kit.traits import Index, List, Number, Text


class Trainings(Figure):
    """A switch of three; the words that the loss counts are underlined, and bars compare the
    computing.

    Parameters
    ----------
    names : sequence of str, length N, optional
        What the model does in each training.
    question : str, optional
        What the model is asked.
    answers : sequence of sequences of str, length N, optional
        How it goes on after each training; where there are two, people picked the first.
    lessons : sequence of str, length N, optional
        What each training changes.
    data : sequence of str, length N, optional
        What it learns from; by default as for GPT-3 and InstructGPT, of Brown et al. (2020) and
        Ouyang et al. (2022).
    computing : sequence of float, length N, optional
        How much computing it takes, in petaflop/s-days; by default of Ouyang et al. (2022).
    stage : int, default 0
        The training that is shown.

    Examples
    --------
    >>> Trainings(stage=1)
    Trainings(stage=1, name='is shown', share='0.1%')
    """

    told = ("names", "question", "answers", "lessons", "data")

    names = List(Text(), ("reads", "is shown", "is told"), least=1)
    question = Text("What is the capital of France?")
    answers = List(
        List(Text(), least=1),
        (
            ("What is the capital of Spain?",),
            ("Paris.",),
            ("Paris, on the Seine.", "It may be Lyon."),
        ),
        length="names",
    )
    lessons = List(
        Text(),
        (
            "Every token counts: it goes on as texts do, here with the next question.",
            "The loss is the same, but only people’s answers count: now it answers.",
            "It writes, a model of what people pick gives marks, and good ones become likelier.",
        ),
        length="names",
    )
    data = List(
        Text(), ("300 billion tokens", "13,000 answers", "31,000 questions"), length="names"
    )
    computing = List(Number(positive=True), (3640, 4.9, 60), length="names")
    stage = Index("names")

    @property
    def shares(self) -> list[float]:
        """The share of each training in all the computing."""
        return [amount / sum(self.computing) for amount in self.computing]

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return what each training learns from, what it costs, and how the model goes on."""
        rows = [
            [name, data, f"{amount:,g}", " / ".join(answers)]
            for name, data, amount, answers in zip(
                self.names, self.data, self.computing, self.answers, strict=True
            )
        ]
        heads = ["the model …", "from", "petaflop/s-days", f"after “{self.question}”"]
        return "Three trainings", heads, rows

    def _summary(self) -> Iterable[str]:
        yield f"stage={self.stage}"
        yield f"name={self.names[self.stage]!r}"
        yield f"share='{100 * self.shares[self.stage]:.1f}%'"
