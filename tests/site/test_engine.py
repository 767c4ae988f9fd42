"""The engine of the live models in the precision that they use: float32 to read, float64 to
learn.
"""

import numpy as np
import pytest
from javascript import LOAD, leaves, listed
from js_cases import CASES

from whichbank.figures.kit.bundle import bundle

FORWARD, SLOPES = 1e-5, 1e-6
READ = [
    (file, name)
    for file, name in CASES
    if file == "nets/engine.js" and name not in ("softmaxSlope", "adam")
]
READ += [one for one in CASES if one[0] == "nets/decoder.js"]
READ += [("nets/encoder.js", "readSentence")]
LEARNED = [
    ("nets/engine.js", "softmaxSlope"),
    ("nets/engine.js", "adam"),
    ("nets/readers.js", "readingSlopes"),
]
# The same cases in typed arrays: lists of numbers become arrays of this kind, and come back as
# lists.
RUN = """([module, name, cases, kind]) => {
  const typed = (x) => (Array.isArray(x) && typeof (x[0] ?? 0) === "object" ? x.map(typed)
    : Array.isArray(x) ? globalThis[kind].from(x, (one) => one ?? -Infinity)
    : x && typeof x === "object" ? Object.fromEntries(Object.entries(x).map(([key, part]) => [key, typed(part)])) : x);
  const plain = (x) => (ArrayBuffer.isView(x) ? [...x] : Array.isArray(x) ? x.map(plain) : x && typeof x === "object"
    ? Object.fromEntries(Object.entries(x).map(([key, part]) => [key, plain(part)])) : x);
  return cases.map((args) => plain(loaded[module][name](...args.map(typed))));
}"""


@pytest.mark.browser
@pytest.mark.parametrize(
    ("some", "kind", "limit"), [(READ, "Float32Array", FORWARD), (LEARNED, "Float64Array", SLOPES)]
)
def test_the_engine_is_as_near_to_the_kernels_as_its_numbers_allow(
    some, kind, limit, new_page, measured
):
    """How far it is off counts by the size of the largest number that goes in or comes out."""
    page = new_page("search.html")
    page.evaluate(LOAD, {module: bundle(module) for module, _ in some})
    for module, name in some:
        cases = CASES[module, name]()
        results = page.evaluate(
            RUN, [module, name, [[listed(arg) for arg in args] for args, _ in cases], kind]
        )
        worst = 0.0
        for (args, expected), result in zip(cases, results, strict=True):
            numbers = [
                leaf
                for part in (*args, expected)
                if not isinstance(part, str)
                for leaf in leaves(part)
            ]
            size = max(np.abs(leaf[np.isfinite(leaf)]).max(initial=1) for leaf in numbers)
            for wanted, got in zip(leaves(expected), leaves(result), strict=True):
                assert np.isfinite(got).all(), f"{module} {name}"
                worst = max(worst, float(np.abs(got - wanted).max(initial=0) / size))
        measured(
            f"engine against the kernels, {kind} {name}: {worst:.1e} off at most, {limit:.0e} "
            "allowed"
        )
        assert worst <= limit, name
