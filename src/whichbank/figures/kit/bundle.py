"""One JavaScript module out of the modules that a figure imports.

No bundler of the field does it, for want of a place to run: a notebook's front end takes a figure
as one module without relative imports; the package is installed from Git, with no Node on the way;
and a page that is opened from a folder loads no module at all. So the modules are joined when
Python asks for them, by their own rules of form: ``import { … } from "./x.js";`` at the start of a
line, and declarations that begin there.
"""

import re
from functools import cache
from pathlib import Path

ROOMS = Path(__file__).resolve().parents[1]
"""The folder that has a folder for each figure, and for what figures share."""
_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.{1,2}/[\w./]+)";\n', re.MULTILINE)
_WORD = re.compile(r"\w+")
_COMMENT = r"(?:/\*\*| \*|//).*\n"
_PART = re.compile(
    rf"^(?:{_COMMENT})*(?:(?:export )?(?:async )?(?:function|const|let|class) (\w+|\[[\w,\s]+\])|(?!import )\w)",
    re.MULTILINE,
)


@cache
def bundle(file: str | Path, given: tuple[str, ...] = (), holder: str = "") -> str:
    """Return a module with what it needs of other modules written into it.

    Of an imported module come its statements, the declarations that are imported, and what these
    mention.

    Parameters
    ----------
    file : str or Path
        The module: a path below ``ROOMS``, such as "kit/parts.js", or one of its own.
    given : tuple of str, optional
        Modules that are not written into it.
    holder : str, optional
        The object, in JavaScript, that has what they export.

    Returns
    -------
    str
        JavaScript source; each imported declaration stands in it once.
    """
    file = ROOMS / file
    return bundle_text(file.read_text(encoding="utf-8"), file.parent, given, holder)


def bundle_text(
    source: str, folder: Path = ROOMS, given: tuple[str, ...] = (), holder: str = ""
) -> str:
    """Return the text of a module in a folder with what it imports written into it, as ``bundle``
    does of a file.
    """
    kept: dict[Path, dict[int, str]] = {}
    taken: set[str] = set()
    elsewhere = {ROOMS / one for one in given}

    def use(module: Path, names: set[str]) -> None:
        """Keep the declarations of an imported module that have these names, and all that they
        need.
        """
        if module in elsewhere:
            taken.update(names)
            return
        needs, parts = _parts(module)
        for other in needs:
            use(other, set())  # what is imported stands above what imports it
        mine = kept.setdefault(module, {})
        for i, (declared, part) in enumerate(parts):
            if i not in mine and (not declared or declared & names):
                mine[i] = part
                words = set(_WORD.findall(re.sub(rf"^ *{_COMMENT}", "", part, flags=re.MULTILINE)))
                use(module, words)
                for other, imported in needs.items():
                    use(other, imported & words)

    for module, names in _imports(source, folder).items():
        use(module, names)
    head = f"const {{ {', '.join(sorted(taken))} }} = {holder};\n" if taken else ""
    shared = (part for parts in kept.values() for _, part in sorted(parts.items()))
    return (
        head
        + re.sub(r"^export (?!default)", "", "".join(shared), flags=re.MULTILINE)
        + _IMPORT.sub("", source)
    )


def program(file: str | Path) -> str:
    """Return a module and all that it imports as the program of a worker, which knows no modules on
    every page.
    """
    return re.sub(r"^export ", "", bundle(file), flags=re.MULTILINE)


def style_sheet(*rooms: str) -> str:
    """Return the style sheets of these rooms, one after the other: what figures share comes first,
    for their own rules outdo it. Of a room's own sheets the one with its name comes first.
    """
    return "\n".join(
        sheet.read_text(encoding="utf-8")
        for room in rooms
        for sheet in sorted((ROOMS / room).glob("*.css"), key=lambda one: (one.stem != room, one))
    )


def _imports(source: str, folder: Path) -> dict[Path, set[str]]:
    """Return what a module imports, by module."""
    return {
        (folder / address).resolve(): set(_WORD.findall(names))
        for names, address in _IMPORT.findall(source)
    }


@cache
def _parts(file: Path) -> tuple[dict[Path, set[str]], list[tuple[set[str], str]]]:
    """Return what a module imports, by module, and its parts: the names that each declares, and its
    text.
    """
    source = file.read_text(encoding="utf-8")
    found = list(_PART.finditer(source))
    ends = [one.start() for one in found[1:]] + [len(source)]
    return _imports(source, file.parent), [
        (set(_WORD.findall(one[1] or "")), source[one.start() : end])
        for one, end in zip(found, ends, strict=True)
    ]
