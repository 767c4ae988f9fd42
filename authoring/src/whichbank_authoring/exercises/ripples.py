"""Exercises of chapter ripples, places and waves."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..exercise import Case, Exercise, Special
from . import _sections as sections


def _codes(places: np.ndarray, size: Any, base: np.ndarray, bugs: frozenset[str]) -> np.ndarray:
    """Codes of places on a line, shape (..., size), with the slips that both coded exercises
    share.
    """
    waves = np.arange(size // 2)
    power = 2 * waves / size
    if "no_2" in bugs:
        power = waves / size
    if "counted_from_1" in bugs:
        power = 2 * (waves + 1) / size
    slow = base**-power
    if "multiplied" in bugs:
        slow = 1 / slow
    angles = places[..., None] * slow
    if "features_counted" in bugs:
        features = np.arange(size)
        angles = places[..., None] * base ** (-2 * features / size)
        sines, cosines = np.sin(angles[..., 0::2]), np.cos(angles[..., 1::2])
    else:
        if "degrees" in bugs:
            angles = np.deg2rad(angles)
        sines, cosines = np.sin(angles), np.cos(angles)
    if "cosine_first" in bugs:
        sines, cosines = cosines, sines
    if "halves" in bugs:
        return np.concatenate([sines, cosines], axis=-1)
    pairs = np.stack([sines, cosines], axis=-1)
    return pairs.reshape(places.shape + (size,))  # noqa: RUF005


def _row(place: np.ndarray, base: np.ndarray, *, bugs: frozenset[str] = frozenset()) -> np.ndarray:
    if "place_before" in bugs:
        place = place - 1
    if "base_10000" in bugs:
        base = np.array(10000.0)
    return _codes(place, 4, base, bugs)


def _row_cases(rng: np.random.Generator) -> Iterator[Case]:
    yield {"place": np.array(2.0), "base": np.array(100.0)}
    yield {"place": np.array(float(rng.integers(2, 9))), "base": rng.choice([25.0, 100.0, 400.0])}


BY_HAND = Exercise(
    id="ripples.1",
    title="One row of the table, by hand",
    kind="hand",
    difficulty=2,
    minutes=10,
    name="answer_ripples_1",
    labels=("column 0", "column 1", "column 2", "column 3"),
    points=1,
    body=r"""
Work out the code of place $t = 2$ with $D = 4$ numbers and the base $b = 100$ (not 10000), with a
pocket calculator:

$$
\begin{aligned}
\mathrm{PE}_{t,\,2i} &= \sin\left(t / b^{\,2i/D}\right) \\
\mathrm{PE}_{t,\,2i+1} &= \cos\left(t / b^{\,2i/D}\right)
\end{aligned}
$$

Enter four numbers, each rounded to three decimals: `[..., ..., ..., ...]`.
""",
    stub="""
answer_ripples_1 = ...

check("ripples.1", answer_ripples_1)
""",
    reference=_row,
    cases=_row_cases,
    shown={
        "degrees": sections.BARCODES,
        "features_counted": sections.BARCODES,
        "halves": sections.SLIPS10,
    },
    mistakes={
        "degrees": "The calculator is set to degrees. The angles of the table are in radians: "
        "switch it over.",
        "features_counted": "The exponent counts the four numbers. In the formula i counts the "
        "waves: 0 for the first two numbers, 1 for the last two.",
        "halves": "Both sines come first here, and both cosines after. Put each cosine next to "
        "its sine.",
        "cosine_first": "Sine and cosine have changed places. The sine comes first, in column 2i.",
        "no_2": "The 2 of the exponent is missing. For i = 1 the exponent is 2/4, and the "
        "divisor is 10.",
        "multiplied": "The place is multiplied by the power of b. Divide by it: the second wave "
        "is the slower one.",
        "counted_from_1": "The waves are counted from 1 here. Count from 0: the first wave "
        "divides by 1.",
        "base_10000": "The base is 10000 here. In this exercise it is 100: for i = 1 the divisor "
        "is its root, 10.",
        "place_before": "This is the code of place 1, the place before. Put t = 2 into the "
        "formula.",
    },
)


def _place_codes(
    places: np.ndarray, d_model: np.ndarray, base: np.ndarray, *, bugs: frozenset[str] = frozenset()
) -> np.ndarray:
    count, n = places.shape
    if "coordinates_added" in bugs:
        return _codes(places.sum(axis=1), d_model, base, bugs)
    if "base_10000" in bugs:
        base = np.array(10000.0)
    if "sign_lost" in bugs:
        places = np.abs(places)
    codes = _codes(places, d_model // n, base, bugs)
    # the base to the power of 1/N does what N times D in the exponent does
    if "by_d_model" in bugs:
        codes = _codes(places, d_model // n, base ** (1 / n), bugs)
    if "codes_added" in bugs:
        return codes.sum(axis=1)
    if "woven" in bugs:
        return codes.swapaxes(1, 2).reshape(count, -1)
    return np.concatenate([codes[:, i] for i in range(n)], axis=-1)


def _place_cases(rng: np.random.Generator) -> Iterator[Case]:
    def drawn(count: int, n: int, far: float) -> np.ndarray:
        return np.round(rng.uniform(0.2, 1.0, (count, n)) * far * 8) / 8

    yield {"places": np.arange(3.0)[:, None], "d_model": np.array(4), "base": np.array(10000.0)}

    def case(places: np.ndarray, d_model: int, base: float) -> Case:
        return {"places": places, "d_model": np.array(d_model), "base": np.array(base)}

    yield Special("for places of several coordinates", case(drawn(3, 2, 9.0), 8, 10000.0))
    yield Special("for places of several coordinates", case(drawn(2, 3, 5.0), 12, 100.0))
    yield Special("for places of several coordinates", case(drawn(1, 4, 7.0), 8, 50.0))  # length 1
    yield case(drawn(4, 1, 900.0), 6, 10000.0)
    signed = drawn(3, 2, 4.0) * [[1, -1], [-1, 1], [-1, -1]]
    yield Special("for places below 0", case(signed, 8, 100.0))
    yield Special("with another base than 10000", case(drawn(5, 1, 6.0), 4, 30.0))


PLACE_CODES = Exercise(
    id="ripples.2",
    title="Codes of places in N dimensions",
    kind="code",
    difficulty=3,
    minutes=20,
    name="place_codes",
    points=3,
    body=r"""
Write `place_codes(places, d_model, base)`: the sinusoidal codes of places in N dimensions.

- `places` has one row for each place and N columns, N = 1, 2, 3 or more. The coordinates need not
  be whole numbers.
- Each coordinate $t$ gets $D = $ `d_model / N` numbers (`d_model` is a multiple of 2N): for
  $i = 0, \dots, D/2 - 1$, $\sin(t / b^{\,2i/D})$ and $\cos(t / b^{\,2i/D})$ side by side, $b$ being
  `base`.
- A row of the result holds the numbers of the first coordinate, then those of the second, and so
  on: `d_model` in all.
""",
    stub='''
def place_codes(places, d_model, base):
    """Sines and cosines of each coordinate, one row for each place: (T, N) to (T, d_model)."""
    ...


check("ripples.2", place_codes)
''',
    reference=_place_codes,
    cases=_place_cases,
    properties=("at_most_1",),
    other="A sine and its cosine are one complex number: the exponential of i times the angle "
    "has the cosine as real part and the sine as imaginary part.",
    shown={
        "degrees": sections.BARCODES,
        "features_counted": sections.BARCODES,
        "halves": sections.SLIPS10,
    },
    mistakes={
        "degrees": "The angles are read as degrees. The sines of the table take radians: leave "
        "the conversion out.",
        "features_counted": "The exponent counts the numbers of the code. In the formula i "
        "counts the waves: a sine and its cosine have the same i.",
        "halves": "All sines of a coordinate come first, then all cosines. Put each cosine next "
        "to its sine.",
        "cosine_first": "Sine and cosine have changed places. In each pair the sine comes first.",
        "no_2": "The 2 of the exponent is missing. The exponent is 2i/D, so that the slowest "
        "wave comes near to base.",
        "counted_from_1": "The waves are counted from 1 here. Count from 0: the first of a "
        "coordinate divides by 1.",
        "multiplied": "The coordinate is multiplied by the power of base. Divide by it: later "
        "waves are slower.",
        "sign_lost": "The sign of a coordinate is lost. A place below 0 has the sines of its "
        "opposite with a minus.",
        "base_10000": "The base is 10000 here, whatever `base` is. Use the base that is given.",
        "by_d_model": "The exponent has the length of the whole code in the place of D. It is "
        "2i/D, and D counts the numbers of one coordinate.",
        "coordinates_added": "The coordinates are added before they are encoded. Then (1, 2) and "
        "(2, 1) are one place: encode each by itself.",
        "codes_added": "The codes of the coordinates are added up. Put them side by side, one "
        "after the other.",
        "woven": "The numbers of the coordinates take turns. All numbers of the first coordinate "
        "come before those of the second.",
    },
)


def _embed(
    vectors: np.ndarray, codes: np.ndarray, *, bugs: frozenset[str] = frozenset()
) -> np.ndarray:
    length, size = vectors.shape[-2:]
    scale = np.sqrt(size)
    if "scaled_by_d" in bugs:
        scale = size
    if "divided" in bugs:
        scale = 1 / scale
    if "by_length" in bugs:
        scale = np.sqrt(length)
    if "not_scaled" in bugs:
        scale = 1.0
    rows = codes[1 : length + 1] if "from_1" in bugs else codes[:length]
    if "last_rows" in bugs:
        rows = codes[-length:]
    if "one_place" in bugs:
        rows = codes[:1]
    if "batch_axis" in bugs:
        rows = codes[: len(vectors), None] if vectors.ndim == 3 else rows
    if "multiplied" in bugs:
        return vectors * scale * rows
    if "sum_scaled" in bugs:
        return (vectors + rows) * scale
    return vectors * scale + rows


def _embed_cases(rng: np.random.Generator) -> Iterator[Case]:
    def signed(*shape: int) -> np.ndarray:
        return np.round(rng.uniform(0.3, 1.5, shape) * rng.choice([-1.0, 1.0], shape), 2)

    dog_bites_man = np.array([[2.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    t = np.arange(5.0)
    yield {"vectors": dog_bites_man, "codes": np.stack([np.sin(t), np.cos(t)], axis=1)}
    yield {"vectors": signed(4, 5), "codes": signed(7, 5)}
    yield Special("with a batch axis", {"vectors": signed(2, 3, 4), "codes": signed(8, 4)})
    yield Special("for a single word", {"vectors": signed(1, 7), "codes": signed(4, 7)})
    yield Special("with large numbers", {"vectors": signed(5, 3) * 100, "codes": signed(9, 3)})


EMBED = Exercise(
    id="ripples.3",
    title="A place for every word",
    kind="code",
    difficulty=2,
    minutes=10,
    name="embed",
    points=2,
    body=r"""
Write `embed(vectors, codes)`: the input of a transformer, $\sqrt D\, e_t + \mathrm{PE}_t$.

- `vectors` holds the word vectors of a sentence, shape $(T, D)$, or of a batch of sentences, shape
  $(B, T, D)$.
- `codes` is a table of position codes with at least $T + 1$ rows. Row 0 belongs to the first word.
- The word vectors are scaled by $\sqrt D$ before the codes are added. The result has the shape of
  `vectors`. Leave the inputs as they are.
""",
    stub='''
def embed(vectors, codes):
    """Word vectors times the root of D, plus the code of each word's place."""
    ...


check("ripples.3", embed)
''',
    reference=_embed,
    cases=_embed_cases,
    properties=("finite",),
    other="In a loop, `enumerate` hands out each word with its place, and the place is the row "
    "of its code.",
    shown={"sum_scaled": sections.SCALED_SUM},
    mistakes={
        "sum_scaled": "The sum is scaled, and the code with it. Scale the word vectors first, "
        "then add the codes.",
        "not_scaled": "The word vectors are not scaled. Multiply them by the root of D before "
        "you add the codes.",
        "scaled_by_d": "The word vectors are scaled by D. Multiply them by the root of D.",
        "divided": "The word vectors are divided by the root of D. Multiply them by it.",
        "by_length": "The scale is the root of the number of words. D is the size of a word "
        "vector: the last axis.",
        "from_1": "The first word gets row 1 of the table. Places count from 0: take the rows "
        "from 0 to T − 1.",
        "last_rows": "The codes come from the end of the table. The first word gets row 0: take "
        "the first T rows.",
        "one_place": "All words get the code of place 0. Word number t gets row t.",
        "batch_axis": "The table is read by the number of the sentence in the batch. Read it by "
        "the word's place: every sentence starts at row 0.",
        "multiplied": "The word vectors are multiplied by the codes. Scale the vectors, then add "
        "the codes.",
    },
)

EXPLORE = Exercise(
    id="ripples.4",
    title="A faster clock, and lengths beyond it",
    kind="explore",
    difficulty=3,
    minutes=30,
    body=r"""
The cells of "Who bites?" let you change the base, the training length, and the places of the three
words. Try several seeds before you believe a curve.

1. `train(reader("sinusoidal", 0, base=20.0), 0)` returns how often it is right at the six lengths.
   Guess first: how far does the slowest of the 16 waves turn in 12 words, and in 64? Does the curve
   change?
2. Do the same with `"rotary"`. Does a faster clock help it beyond 12 words?
3. Make `model = reader("learned", 0)`, call `train(model, 0)`, then go on with
   `train(model, 0, T=64)`. What happens to it at 12, 24 and 48 words? Explain it row by row of the
   table.
4. Is a sinusoidal reader misled by the length or by the place? Make
   `model = reader("sinusoidal", 0)`, and train it. `sentences(500, 64, 1, among=range(12))` puts
   the three words among the first 12 of 64, `among=range(52, 64)` among the last. Compare
   `model(ids, verb).argmax(dim=1)` with `who` in both. Whom does it name when it is wrong? And
   `"rotary"`?
5. Back to the pond: find three stones that leave exactly one other region with the same
   code, as far away as possible. By what rule?
""",
)

EXERCISES = (BY_HAND, PLACE_CODES, EMBED, EXPLORE)
