import re
from typing import Any

from drawn import Drawn, assert_drawn


def window(fig: Any, drawn: Drawn) -> None:
    """The boxes show who is given and who is guessed, the table the likeliest guesses, the read-out the right ones."""
    cbow = fig.form == "CBOW"
    middle, context = fig.words[fig.center], [fig.words[place] for place in fig.context]
    assert drawn.sliders == [["Center word", middle], ["Window m", str(fig.window)]]
    assert drawn.spoken == [middle, str(fig.window)]
    roles = {fig.center: "guess" if cbow else "given"} | dict.fromkeys(fig.context, "given" if cbow else "guess")
    boxes = "".join(word + roles.get(place, "") for place, word in enumerate(fig.words))
    assert boxes in drawn.text, "the sentence"
    right = [middle] if cbow else context
    chances = dict(zip(fig.vocabulary, fig.probabilities, strict=True))
    assert_drawn([row[0] for row in drawn.tables[0]], [p for _, p in fig.guesses], "guesses")
    assert [row[1] == "✓" for row in drawn.tables[0]] == [word in right for word, _ in fig.guesses]
    ranked = r"[^a-z]*".join(re.escape(word) for word, _ in fig.guesses)
    assert re.search(ranked, drawn.text), "the words of the guesses"
    said = re.findall(r"P\((\w+)\) = (\d\.\d+)", drawn.said[0])
    assert [word for word, _ in said] == right
    assert_drawn([text for _, text in said], [chances[word] for word in right], "read-out")


COMPARERS = {"Window": window}
