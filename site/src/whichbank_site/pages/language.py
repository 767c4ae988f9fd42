"""The language of a build: its catalogs, and what they say in the place of an English text.

A text that a reader sees stands in the sources as the one literal of a call, ``tr("…")``, and one
that counts as two, ``{one: "…", other: "…"}``: in the figures and the site's scripts, in the
templates and in Python alike. Its catalogs are gettext's, ``locale/LANGUAGE/LC_MESSAGES/…``: one for
each page, which Sphinx reads too, and ``words.po`` for all else. A message that is missing, stale or
broken is said in English; no build fails for one.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import snowballstemmer
from babel import Locale
from babel.numbers import get_decimal_symbol
from sphinx.search import SearchLanguage

from whichbank.exercises import words as checks
from whichbank.figures import Figure
from whichbank_site.pages import minified
from whichbank_site.pages.catalogs import ASKED, MANY, NAME, ONE, literal, locale_of, pages, texts

SOURCE = "en"
RIGHT_TO_LEFT = "rtl"


class Language:
    """One language, with what its catalogs say.

    Parameters
    ----------
    code : str
        As in ``"hi"`` or ``"pt_BR"``.
    texts : dict
        Of each English text what is said in its place; of one that counts, all forms by the names of
        the plural categories.
    """

    def __init__(self, code: str = SOURCE, texts: dict[str, Any] | None = None) -> None:
        self.code, self.texts = code, texts or {}
        self.locale = locale_of(code)

    @property
    def tag(self) -> str:
        """The name of the language in HTML and JavaScript.

        >>> Language("pt_BR").tag
        'pt-BR'
        """
        return self.code.replace("_", "-")

    @property
    def direction(self) -> str:
        """Whether its lines run from left to right, ``"ltr"``, or from right to left, ``"rtl"``.

        >>> Language("ar").direction, Language("hi").direction
        ('rtl', 'ltr')
        """
        return self.locale.text_direction

    @property
    def name(self) -> str:
        """What its own speakers call it.

        >>> Language("hi").name, Language("de").name
        ('हिन्दी', 'Deutsch')
        """
        return self.locale.get_display_name(self.locale) or self.code

    def tr(self, text: str, /, **values: Any) -> str:
        """Return a text in this language, with values in the place of the names in braces."""
        return _filled(self.texts.get(text, text), values)

    def trn(self, n: int, forms: dict[str, str], /, **values: Any) -> str:
        """Return the form of a text that suits a count; {n} is the count."""
        found = self.texts.get(forms["one"], forms)
        locale = self.locale if found is not forms else Locale(SOURCE)
        return _filled(found.get(locale.plural_form(n), found["other"]), {"n": n, **values})

    def script(self, source: str) -> str:
        """Return a script whose texts are in this language, each in its place; where a text needs no
        values, it stands there alone.

        >>> Language("de", {"Play": "Los", "{n} word": {"one": "{n} Wort", "other": "{n} Wörter"}}).script(
        ...     'say(tr("Play")); say(trn(n, { one: "{n} word", other: "{n} words" })); tr("{a}?", { a })')
        'say("Los"); say(trn(n, {"one": "{n} Wort", "other": "{n} Wörter"})); tr("{a}?", { a })'
        """

        def one(found: re.Match[str]) -> str:
            text = literal(found[1])
            told = _written(said) if isinstance(said := self.texts.get(text), str) else found[1]
            return told if found[2] and not NAME.search(text) else f"tr({told}{found[2] or ''}"

        def many(found: re.Match[str]) -> str:
            forms = self.texts.get(literal(found[1]))
            return _written(forms) if isinstance(forms, dict) else found[0]

        source = MANY.sub(many, ONE.sub(one, source))
        if self.code == SOURCE:
            return source
        point = get_decimal_symbol(self.locale, numbering_system="latn")
        source = source.replace(
            'const LANGUAGE = "en";', f"const LANGUAGE = {_written(f'{self.tag}-u-nu-latn')};"
        )
        return source.replace('const POINT = ".";', f"const POINT = {_written(point)};")

    def traits(self, figure: Figure) -> dict[str, Any]:
        """Return the traits of a figure with the texts that it tells in this language."""
        state = figure.state()
        told = figure.told if self.texts else ()
        return state | {name: self._asked(state[name], True) for name in told if name in state}

    def told(self, value: Any, keep: tuple[str, ...] = ()) -> Any:
        """Return lists and mappings with all texts that are translated in this language, but those
        that have these keys.

        >>> Language("de", {"Play": "Los"}).told([{"q": "Play", "at": "Play"}], keep=("at",))
        [{'q': 'Los', 'at': 'Play'}]
        """
        if isinstance(value, str):
            said = self.texts.get(value)
            return said if isinstance(said, str) else value
        if isinstance(value, dict):
            return {k: part if k in keep else self.told(part, keep) for k, part in value.items()}
        return [self.told(part, keep) for part in value] if isinstance(value, list) else value

    def _asked(self, value: Any, inside: bool = False) -> Any:
        if isinstance(value, str):
            said = self.texts.get(value) if inside else None
            return said if isinstance(said, str) else value
        if isinstance(value, dict):
            return {key: self._asked(part, key in ASKED) for key, part in value.items()}
        return [self._asked(part, inside) for part in value] if isinstance(value, list) else value


class SearchHindi(SearchLanguage):
    """The search in Hindi, whose words have signs that no pattern of Sphinx's takes for letters.

    >>> search = SearchHindi({})
    >>> search.split("दो वेक्टरों का योग"), search.stem("वेक्टरों") == search.stem("वेक्टर")
    (['दो', 'वेक्टरों', 'का', 'योग'], True)
    """

    lang = "hi"
    language_name = "Hindi"
    js_stemmer_rawcode = "hindi-stemmer.js"
    js_splitter_code = "var splitQuery = (query) => query.match(/[\\p{L}\\p{M}\\p{N}_]+/gu) ?? [];"
    _word_re = re.compile(r"[\w\u0900-\u0963\u0966-\u097f]+")

    def __init__(self, options: dict[str, str]) -> None:
        super().__init__(options)
        self._stemmer = snowballstemmer.stemmer("hindi")

    def stem(self, word: str) -> str:
        """Return the word without its endings."""
        return self._stemmer.stemWord(word.lower())


spoken = Language()
"""The language of this process's build."""


def tr(text: str, /, **values: Any) -> str:
    """Return a text in the language of the build."""
    return spoken.tr(text, **values)


def trn(n: int, forms: dict[str, str], /, **values: Any) -> str:
    """Return the form of a text that suits a count, in the language of the build."""
    return spoken.trn(n, forms, **values)


def axes() -> list[str]:
    """Return, in the language of the build, what the axes of the figures are called that are
    translated.
    """
    return [tr("finance"), tr("nature"), tr("money"), tr("river"), tr("company"), tr("fruit")]


def setup(app: Any) -> None:
    """Read the catalogs first, and give each page its language and the others that it is in."""
    app.add_config_value("languages", [SOURCE], "html", list)
    app.add_config_value("edition", False, "html", bool)
    app.add_search_language(SearchHindi)
    app.connect("config-inited", _speak, priority=10)
    app.connect("builder-inited", lambda app: _speak(app, app.config))
    app.connect("env-updated", _style)
    app.connect("html-page-context", _tell, priority=100)
    app.connect("build-finished", _turn)


def _speak(app: Any, config: Any) -> None:
    global spoken
    folder = Path(app.srcdir, (config.locale_dirs or ["locale"])[0])
    code = config.language or SOURCE
    spoken = Language(code, texts(folder, code) if code != SOURCE else {})
    checks.TEXTS.clear()
    checks.TEXTS.update(spoken.texts)


def _style(app: Any, env: Any) -> None:
    """Give the pages the styles that other languages than English need."""
    if app.builder.format != "html" or spoken.code == SOURCE:
        return
    static = Path(app.outdir, "_static")
    static.mkdir(parents=True, exist_ok=True)
    sheet = minified.styles(Path(__file__).with_suffix(".css"))
    (static / "language.css").write_text(sheet, encoding="utf-8")
    app.add_css_file("language.css", priority=900)


def _tell(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    context |= {"tr": tr, "spoken": spoken, "others": [], "untranslated": False}
    languages = app.config.languages
    if spoken.code not in languages:
        languages = [*languages, spoken.code]
    if len(languages) < 2 or page not in app.env.found_docs:
        return
    locale = Path(app.confdir, "locale")
    root = context["content_root"] + ("" if spoken.code == SOURCE else "../")
    for code in languages:
        below = "" if code == SOURCE else f"{code}/"
        if code == SOURCE or page in _pages(str(locale), code):
            other = Language(code)
            context["others"].append((other.tag, other.name, f"{root}{below}{page}.html"))
    done = 1.0 if spoken.code == SOURCE else _pages(str(locale), spoken.code).get(page, 0.0)
    context["untranslated"] = done < 1


def has(app: Any, page: str) -> bool:
    """Return whether a page is there in the language of the build."""
    return spoken.code == SOURCE or page in _pages(str(Path(app.confdir, "locale")), spoken.code)


@cache
def _pages(locale: str, code: str) -> dict[str, float]:
    return pages(Path(locale), code)


def _turn(app: Any, exception: Exception | None) -> None:
    """Tell the browser which way the lines of all pages run, where it is not the usual one."""
    if exception is None and app.builder.format == "html" and spoken.direction == RIGHT_TO_LEFT:
        for file in Path(app.outdir).rglob("*.html"):
            page = file.read_text(encoding="utf-8")
            file.write_text(page.replace("<html ", '<html dir="rtl" ', 1), encoding="utf-8")


def _filled(text: str, values: dict[str, Any]) -> str:
    return NAME.sub(lambda found: str(values.get(found[1], found[0])), text)


def _written(text: Any) -> str:
    return json.dumps(text, ensure_ascii=False)
