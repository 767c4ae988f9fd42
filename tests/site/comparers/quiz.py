from typing import Any

from drawn import Drawn

from whichbank.figures.questions import verdict


def quiz(fig: Any, drawn: Drawn) -> None:
    """Each answer has its mark and its reason; the last line counts the right ones."""
    for question, answer, said in zip(fig.questions, fig.answers, drawn.said, strict=False):
        if answer is None:
            assert said == ""
        else:
            right, why = verdict(question, answer)
            plain = why.replace("`", "").replace("*", "").replace("−", "-")
            assert said == f"{'Right.' if right else 'Not yet.'} {plain}"
    assert drawn.said[-1] == f"{fig.score} of {len(fig.questions)} right"


COMPARERS = {"Quiz": quiz}
