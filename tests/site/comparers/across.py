import re
from typing import Any

from drawn import Drawn, assert_drawn


def looks_across(fig: Any, drawn: Drawn) -> None:
    """The heatmap shows the shown head in percent; the read-out names the word it looks at most."""
    assert_drawn(drawn.tables[0], 100 * fig.table_shown, "weights in %")
    english, hindi = fig.read[fig.sentence].split(), fig.written[fig.sentence].split()
    row, meant = fig.table_shown[fig.word], fig.source[fig.sentence][fig.word]
    said = drawn.said[0].replace("\u00a0", " ")
    found = re.match(
        rf"While it writes {hindi[fig.word]}, head {fig.head + 1} looks most at (\w+) \(word (\d+), (\d+) %\)", said
    )
    best = int(found[2]) - 1
    assert english[best] == found[1]
    assert row[best] == row.max()
    assert_drawn([found[3]], [100 * row.max()], "largest weight")
    told = "the word that it stands for" if best == meant else f"it stands for {english[meant]}."
    assert ("stands for no single" if meant < 0 else told) in said


COMPARERS = {"LooksAcross": looks_across}
