"""Catalogs of a language, as gettext has them: what belongs into them, what is wrong in them, and what
of them can be said.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.messages import Catalog, Message
from babel.messages.pofile import PoFileError, read_po, write_po
from babel.plural import to_gettext

from whichbank.exercises.properties import PROPERTIES
from whichbank.exercises.table import ANSWERS

_LITERAL = r'"(?:[^"\\\n]|\\.)*"'
ONE = re.compile(rf"\btr\(\s*({_LITERAL})(\s*,?\s*\))?")
MANY = re.compile(rf'\{{\s*"?one"?:\s*({_LITERAL}),\s*"?other"?:\s*({_LITERAL}),?\s*\}}')
NAME = re.compile(r"\{(\w+)\}")
# What a translation keeps, in whatever order: roles with what they lead to, links, formulas, code.
ROLE = re.compile(r"\{([\w:]+)\}`(?:[^`<]*<([^`>]+)>|([^`]+))`")
KEPT = re.compile(r"(?<!\$)\$[^$]+\$|`[^`]+`|\]\([^)\s]+\)|\{\w+\}")
# What the texts of questions and of puzzles are called in their files.
ASKED = (
    *("question", "reason_from", "options", "why", "result", "text", "otherwise", "items"),
    *("name", "task", "hint", "says", "rules"),
)


def literal(written: str) -> str:
    """Return the text that a literal of JavaScript or Python writes."""
    return json.loads(written)


def locale_of(code: str) -> Locale:
    """Return what is known of a language, or of the one that a made-up one belongs to.

    >>> locale_of("pt_BR").english_name, locale_of("ar_XB").language
    ('Portuguese (Brazil)', 'ar')
    """
    try:
        return Locale.parse(code, sep="_" if "_" in code else "-")
    except (UnknownLocaleError, ValueError):  # a made-up one, such as the pseudo-languages
        return Locale.parse(code.partition("_")[0])


def texts_in(source: str) -> Iterator[tuple[str, ...]]:
    """Yield the texts that a source marks: one of each, two of one that counts.

    >>> list(texts_in('tr("Play"), trn(n, {"one": "{n} word", "other": "{n} words"}), str("x")'))
    [('Play',), ('{n} word', '{n} words')]
    """
    yield from ((literal(found[1]),) for found in ONE.finditer(source))
    yield from ((literal(found[1]), literal(found[2])) for found in MANY.finditer(source))


def asked_in(value: Any, inside: bool = False) -> Iterator[str]:
    """Yield the texts of questions and puzzles, as ``Language.traits`` looks for them."""
    if isinstance(value, str) and inside and value:
        yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from asked_in(part, key in ASKED)
    elif isinstance(value, list):
        for part in value:
            yield from asked_in(part, inside)


def checks(page: str = "*") -> Iterator[str]:
    """Yield what checks tell of the exercises of a page, or of all pages."""
    for file in sorted(ANSWERS.glob(f"{page}.json")):
        for entry in json.loads(file.read_text(encoding="utf-8")).values():
            found = [entry["title"], *entry["labels"], *entry["hints"].values(), entry["other"]]
            yield from (text for text in [*found, *entry["kinds"]] if text)


def headings() -> Iterator[str]:
    """Yield the sections of the book that checks lead to."""
    for file in sorted(ANSWERS.glob("*.json")):
        for entry in json.loads(file.read_text(encoding="utf-8")).values():
            yield from (heading for _, heading in entry["shown"].values())


def properties() -> Iterator[str]:
    """Yield what every right answer has, as a check names it."""
    yield from sorted((rule.__doc__ or "").partition("\n")[0] for rule in PROPERTIES.values())


def ids(message: Message) -> list[str]:
    """Return the English text of a message, or both of one that counts."""
    return [message.id] if isinstance(message.id, str) else list(message.id)


def forms_in(message: Message) -> list[str]:
    """Return what a message says in its language, in all its forms."""
    told = message.string or ""
    return [told] if isinstance(told, str) else [one or "" for one in told]


def faults(message: Message, forms: int) -> list[str]:
    """Return what a translation has lost or put in: a value, a formula, code, a link, a plural form.

    >>> faults(Message("{n} of $x$", "$x$"), 2)
    ['lacks {n}']
    >>> faults(Message("See [here](a.md).", "Siehe [hier](b.md)."), 2)
    ['lacks ](a.md)', 'has ](b.md)']
    """
    given, told = ids(message), forms_in(message)
    found = []
    if message.pluralizable and (len(told) != forms or not all(told)):
        found.append(f"has {len([one for one in told if one])} forms in place of {forms}")
    for text in told:
        # a form for one thing may leave its count out
        wanted = _marks(given[-1])
        has = _marks(text)
        if message.pluralizable:
            wanted.pop("{n}", None)
            has.pop("{n}", None)
        found += [f"lacks {one}" for one in (wanted - has)]
        found += [f"has {one}" for one in (has - wanted)]
    return found


def good(catalog: Catalog) -> tuple[list[Message], dict[str, list[str]]]:
    """Return the messages of a catalog that can be said, and the faults of those that cannot."""
    said, bad = [], {}
    for message in catalog:
        if not message.id or not "".join(forms_in(message)) or message.fuzzy:
            continue
        if found := faults(message, catalog.num_plurals):
            bad[ids(message)[0]] = found
        else:
            said.append(message)
    return said, bad


def forms_of(code: str) -> tuple[str, list[str]]:
    """Return the plural rule of a language as gettext writes it, and the names of its forms.

    >>> forms_of("hi")[1], forms_of("ar")[1]
    (['one', 'other'], ['zero', 'one', 'two', 'few', 'many', 'other'])
    """
    rule = locale_of(code).plural_form
    names = [name for name in ("zero", "one", "two", "few", "many") if name in rule.tags]
    return to_gettext(rule), [*names, "other"]


def read(file: Path, code: str) -> Catalog:
    """Return a catalog; an empty one where the file cannot be read, which is said."""
    try:
        with file.open("rb") as stream:
            return read_po(stream, locale=str(locale_of(code)), abort_invalid=True)
    except (OSError, ValueError, PoFileError) as error:
        print(f"{file} cannot be read, and counts as empty: {error}")
        return Catalog()


def checked(locale: Path, code: str, out: Path) -> None:
    """Write the catalogs of a language anew, without what is stale or broken: Sphinx says those in
    English.
    """
    home = locale / code / "LC_MESSAGES"
    for file in sorted(home.rglob("*.po")):
        catalog = read(file, code)
        kept = Catalog(locale=str(locale_of(code)), charset="utf-8")
        for message in good(catalog)[0]:
            kept[message.id] = message
        target = out / code / "LC_MESSAGES" / file.relative_to(home)
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb") as stream:
            write_po(stream, kept)


def texts(locale: Path, code: str) -> dict[str, Any]:
    """Return what all catalogs of a language say, those of the pages first."""
    home = locale / code / "LC_MESSAGES"
    names = forms_of(code)[1]
    found: dict[str, Any] = {}
    for file in sorted(home.rglob("*.po"), key=lambda file: file.stem == "words"):
        for message in good(read(file, code))[0]:
            if message.pluralizable:
                found[ids(message)[0]] = dict(zip(names, forms_in(message), strict=True))
            else:
                found[ids(message)[0]] = forms_in(message)[0]
    return found


def pages(locale: Path, code: str) -> dict[str, float]:
    """Return the pages that a language has, and how much of each is translated, from 0 to 1."""
    home = locale / code / "LC_MESSAGES"
    done: dict[str, float] = {}
    for file in sorted(home.glob("book/*.po")):
        catalog = read(file, code)
        if said := good(catalog)[0]:
            done[file.relative_to(home).with_suffix("").as_posix()] = len(said) / len(catalog)
    return done


def _marks(text: str) -> Counter[str]:
    roles = [f"{{{role}}} {(there or name).lower()}" for role, there, name in ROLE.findall(text)]
    kept = KEPT.findall(ROLE.sub("", text))
    # a value may be said twice
    return Counter(
        [*roles, *(one for one in kept if one[0] != "{"), *{one for one in kept if one[0] == "{"}]
    )
