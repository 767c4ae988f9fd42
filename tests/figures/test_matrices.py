"""The figure of three matrices: its numbers, and what it does not take."""

import re
from typing import Any

import numpy as np
from drawn import Drawn, assert_drawn, assert_near, numbers

from whichbank.attention import attend, self_attention, similarity
from whichbank.corpora import plane_vectors
from whichbank.figures import QueryKeyMatrices

WORDS = ["money", "bank", "grows"]
PAIR = {"W_q": [[0, 1], [2, 1]], "W_k": [[1, 0], [-1, 1]]}
CHAPTER = PAIR | {"W_v": [[1, -1], [-1, 1]]}


def make(**changes):
    """The figure of the chapter, with changes."""
    traits = {"words": WORDS, "vectors": plane_vectors(WORDS), "row": 1, **CHAPTER}
    return QueryKeyMatrices(**(traits | changes))


def test_numbers_are_those_of_the_kernels_and_the_chapter():
    fig = make()
    assert fig.q.tolist() == [[0, 2], [2, 2], [0, 1]]
    assert fig.k.tolist() == [[2, 0], [0, 1], [1, 0]]
    assert fig.scores.tolist() == [[0, 2, 0], [4, 2, 2], [0, 1, 0]]
    np.testing.assert_array_equal(fig.scores, similarity(fig.q, fig.k))
    assert fig.v.tolist() == [[2, -2], [0, 0], [1, -1]]
    out, weights = attend(fig.q, fig.k, fig.v, return_weights=True)
    np.testing.assert_array_equal(fig.weights, weights)
    np.testing.assert_array_equal(fig.out, out)
    assert fig.out[1].round(2).tolist() == [1.51, -1.51]


def test_values_are_the_words_themselves_where_their_matrix_is_left_out():
    fig = QueryKeyMatrices(WORDS, plane_vectors(WORDS), **PAIR)
    np.testing.assert_array_equal(fig.v, plane_vectors(WORDS))
    before = fig.weights
    fig.W_v = np.zeros((2, 2))
    np.testing.assert_array_equal(fig.weights, before)
    assert not fig.out.any()


def test_the_product_of_both_stands_between_the_words_as_they_are():
    fig = make()
    assert fig.W_qk.tolist() == [[0, 1], [2, -1]]
    vectors = plane_vectors(WORDS)
    np.testing.assert_array_equal(similarity(vectors @ fig.W_qk, vectors), fig.scores)


def test_matrices_that_change_nothing_give_the_scores_without_parameters():
    fig = make(W_q=np.eye(2), W_k=np.eye(2))
    vectors = plane_vectors(WORDS)
    np.testing.assert_array_equal(fig.scores, similarity(vectors, vectors))
    np.testing.assert_allclose(fig.weights, self_attention(vectors / 2**0.25)[1])


def test_keys_of_zero_make_all_weights_equal():
    np.testing.assert_allclose(make(W_k=np.zeros((2, 2))).weights, 1 / 3)


def test_versions_come_in_order_of_their_names():
    fig = make(versions={"b": (np.eye(2), np.eye(2)), "a": list(PAIR.values())})
    assert list(fig.versions) == ["a", "b"]
    assert fig.versions["a"] == [[[0, 1], [2, 1]], [[1, 0], [-1, 1]]]


def test_its_repr_table_and_picture_hold_the_numbers():
    fig = make()
    shown = (
        "QueryKeyMatrices(words=['money', 'bank', 'grows'], row='bank', query=[2.0, 2.0], "
        "weights=[0.67, 0.16, 0.16], new=[1.51, -1.51])"
    )
    assert repr(fig) == shown
    assert (
        '<th scope="row">bank</th><td>2.00</td><td>2.00</td><td>0.00</td><td>1.00</td>'
        in fig.fallback()
    )
    assert "bank: money 0.67, bank 0.16, grows 0.16" in repr(fig.still())


def compare(fig: Any, drawn: Drawn) -> None:
    """The plane shows query and keys, or values and a new vector, the rows a word's weights, the
    tables all.
    """
    row, word = fig.row, fig.words[fig.row]
    matrices = {name: getattr(fig, name) for name in ("W_q", "W_k", "W_v", "W_qk")}
    looks, vectors, scores, weights = drawn.tables
    assert_drawn(vectors, np.hstack([fig.q, fig.k, fig.v, fig.out]), "vectors")
    assert_drawn(scores, fig.scores, "scores")
    assert_drawn(weights, fig.weights, "weights")
    named = {"W_q": "WQ", "W_k": "WK", "W_v": "WV", "W_qk": "WQWK⊤"}
    held = numbers(drawn.text.partition(f"{named[fig.bent]} =")[2])[:4]
    np.testing.assert_allclose(held, np.ravel(matrices[fig.bent]), atol=0.005 + 1e-9)
    assert_drawn(looks, fig.weights[row][:, None], "weights of the word that asks")
    points = drawn.points()
    one, ways, there = {
        "W_v": (f"new {word}", fig.v, fig.out[row]),
        "W_qk": (f"{word} asks", fig.vectors, fig.vectors[row] @ fig.W_qk),
    }.get(fig.bent, (f"{word} asks", fig.k, fig.q[row]))
    # a word that is one unit of an axis has its dot under the tip that is dragged, which names it
    alone = len(fig.offers) == 1
    under = []
    for axis, tip in zip(fig.axes, matrices[fig.bent], strict=True):
        on = [w for w, way in zip(fig.words, ways, strict=True) if alone and list(way) == list(tip)]
        assert_near(points.pop(", ".join([axis, *on])), tip, f"the arrow of {axis}", 0.01)
        under += on
    if np.abs(there).max() <= 3 or fig.bent != "W_qk":  # else there is no room for it
        assert_near(points[one], there, one, 0.01)
    points.pop(one)
    if old := points.pop(f"old {word}", None):
        assert_near(old, fig.vectors[row], "the word before the matrix", 0.01)
    if alone:
        x, y = fig.out[row]
        assert_near(points.pop(f"gap {y - x:.2f}"), [x, (x + y) / 2], "gap", 0.01)
    seen = [s for s, word in enumerate(fig.words) if word not in under]
    assert list(points) == [fig.words[s] for s in seen]
    assert_near(list(points.values()), [ways[s] for s in seen], "the words", 0.01)
    if len(fig.offers) == 1:
        gap = fig.out[row][1] - fig.out[row][0]
        way = "below" if gap < 0 else "above"
        assert drawn.said[0].endswith(f"its second number is {abs(gap):.2f} {way} the first.")
        return
    best = fig.weights[row].max()
    found = [s for s, weight in enumerate(fig.weights[row]) if weight > best - 1e-9]
    each, many = (
        " and ".join(", ".join(fig.words[s] for s in found).rsplit(", ", 1)),
        len(found) > 1,
    )
    old, new = fig.vectors[row], re.findall(r"\((\S+), (\S+)\)", drawn.said[0].replace("−", "-"))
    every, some = {
        "W_v": ("All values go in equally", f"The value{'s' * many} of {each} go"),
        "W_qk": ("All words lie equally far", f"{each[0].upper()}{each[1:]} lie"),
    }.get(fig.bent, ("All keys reach equally far", f"The key{'s' * many} of {each} reach"))
    assert (every if len(found) == len(fig.words) else some) in drawn.said[0]
    assert_drawn(re.findall(r": (\d\.\d+)", drawn.said[0]), [best], "the largest weight")
    if fig.bent == "W_v":
        assert drawn.said[0].lower().startswith(f"{word}, (")
        assert_near(np.array(new, float), [old, fig.out[row]], "what the word becomes", 0.0051)


OTHER = {"versions": {"a": list(PAIR.values())}, "row": 2, "W_v": np.eye(2), "bent": "W_v"}
BAD = [
    ({"words": ["bank"]}, "vectors must have the shape (1, 2); got (3, 2)"),
    ({"words": [], "vectors": []}, "words must have at least 1 entry; got []"),
    ({"vectors": [[0, 0]]}, "vectors must have the shape (3, 2); got (1, 2)"),
    ({"W_q": np.eye(3)}, "W_q must have the shape (2, 2); got (3, 3)"),
    ({"W_k": [[1, 0], [0, 3]]}, "W_k must hold numbers between -2 and 2; got 3"),
    ({"W_k": np.full((2, 2), np.nan)}, "W_k must hold finite numbers"),
    ({"W_v": [[1, 0]]}, "W_v must have the shape (2, 2); got (1, 2)"),
    ({"W_v": [[-2.5, 0], [0, 1]]}, "W_v must hold numbers between -2 and 2; got -2.5"),
    ({"row": 3}, "row must be between 0 and 2; got 3"),
    ({"bent": "W_o"}, "bent must be one of W_q, W_k, W_v, W_qk; got 'W_o'"),
    ({"reach": np.inf}, "reach must be a finite number; got inf"),
    ({"versions": {"a": [np.eye(2)]}}, "versions['a'] must have 2 entries; got 1"),
    (
        {"versions": {"a": [np.eye(2), 5 * np.eye(2)]}},
        "versions['a'][1] must hold numbers between -2 and 2; got 5",
    ),
]
