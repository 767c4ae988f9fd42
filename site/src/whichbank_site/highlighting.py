"""The colors of code, and the stems of the words that the search looks for: both made once for each text."""

import functools
from typing import Any

from sphinx.search.en import SearchEnglish

from whichbank_site.kept import Remembered


def setup(app: Any) -> None:
    """Remember what Pygments and the stemmer make."""
    app.add_search_language(_language(Remembered(app, "stems")))
    app.connect("builder-inited", functools.partial(_remember_colors, Remembered(app, "colors")))


def _language(stems: Remembered) -> type[SearchEnglish]:
    class English(SearchEnglish):
        """English as Sphinx knows it, with a memory."""

        def stem(self, word: str) -> str:
            return stems(word, lambda: SearchEnglish.stem(self, word))

    return English


def _remember_colors(colors: Remembered, app: Any) -> None:
    """Ask Pygments only for code that no earlier build has colored; where the code stands changes nothing."""
    highlighter = getattr(app.builder, "highlighter", None)
    if highlighter is None:  # a builder that writes no pages
        return
    color = highlighter.highlight_block

    def remembered(
        source: str, lang: str, opts: Any = None, force: bool = False, location: Any = None, **how: Any
    ) -> str:
        what = repr((source, lang, opts, force, sorted(how.items())))
        return colors(what, lambda: color(source, lang, opts, force, location, **how))

    highlighter.highlight_block = remembered
