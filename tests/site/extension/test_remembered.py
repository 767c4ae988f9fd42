"""What one build has made of a text the next takes as it is, and a text that is no longer used is forgotten."""

from types import SimpleNamespace

import pytest
from sphinx.search.en import SearchEnglish
from whichbank_site import highlighting
from whichbank_site.kept import Remembered


class Build:
    """As much of Sphinx as keeps something."""

    def __init__(self, folder, highlighter=None):
        self.doctreedir = str(folder)
        self.builder = SimpleNamespace(highlighter=highlighter) if highlighter else SimpleNamespace()
        self.handlers = {"builder-inited": [], "build-finished": []}
        self.languages = []
        self.add_search_language = self.languages.append

    def connect(self, event, handler):
        self.handlers[event].append(handler)

    def emit(self, event, *arguments):
        for handler in self.handlers[event]:
            handler(self, *arguments)


def made(folder, *texts, exception=None):
    """Return what a build asks to be made of these texts."""
    build, asked = Build(folder), []
    remembered = Remembered(build, "texts")
    for text in texts:
        assert remembered(text, lambda text=text: asked.append(text) or text.upper()) == text.upper()
    build.emit("build-finished", exception)
    return asked


def test_a_text_is_made_once(tmp_path):
    assert made(tmp_path, "bank", "river", "bank") == ["bank", "river"]
    assert made(tmp_path, "bank", "money") == ["money"]
    assert made(tmp_path, "bank", "river") == ["river"]


def test_a_build_that_breaks_off_keeps_nothing(tmp_path):
    made(tmp_path, "bank", exception=KeyboardInterrupt())
    assert made(tmp_path, "bank") == ["bank"]


def test_what_fails_is_not_remembered(tmp_path):
    remembered = Remembered(Build(tmp_path), "texts")
    with pytest.raises(ZeroDivisionError):
        remembered("bank", lambda: str(1 / 0))
    assert remembered("bank", lambda: "again") == "again"


def color_all(folder, *blocks):
    """Return the blocks that a build has Pygments color."""
    asked = []

    def color(source, lang, opts=None, force=False, location=None, **how):
        asked.append((source, lang, how.get("linenos", False)))
        return f"<pre>{source}</pre>"

    build = Build(folder, SimpleNamespace(highlight_block=color))
    highlighting.setup(build)
    build.emit("builder-inited")
    for source, lang, lines in blocks:
        said = build.builder.highlighter.highlight_block(source, lang, location=len(asked), linenos=lines)
        assert said == f"<pre>{source}</pre>"
    build.emit("build-finished", None)
    return asked


def test_code_is_colored_again_in_another_language_or_with_numbers_and_not_at_another_place(tmp_path):
    block = ("a = 1", "python", False)
    others = [("a = 1", "text", False), ("a = 1", "python", True)]
    assert color_all(tmp_path, block, *others, block) == [block, *others]
    assert color_all(tmp_path, block) == []


def test_stems_are_those_of_sphinx(tmp_path):
    build = Build(tmp_path)
    highlighting.setup(build)
    build.emit("builder-inited")  # a builder that colors nothing
    (language,) = build.languages
    words = ["Banks", "attending", "attention", "rivers", "queries"]
    assert [language({}).stem(word) for word in words] == [SearchEnglish({}).stem(word) for word in words]
    assert language.lang == "en"
