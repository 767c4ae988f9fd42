import re
from typing import Any

from drawn import Drawn, assert_drawn

from whichbank.figures.heads import sides


def head_viewer(fig: Any, drawn: Drawn) -> None:
    """One table shows where the word looks in each head, one sums it up; the read-out has the answers, marked."""
    looks, sums = drawn.tables
    assert_drawn(looks, 100 * fig.rows.T, "where the word looks, in %")
    assert_drawn(sums, 100 * sides(fig.rows, fig.at).T, "before, itself, after, in %")
    word = fig.words[fig.at]
    assert f"Where “{word}” looks, in %" in drawn.text
    assert "".join(fig.columns) in drawn.text, "the heads of the table"
    said = drawn.said[0]
    found = re.findall(r"(\w+) in (?:the )?(one wide|head \d)(?: head)? \((\d+)\s%\)", said)
    assert [name for _, name, _ in found] == fig.columns
    for (best, _, share), row in zip(found, fig.rows, strict=True):
        assert best == ("itself" if row.argmax() == fig.at else fig.words[row.argmax()])
        assert_drawn([share], [100 * row.max()], "the largest share")
    answers = fig.answers(0) + fig.answers(fig.reader)
    told = re.findall(r"(means|before it|after it): (\w+ \(\w+\)) ([✓✗]) \((\d+)\s% sure\)", said)
    assert told == [(question, answer, "✓" if good else "✗", str(sure)) for question, answer, sure, good in answers]
    assert ("never asked" in said) == (not answers)


COMPARERS = {"HeadViewer": head_viewer}
