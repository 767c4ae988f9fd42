"""What a page says about itself, read from its own text: its description, and its minutes."""

import re
from math import ceil

from docutils import nodes

from whichbank_site.pages.language import tr

LONGEST = 160
SHORTEST = 70
WORDS_A_MINUTE = 120
_TIME = r"Time[.:]\s+(?:about )?(\d+) minutes"
_SENTENCE = re.compile(r"(?<=[.?!।])[”\"’']?\s+")
_NOT_READ = (
    nodes.literal_block,
    nodes.math,
    nodes.math_block,
    nodes.raw,
    nodes.Invisible,
    nodes.image,
)


def description(doctree: nodes.document) -> str:
    """Return one or a few whole sentences from the beginning of a page, 160 characters at most;
    empty for none.

    A chapter begins with its question. Of a long one the middle is left out, for at its end it is
    asked.
    """
    found = ""
    for paragraph in _paragraphs(doctree):
        text = " ".join(paragraph.astext().split()).strip('“”"')
        text = text if text.endswith((".", "?", "!", ":", "।")) else f"{text}."
        sentences = _SENTENCE.split(text)
        if not found and text.endswith("?") and len(text) > LONGEST:
            sentences = [_ends(sentences)]
        for sentence in sentences:
            longer = f"{found} {sentence}".strip()
            if len(longer) > LONGEST:
                return found or _cut(sentence)
            found = longer
        if len(found) >= SHORTEST:
            break
    return found


def minutes(doctree: nodes.document) -> tuple[int, bool]:
    """Return how long a page takes, and whether its text says so; else its words count, at 120 a
    minute.
    """
    said = next(
        filter(None, (_time().search(paragraph.astext()) for paragraph in _paragraphs(doctree))),
        None,
    )
    return (
        (int(said[1] or said[2]), True)
        if said
        else (ceil(max(1, _words(doctree)) / WORDS_A_MINUTE), False)
    )


def _time() -> re.Pattern[str]:
    """Return how a page says how long it takes, in English or in the language of the build."""
    told = re.escape(tr("Time: about {n} minutes")).replace(r"\{n\}", r"(\d+)")
    return re.compile(f"{_TIME}|{told}")


def _paragraphs(doctree: nodes.document) -> list[nodes.paragraph]:
    """Return the paragraphs that a reader reads as text: those of lists and tables left out."""
    apart = (nodes.list_item, nodes.table, nodes.Admonition, nodes.definition, nodes.footnote)
    return [
        one
        for one in doctree.findall(nodes.paragraph)
        if not any(isinstance(above, apart) for above in _above(one))
    ]


def _above(node: nodes.Node) -> list[nodes.Node]:
    return [node.parent, *_above(node.parent)] if node.parent is not None else []


def _words(node: nodes.Node) -> int:
    if isinstance(node, _NOT_READ):
        return 0
    return (
        len(node.astext().split())
        if isinstance(node, nodes.Text)
        else sum(map(_words, node.children))
    )


def _ends(sentences: list[str]) -> str:
    """Return the first sentence, and as many of the last as there is room for."""
    for start in range(2, len(sentences)):
        found = f"{sentences[0]} … {' '.join(sentences[start:])}"
        if len(found) <= LONGEST:
            return found
    return sentences[-1]


def _cut(sentence: str) -> str:
    return sentence[:LONGEST].rpartition(" ")[0].rstrip(",;:") + "…"
