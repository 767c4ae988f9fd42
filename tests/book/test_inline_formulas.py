"""What stands between two dollars is a formula: no dollar is left alone, so that a sentence becomes
one.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import nbformat
from collected import for_each
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

BOOK = Path(__file__).parents[2] / "book"
MARKDOWN = MarkdownIt("commonmark").use(dollarmath_plugin)
COMMAND = re.compile(r"\\[A-Za-z]+(\{[^{}]*\})?")  # \alpha, \text{words}


def sentences(text: str) -> Iterator[str]:
    """Yield the formulas with a word in them that no command set."""
    for token in MARKDOWN.parse(text):
        for part in (token, *(token.children or ())):
            if part.type.startswith("math_") and re.search(
                "[A-Za-z]{4,}", COMMAND.sub("", part.content)
            ):
                yield part.content


@for_each("path", sorted(BOOK.glob("*.ipynb")))
def test_no_sentence_is_set_as_a_formula(path):
    texts = [
        cell.source
        for cell in nbformat.read(path, as_version=4).cells
        if cell.cell_type == "markdown"
    ]
    assert [found for text in texts for found in sentences(text)] == []


def test_a_formula_that_a_list_cuts_is_found():
    cut = "divide by $n\n- 1$ unless told otherwise. That is a factor of $\\sqrt{2}$"
    assert list(sentences(cut)) == [" unless told otherwise. That is a factor of "]
    assert list(sentences(r"$\operatorname{relu}(m) + \text{more words}$")) == []
