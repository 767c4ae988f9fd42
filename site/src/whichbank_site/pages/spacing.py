"""Mend KaTeX's MathML where browsers would space it in another way than TeX does.

KaTeX writes the MathML for screen readers. Shown, it wants six hints: thin spaces around the names
of functions, signs that are no operators between two things, norm bars and dots without the room of
an operator, relations that keep their room at the end of a cell and have none at the beginning of a
formula, and accents that are accents.
"""

from xml.etree import ElementTree
from xml.etree.ElementTree import Element

_APPLY = "\u2061"  # stands between a function's name and what it is applied to
_OPENING, _CLOSING = set("([{⟨"), set(")]}⟩")
_RELATIONS = set("=≈≤≥<>≠→←")
_SIGNS = set("+−±")
_DOTS = set("…⋯")
_ROWS = {"math", "mrow", "mstyle", "mtd", "msqrt", "mpadded"}
# so many children, and no more
_PAIRS = {"msub", "msup", "msubsup", "munder", "mover", "munderover", "mfrac", "mroot"}
_ACCENTS = {"^": "ˆ", "~": "˜"}  # what stands on a letter, and not high above it
_THIN, _MEDIUM = "0.167em", "0.222em"


def mend(math: str) -> str:
    """Return the ``<math>`` element with these hints.

    Examples
    --------
    >>> mend("<math><mrow><mi>a</mi><mo>=</mo><mo>−</mo><mn>1</mn></mrow></math>")
    '<math><mi>a</mi><mo form="infix">=</mo><mo form="prefix">−</mo><mn>1</mn></math>'
    """
    root = ElementTree.fromstring(math)
    first = next(part for part in root.iter() if part.tag not in ("math", "mrow"))
    if first.tag == "mo" and first.text in _RELATIONS and not root.get("display"):
        first.set("lspace", "0")  # the text has a space before it
    for pair in [part for part in root.iter() if part.tag in _PAIRS]:
        _single_names(pair)
        if pair.get("accent") == "true":
            pair[1].text = _ACCENTS.get(pair[1].text or "", pair[1].text)
    for row in [part for part in root.iter() if part.tag in _ROWS]:
        for step in (_negative_spaces, _scripted_names, _dots, _operators, _lonely, _functions):
            step(row)
    if [part.tag for part in root] == ["mrow"] and not root[0].attrib:
        root[:] = root[0]  # a formula is a row itself
    return ElementTree.tostring(root, encoding="unicode", short_empty_elements=False)


def _single_names(pair: Element) -> None:
    for child in [child for child in pair if child.text == _APPLY]:
        pair.remove(child)


def _scripted_names(row: Element) -> None:
    """Let the function of ``\\sin^2 x`` be applied after its script, not inside."""
    for at in reversed(range(len(row))):
        name = row[at][0] if row[at].tag in _PAIRS else row[at]
        if name is not row[at] and len(name) == 2 and name[1].text == _APPLY:
            row[at][0] = name[0]
            row.insert(at + 1, name[1])


def _operators(row: Element) -> None:
    before: Element | None = None
    for child in row:
        text = child.text or ""
        if child.tag == "mo" and text in _RELATIONS:
            child.set("form", "infix")
        elif child.tag == "mo" and text in _SIGNS:
            child.set("form", "prefix" if before is None or _is_operator(before) else "infix")
        elif child.tag == "mo" and text == "∥" and child.get("stretchy") == "false":
            child.attrib |= {"lspace": "0", "rspace": "0"}
        before = child


def _negative_spaces(row: Element) -> None:
    """Leave out ``\\!``: it corrects a room that is not there in MathML, and would itself be drawn
    as room.
    """
    for child in [
        child for child in row if child.tag == "mtext" and "\u2063" in (child.text or "")
    ]:
        row.remove(child)


def _dots(row: Element) -> None:
    for at in reversed(range(len(row))):
        if row[at].tag == "mo" and (row[at].text or "") in _DOTS:
            row[at].tag = "mi"
            for place, neighbor in ((at + 1, at + 1), (at, at - 1)):
                if 0 <= neighbor < len(row) and _is_thing(row[neighbor]):
                    row.insert(place, _space(_THIN))


def _lonely(row: Element) -> None:
    """Give an operator alone in its cell, which TeX writes as ``{} + {}``, the room after it."""
    empty = [child for child in row if child.tag == "mrow" and not len(child)]
    if (
        len(empty) == len(row) - 1
        and row[-1] in empty
        and any(child.get("form") == "infix" for child in row)
    ):
        row[-1] = _space(_MEDIUM)


def _functions(row: Element) -> None:
    children = list(row)
    for at in reversed(range(1, len(children))):
        if children[at].text != _APPLY:
            continue
        name, after = at - 1, children[at + 1] if at + 1 < len(children) else None
        if after is not None and not _starts_with(after, _OPENING) and not _is_space(after):
            row.insert(at + 1, _space(_THIN))
        if name and not _is_space(children[name - 1]) and not _is_operator(children[name - 1]):
            row.insert(name, _space(_THIN))


def _is_operator(child: Element) -> bool:
    """Tell whether what follows stands at a beginning: after an operator, a comma or an opening
    bracket.
    """
    while child.tag.startswith(("msu", "mun", "mov")):
        child = child[0]
    return (
        child.tag == "mo"
        and child.get("form") != "prefix"
        and (child.text or "") not in _CLOSING | {"∥", "!", "′"}
    )


def _is_space(child: Element) -> bool:
    return child.tag == "mspace" or (child.tag == "mtext" and not (child.text or "").strip())


def _is_thing(child: Element) -> bool:
    return child.tag != "mo" and not _is_space(child)


def _starts_with(child: Element, signs: set[str]) -> bool:
    while len(child):
        child = child[0]
    return (child.text or "") in signs


def _space(width: str) -> Element:
    return Element("mspace", {"width": width})
