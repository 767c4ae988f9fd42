"""Translate the course: ``python -m tools.translate update hi thirty`` begins or renews the catalogs of
a language, ``report`` says what is untranslated, stale or broken in them, and which sources still
hold texts that no catalog can have. ``python -m tools.book build --language hi`` builds it.

Catalogs are gettext's, in ``locale/LANGUAGE/LC_MESSAGES``: ``book/thirty.po`` is a page, with the
guesses and the quiz of its name, ``words.po`` all that figures, scripts and the site say. Compiled ones
are made by a build, and nowhere kept. Two languages are made up, to look for what is not translated
and for what does not fit: ``pseudo`` writes ``en_XA``, accented and a third longer, and ``ar_XB``,
which runs from right to left.
"""

import argparse
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import yaml
from babel.messages import Catalog, Message
from babel.messages.pofile import read_po, write_po
from whichbank_site.pages import catalogs

from tools import pseudo
from whichbank.figures import Trainings, WriteHead

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "locale"
TEMPLATES = ROOT / "_build" / "gettext"
WORDS = "words"
SPOKEN = (
    "src/whichbank/figures",
    "src/whichbank/exercises",
    "site/src",
    "book/_templates",
)
ASKED = ("src/whichbank/predictions", "src/whichbank/quizzes")
WIDTH = 100
# What a reader sees looks like words: two in a row, or one that begins a sentence.
_QUOTED = re.compile(r'"((?:[^"\\\n]|\\.)*)"|\'((?:[^\'\\\n]|\\.)*)\'')
_SKIPPED = re.compile(r"//.*|/\*(?:[^*]|\*(?!/))*\*/")
_PATTERN = re.compile(r"/(?![/*\s])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
# Of a control or a table a reader sees single words, too.
_SHOWN = re.compile(
    r"\b(?:slider|button|choice|chooser|typing|listing|heatmap)\(\s*"
    r'(?:"[^"]+"|[^"\[\](){}]*\[[^\]]*\])|\blabels: \[[^\]]*\]'
)
_TAG = re.compile(r"<[^>]*>")
_SAID = re.compile(r"^[A-Z][a-z]+\b|[A-Za-z]{2,}[,:]? [a-z]{2,}|[a-z]{2,} [A-Za-z]{2,}")
_STYLE = re.compile(
    r"wb-|var\(|^\[|[:;#]\S|\.\w+ |^[\w-]+: |^(?:use strict|M[-\d ])|px|^\.|^<|>$|system-ui"
)
_KEYS = re.compile(
    r"^(?:Arrow\w+|Escape|Tab|Enter|Home|End|Delete|Backspace|Shift|Infinity|Error|NaN|W_\w+|[A-Z]\w*Error|Content-Type|Alt|File|Python)$"
)

# What only looks like it: names of tools and of values, what is asked of a page or of a machine.
KNOWN = {
    *("Reset", "Copy link", "Image file", "Table", "Lecture view", "Which Bank?"),
    *("Llama 3", "no mask"),  # names
    *(
        "Right.",
        "Not quite.",
        "Not yet.",
    ),  # of predict and quiz, which say their own words for them
    *("input, select, [role=menu]", "input, button", "input, button, summary", "tbody tr"),
    *(
        "article section > p",
        "textarea, input[type=text], select",
        "thead th",
        "tbody th",
        "(prefers-reduced-motion: reduce)",
    ),
    *(
        "shadow of …",
        "xMaxYMax slice",
        "which-bank progress",
        "import sys; sys.path.insert(0, '/course')",
    ),
    *("there is no page …", "the model computes no …"),  # developers read them
    *("sine and cosine of each wave", "sines alone", "exponent counts columns"),  # a trait's values
    # what is read or written is English
    *("The bank", "Apple launched a new phone while I was eating an apple pie"),
    "apple bank bread cake cat clock cup fish grass honey lake letter milk money moon phone piano river stone tea",
}


def spoken() -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield each text that a source marks, and the source's path."""
    for file in _sources():
        for text in catalogs.texts_in(file.read_text(encoding="utf-8")):
            yield text, file.relative_to(ROOT).as_posix()


def _sources() -> list[Path]:
    found = (file for top in SPOKEN for file in (ROOT / top).rglob("*.*"))
    docs = (
        ROOT / "site/src/whichbank_site/pages/language.py",
        ROOT / "site/src/whichbank_site/pages/catalogs.py",
    )
    return sorted(
        file for file in found if file.suffix in (".js", ".py", ".html") and file not in docs
    )


def words() -> Catalog:
    """Return what figures, scripts and the site say."""
    from whichbank_site.pages import language

    made = Catalog(project="Which Bank?", charset="utf-8")
    texts = [*spoken()]
    texts += [((axis,), "figures: axes") for axis in language.axes()]
    texts += [((text,), "src/whichbank/exercises/properties.py") for text in catalogs.properties()]
    texts += [((text,), "site: yours") for text in _yours()]
    for figure in (WriteHead(), Trainings()):
        for name in figure.told:
            found = catalogs.asked_in(figure.state()[name], inside=True)
            texts += [((text,), f"figures: {name}") for text in found]
    for text, where in texts:
        made.add(text[0] if len(text) == 1 else text, locations=[(where, 0)])
    return made


def questions(page: str) -> Catalog:
    """Return the texts of the guesses, of the quiz and of the checks of a page."""
    made = Catalog(charset="utf-8")
    for folder in ASKED:
        file = ROOT / folder / f"{page}.toml"
        if file.exists():
            found = tomllib.loads(file.read_text(encoding="utf-8"))
            for text in catalogs.asked_in(found):
                made.add(text, locations=[(file.relative_to(ROOT).as_posix(), 0)])
    for text in _twice() if page == "after" else _thoughts() if page == "misconceptions" else ():
        made.add(text, locations=[(f"book/{page}", 0)])
    for text in catalogs.checks(page):
        made.add(text, locations=[(f"src/whichbank/exercises/answers/{page}.json", 0)])
    return made


def _yours() -> Iterator[str]:
    """Yield what page *yours* calls its parts and boxes."""
    from whichbank_site.yours.boxes import TOLD
    from whichbank_site.yours.page import PARTS

    yield from PARTS.values()
    for told in TOLD.values():
        yield from told


def _twice() -> Iterator[str]:
    """Yield what is asked before and after the course."""
    from whichbank.before_after import ideas, parts

    yield from (part.caption for part in parts().values())
    for one in ideas().values():
        yield one.why
        for form in one.forms.values():
            yield from form.values()


def _thoughts() -> Iterator[str]:
    """Yield what a check calls the thoughts behind mistakes."""
    from whichbank.misconceptions import misconceptions

    yield from (one.title for one in misconceptions())


def extract(names: list[str]) -> dict[str, Catalog]:
    """Return the catalog of the words, and those of these pages, as Sphinx's gettext builder reads
    them.
    """
    TEMPLATES.mkdir(parents=True, exist_ok=True)
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    config["execute"]["execute_notebooks"] = "off"
    config["sphinx"]["config"] |= {"gettext_compact": False, "gettext_location": False}
    if names:
        first = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))["root"]
        patterns = [first + ".*", *(f"book/{name}.*" for name in names)]
        config["sphinx"]["config"] |= {"include_patterns": patterns, "bibtex_bibfiles": []}
    settings = TEMPLATES / "_config.yml"
    settings.write_text(yaml.safe_dump(config, allow_unicode=True), encoding="utf-8")
    program = "import sys; sys.argv += ['gettext']; from tools.translate import _read_pages; _read_pages()"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, check=False, capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(f"The pages could not be read:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    made = {WORDS: words()}
    for name in names:
        with (TEMPLATES / "pot" / "book" / f"{name}.pot").open("rb") as stream:
            page = read_po(stream)
        for message in [*page]:
            if str(message.id).startswith("\\"):  # a formula
                page.delete(message.id)
        for message in page:
            message.locations, message.auto_comments = [(f"book/{name}", 0)], []
        for message in questions(name):
            if message.id:
                page.add(message.id, locations=message.locations)
        made[f"book/{name}"] = page
    return made


def _read_pages() -> None:
    from jupyter_book.sphinx import build_sphinx

    result = build_sphinx(
        ROOT,
        TEMPLATES / "pot",
        path_config=TEMPLATES / "_config.yml",
        doctreedir=TEMPLATES / "doctrees",
        builder="gettext",
        noconfig=True,
        confoverrides={"latex_individualpages": False},  # as Jupyter Book itself calls it
        freshenv=True,
    )
    sys.exit(0 if result == 0 else f"{result}")


def update(code: str, names: list[str], locale: Path = LOCALE) -> None:
    """Begin the catalogs of a language for these pages, or renew them and all that are there: what
    has changed keeps its old text, marked as fuzzy, until somebody has looked.
    """
    home = locale / code / "LC_MESSAGES"
    names = sorted({*names, *(file.stem for file in home.glob("book/*.po"))})
    for name, template in extract(names).items():
        file = home / f"{name}.po"
        catalog = renewed(catalogs.read(file, code) if file.exists() else None, template, code)
        file.parent.mkdir(parents=True, exist_ok=True)
        write(catalog, file)


def renewed(catalog: Catalog | None, template: Catalog, code: str) -> Catalog:
    """Return a language's catalog for what is said now."""
    made = Catalog(
        locale=str(catalogs.locale_of(code)), project="Which Bank?", charset="utf-8", fuzzy=False
    )
    made._plural_expr, made._num_plurals = _plural(code)
    old = catalog or Catalog()
    for message in old:
        if message.id:
            made[message.id] = message
    made.update(template, no_fuzzy_matching=False, update_header_comment=False)
    made.obsolete.clear()
    # what is still said elsewhere is no earlier form of another text
    said = {str(message.string) for message in made if message.id and not message.fuzzy}
    for message in made:
        if message.fuzzy and str(message.string) in said:
            message.string = (
                tuple("" for _ in catalogs.forms_in(message)) if message.pluralizable else ""
            )
            message.flags.discard("fuzzy")
    return made


def _plural(code: str) -> tuple[str, int]:
    rule, names = catalogs.forms_of(code)
    return rule.partition("plural=")[2].rstrip(";"), len(names)


def write(catalog: Catalog, file: Path) -> None:
    """Write a catalog so that a change of one text is a change of its own lines alone."""
    with file.open("wb") as stream:
        write_po(
            stream,
            catalog,
            width=WIDTH,
            include_lineno=False,
            omit_header=False,
            ignore_obsolete=True,
        )
    text = file.read_text(encoding="utf-8")
    dates = "POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team|Generated-By"
    dates = rf'^"(?:{dates}|Report-Msgid-Bugs-To|Project-Id-Version): .*\n'
    text = re.sub(dates, "", text, flags=re.MULTILINE)
    text = re.sub(r"\A(?:#.*\n)+", f"# {file.stem}: how to translate, see CONTRIBUTING.md\n", text)
    file.write_text(text, encoding="utf-8")


def report(codes: list[str], locale: Path = LOCALE, *, fresh: bool = True) -> str:
    """Say of each catalog how much is translated, stale and broken, and which sources hold texts
    that are not marked.
    """
    lines = []
    for code in codes or sorted(folder.name for folder in locale.glob("*") if folder.is_dir()):
        home = locale / code / "LC_MESSAGES"
        files = {
            file.relative_to(home).with_suffix("").as_posix(): file
            for file in sorted(home.rglob("*.po"))
        }
        now = extract([Path(name).name for name in files if name != WORDS]) if fresh else {}
        lines.append(f"{catalogs.locale_of(code).english_name} ({code})")
        for name, file in files.items():
            lines += told(name, catalogs.read(file, code), now.get(name), code)
    lines += ["Not marked, and so in English everywhere:"]
    lines += [f"  {room}: {count} texts" for room, count in rooms().items()]
    return "\n".join(lines)


def told(name: str, catalog: Catalog, template: Catalog | None, code: str) -> list[str]:
    """Return the lines on one catalog."""
    current = renewed(catalog, template, code) if template else catalog
    messages = [message for message in current if message.id]
    stale = [message for message in messages if message.fuzzy]
    said, broken = catalogs.good(current)
    untold = [m for m in messages if not m.fuzzy and not "".join(catalogs.forms_in(m))]
    lines = [
        f"  {name}: {len(said)} of {len(messages)} translated, {len(stale)} stale, {len(broken)} broken"
    ]
    lines += [f"    untranslated: {_short(message)}" for message in untold]
    lines += [f"    stale: {_short(message)}" for message in stale]
    lines += [f"    broken: {text[:60]!r} {', '.join(found)}" for text, found in broken.items()]
    return lines


def _short(message: Message) -> str:
    text = catalogs.ids(message)[0]
    return repr(text if len(text) <= 60 else f"{text[:60]}…")


def strings(source: str) -> list[tuple[int, int, str]]:
    """Return the strings of a script, each with where it begins and ends: of a template what it says,
    with … in the place of each value, and the strings within its values, too.

    >>> [text for *_, text in strings('go(`${n === 1 ? "a word" : `${n} words`} here`); // "no"')]
    ['a word', '… words', '… here']
    """
    found = []

    def code(at: int, closes: bool) -> int:
        depth = 0
        while at < len(source):
            one = source[at]
            if match := _SKIPPED.match(source, at):
                at = match.end()
            elif match := _QUOTED.match(source, at):
                found.append((at, match.end(), match[1] or match[2] or ""))
                at = match.end()
            elif one == "`":
                at = template(at)
            elif one == "/" and re.search(
                r"(?:[(,=:[!&|?{};+]|return)\s*$", source[max(0, at - 9) : at]
            ):
                match = _PATTERN.match(source, at)
                at = match.end() if match else at + 1
            elif one == "}" and closes and not depth:
                return at + 1
            else:
                depth += (one == "{") - (one == "}")
                at += 1
        return at

    def template(start: int) -> int:
        at, text = start + 1, ""
        while at < len(source) and source[at] != "`":
            if source.startswith("${", at):
                at, text = code(at + 2, closes=True), text + "…"
            else:
                text += source[at]
                at += 1
        found.append((start, at + 1, text))
        return at + 1

    code(0, closes=False)
    return found


def unmarked(source: str) -> list[str]:
    """Return the strings of a script that a reader may see and that no catalog can have.

    >>> unmarked('say("Not yet there"); tr("Play it"); html("p", { class: "wb-one wb-two" }); // "No, no"')
    ['Not yet there']
    >>> unmarked('button("Play", go); at("ArrowLeft"); `${n} words are here` + "M1 2"')
    ['Play', '… words are here']
    >>> unmarked('slider("seed", {}); listing(tr("Losses"), ["loss", tr("step")], 2)')
    ['seed', 'loss']
    """
    plain = catalogs.MANY.sub("", catalogs.ONE.sub("", source))
    shown = [found.span() for found in _SHOWN.finditer(plain)]
    said = []
    for start, end, text in strings(plain):
        before, after = plain[:start], plain[end : end + 1]
        words = _TAG.sub(" ", text).strip()
        seen = any(low < start < high for low, high in shown) and re.search("[a-z]{2}", words)
        if not (seen or _SAID.search(words)) or _STYLE.search(words) or _KEYS.match(words):
            continue
        if text in KNOWN:
            continue
        if after == ":" or re.search(r"(?:console\.\w+\(|from |key: )\s*$", before):
            continue  # a name, a message for developers
        said.append(text)
    return said


def rooms() -> dict[str, int]:
    """Return how many texts of each folder of scripts are not marked."""
    counts: dict[str, int] = {}
    for file in _sources():
        if file.suffix == ".js" and (found := unmarked(file.read_text(encoding="utf-8"))):
            room = file.parent.relative_to(ROOT).as_posix()
            counts[room] = counts.get(room, 0) + len(found)
    return dict(sorted(counts.items()))


def main(arguments: list[str] | None = None) -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("update", "report", "pseudo"))
    parser.add_argument("language", nargs="?", help="such as hi or pt_BR; of pseudo, a page")
    parser.add_argument("pages", nargs="*", help="such as thirty")
    given = parser.parse_args(arguments)
    if given.what == "report":
        print(report([given.language] if given.language else []))
    elif given.what == "pseudo":
        for code in (pseudo.ACCENTED, pseudo.MIRRORED):
            for name, template in extract(
                [given.language, *given.pages] if given.language else ["thirty"]
            ).items():
                file = ROOT / "_build" / "pseudo" / code / "LC_MESSAGES" / f"{name}.po"
                file.parent.mkdir(parents=True, exist_ok=True)
                write(pseudo.disguise(renewed(None, template, code), code), file)
    elif given.language:
        update(given.language, given.pages)
        print(report([given.language], fresh=False))
    else:
        parser.error("update needs a language, such as hi")


if __name__ == "__main__":
    main()
