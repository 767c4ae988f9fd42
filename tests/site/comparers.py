"""For each class of live figure, what it must show when its traits are these: told by the Python kernels.

A new figure adds its comparer here; the tests fail and say so where one is missing.
"""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
from drawn import Drawn, assert_drawn, assert_near, numbers

from whichbank.attention import mix, similarity, softmax
from whichbank.figures.questions import verdict


def mixing_table(fig: Any, drawn: Drawn) -> None:
    """Sliders show the row, the heatmap all weights and their sums, the plane old and new vectors."""
    weights, vectors = np.array(fig.weights), np.array(fig.vectors)
    new = mix(weights, vectors, check_rows=False)
    word, row = fig.words[fig.row], weights[fig.row]
    assert_drawn([text for _, text in drawn.sliders], row, "sliders")
    assert drawn.spoken == [text for _, text in drawn.sliders]
    assert [label for label, _ in drawn.sliders] == list(fig.words)
    assert_drawn([line[:-1] for line in drawn.tables[0]], weights, "heatmap")
    assert_drawn([line[-1] for line in drawn.tables[0]], weights.sum(axis=1), "sums")
    whole = np.abs(weights.sum(axis=1) - 1) < 1e-9
    assert [(", not 1" in line[-1]) for line in drawn.tables[0]] == list(~whole)
    said = drawn.said[0]
    assert said.startswith(f"New {word} = ")
    place = said[said.index("= (") : said.index(")")]
    assert_drawn(place.removeprefix("= (").split(", "), new[fig.row], "read-out")
    assert (" inside " in said) == fig.inside[fig.row]
    assert ("not to 1" not in said) == whole[fig.row]
    points = drawn.points()
    for name, at in zip(fig.words, vectors, strict=True):
        assert_near(points[name], at, f"point {name}")
    if f"{word}′" in points:  # else it stands at the rim, and its label says that it is off the picture
        assert_near(points[f"{word}′"], new[fig.row], f"{word}′")


def drag_vectors(fig: Any, drawn: Drawn) -> None:
    """Sliders show the picked word's place, the heatmaps scores and weights, the plane old and new vectors."""
    tokens = fig.sentences[fig.sentence].split(" ")
    old = np.array([fig.vectors[fig.words.index(word)] for word in tokens])
    scores = similarity(old, old)
    weights = softmax(scores, temperature=fig.temperature)
    new = mix(weights, old)
    row = tokens.index(fig.picked)
    assert_drawn([text for _, text in drawn.sliders], [*old[row], fig.temperature], "sliders")
    assert_drawn(drawn.tables[0], scores, "scores")
    assert_drawn([line[:-1] for line in drawn.tables[1]], weights, "weights")
    assert_drawn([line[-1] for line in drawn.tables[1]], weights.sum(axis=1), "sums")
    assert drawn.said[0].startswith(f"New {fig.picked} = ")
    recipe, _, places = drawn.said[0].rpartition(" = ")
    others = [i for i, word in enumerate(tokens) if word != fig.picked and tokens.index(word) == i]
    assert_drawn([str(x) for x in numbers(recipe)], weights[row], "recipe")
    assert_drawn([f"{x:.2f}" for x in numbers(places)], new[[row, *others]], "read-out")
    points = drawn.points()
    for name, at in zip(tokens, old, strict=True):
        assert_near(points[name], at, f"point {name}")
    for name, at in zip(tokens, new, strict=True):
        assert_near(points[f"{name}′"], at, f"{name}′")


def share_plane(fig: Any, drawn: Drawn) -> None:
    """The slider shows the share, the read-out both distances, the plane the three words."""
    places = {word: np.array(at) for word, at in fig.places.items()}
    away = [float(np.linalg.norm(places["apple"] - places[word])) for word in ("orange", "phone")]
    assert_drawn(drawn.sliders[0][1], [100 * fig.share], "slider")
    said = drawn.said[0]
    assert f"{100 * fig.share:.0f} %" in said
    assert_drawn([text for text, _ in re.findall(r"(\d+\.\d+) from (orange|phone)", said)], away, "distances")
    assert said.count("✓") == len(fig.right_for)
    assert said.count("✗") == 2 - len(fig.right_for)
    described = [f"{x:.2f}" for x in numbers(drawn.planes[0]["label"])]
    assert_drawn(described, [*np.concatenate(list(places.values())), fig.near], "description")
    for labels, at in drawn.points().items():
        for word in labels.split(", "):
            if labels == word:
                assert_near(at, places[word], f"point {word}")
    apple = next(at for labels, at in drawn.points().items() if "apple" in labels)
    assert_near(apple, places["apple"], "point apple")


def quiz(fig: Any, drawn: Drawn) -> None:
    """Each answer has its mark and its reason; the last line counts the right ones."""
    for question, answer, said in zip(fig.questions, fig.answers, drawn.said, strict=False):
        if answer is None:
            assert said == ""
        else:
            right, why = verdict(question, answer)
            assert said == f"{'Right.' if right else 'Not yet.'} {why.replace('`', '').replace('*', '')}"
    assert drawn.said[-1] == f"{fig.score} of {len(fig.questions)} right"


COMPARERS: dict[str, Callable[[Any, Drawn], None]] = {
    "MixingTable": mixing_table,
    "DragVectors": drag_vectors,
    "SharePlane": share_plane,
    "Quiz": quiz,
}
