"""What is translated, and what becomes of a translation that is missing, stale or broken."""

import re
from pathlib import Path

import pytest
from babel.messages import Catalog
from collected import for_each
from py_mini_racer import MiniRacer
from whichbank_site.pages import catalogs
from whichbank_site.pages.language import Language

from tools import translate
from whichbank.figures.kit.bundle import bundle_text


def said(code: str, texts: dict, call: str) -> str:
    """Return what a figure's script says in a language."""
    names = "tr, trn, series, grouped"
    source = f'import {{ {names} }} from "./kit/words.js";\nimport {{ fixed }} from "./kit/numbers.js";\n'
    script = Language(code, texts).script(bundle_text(source) + f"globalThis.said = {call};")
    machine = MiniRacer()
    machine.eval("const matchMedia = () => ({});")
    machine.eval(script.replace("export ", ""))
    return machine.eval("String(said)")


FORMS = '{ one: "{n} word", other: "{n} words" }'
RUSSIAN = {"one": "{n} слово", "few": "{n} слова", "many": "{n} слов", "other": "{n} слова"}
ARABIC = {name: f"{{n}} {name}" for name in catalogs.forms_of("ar")[1]}


@for_each(
    "code, texts, call, expected",
    [
        ("en", {}, f"trn(1, {FORMS})", "1 word"),
        ("en", {}, f"trn(1234, {FORMS})", "1,234 words"),
        (
            "ru",
            {"{n} word": RUSSIAN},
            f"[1, 3, 5].map((n) => trn(n, {FORMS}))",
            "1 слово,3 слова,5 слов",
        ),
        (
            "ar",
            {"{n} word": ARABIC},
            f"[0, 2, 3, 11].map((n) => trn(n, {FORMS}))",
            "0 zero,2 two,3 few,11 many",
        ),
        ("hi", {}, "grouped(1234567)", "12,34,567"),
        ("de", {}, "fixed(-0.25)", "−0,25"),
        ("en", {}, "fixed(-0.25)", "−0.25"),
        ("hi", {"{some} and {last}": "{some} और {last}"}, 'series(["a", "b", "c"])', "a, b और c"),
    ],
)
def test_each_language_counts_and_writes_numbers_its_own_way(code, texts, call, expected):
    assert said(code, texts, call) == expected


def test_python_counts_as_the_scripts_do():
    forms = {"one": "{n} word", "other": "{n} words"}
    russian = {"one": "{n} слово", "few": "{n} слова", "many": "{n} слов", "other": "{n} слова"}
    spoken = Language("ru", {"{n} word": russian})
    assert [spoken.trn(n, forms) for n in (1, 3, 5)] == ["1 слово", "3 слова", "5 слов"]
    assert [Language("ru").trn(n, forms) for n in (1, 5)] == ["1 word", "5 words"], "not translated"


def catalog(code: str, **texts: str) -> Catalog:
    made = Catalog(locale=code)
    for text, told in texts.items():
        made.add(text, told)
    return made


@pytest.fixture
def home(tmp_path) -> Path:
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    return folder


def test_a_text_that_has_changed_is_stale_and_said_in_english(home):
    before = catalog("de", **{"The dot moves to the left.": "Der Punkt geht nach links."})
    now = catalog("de", **{"The dot moves to the right.": "", "Another text.": ""})
    after = translate.renewed(before, now, "de")
    translate.write(after, home / "words.po")
    assert catalogs.texts(home.parents[1], "de") == {}
    lines = translate.told("words", catalogs.read(home / "words.po", "de"), None, "de")
    assert lines[0].endswith("0 of 2 translated, 1 stale, 0 broken")
    assert any("stale: 'The dot moves to the right.'" in line for line in lines)
    assert any("untranslated: 'Another text.'" in line for line in lines)


def test_a_new_text_that_is_like_another_is_not_stale(home):
    before = catalog("de", **{"The dot moves to the left.": "Der Punkt geht nach links."})
    now = catalog("de", **{"The dot moves to the left.": "", "The dot moves to the right.": ""})
    after = translate.renewed(before, now, "de")
    translate.write(after, home / "words.po")
    lines = translate.told("words", catalogs.read(home / "words.po", "de"), None, "de")
    assert lines[0].endswith("1 of 2 translated, 0 stale, 0 broken")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{n} of {all} right", "{n} richtig"),
        ("The length $d$.", "Die Länge $D$."),
        ("Run `attend` here.", "Hier `attention` starten."),
        ("See {term}`keys <key>`.", "Siehe {term}`Schlüssel <query>`."),
    ],
)
def test_a_translation_that_has_lost_something_is_reported_and_said_in_english(home, text, told):
    translate.write(catalog("de", **{text: told, "A word": "Ein Wort"}), home / "words.po")
    assert catalogs.texts(home.parents[1], "de") == {"A word": "Ein Wort"}
    lines = translate.told("words", catalogs.read(home / "words.po", "de"), None, "de")
    assert lines[0].endswith("1 of 2 translated, 0 stale, 1 broken")
    assert "lacks" in lines[-1]


@pytest.mark.parametrize("content", [b"what is this", b'msgid "A word"\nmsgstr "\xff"'])
def test_a_catalog_that_cannot_be_read_counts_as_empty(home, content, capsys):
    (home / "words.po").write_bytes(content)
    assert catalogs.texts(home.parents[1], "de") == {}
    catalogs.checked(home.parents[1], "de", home / "out")
    assert "counts as empty" in capsys.readouterr().out


SCRIPTS = [file for file in translate._sources() if file.suffix == ".js"]


@for_each("file", SCRIPTS)
def test_no_script_says_what_no_catalog_can_have(file):
    assert translate.unmarked(file.read_text(encoding="utf-8")) == []


@for_each("file", [file for file in SCRIPTS if file.name not in ("words.js", "counts.js")])
def test_a_mark_has_a_literal_for_its_text(file):
    """A text put together elsewhere would be in no catalog; what is chosen from marked ones is."""
    calls = re.findall(r"\btr\(\s*(.{8})", file.read_text(encoding="utf-8"), re.DOTALL)
    assert [
        call for call in calls if call[0] != '"' and not call.startswith(("ORDER[", "EVERY["))
    ] == []


@for_each("file", [*translate.LOCALE.rglob("*.*")])
def test_what_is_committed_is_whole_and_not_compiled(file):
    assert file.suffix in (".po", ".md")
    if file.suffix == ".po":
        code = file.relative_to(translate.LOCALE).parts[0]
        assert catalogs.good(catalogs.read(file, code))[1] == {}
