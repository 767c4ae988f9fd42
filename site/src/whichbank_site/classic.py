"""A figure's module as a classic script, which a browser also runs on a page that was opened from a folder.

At a ``file://`` address browsers load no module, so the site's pages hold classic scripts. Each puts what its module
exports into ``wb``, by the module's name, and takes from there what the module imports.
"""

import re

_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.MULTILINE)
_IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?:(default) |(?=(?:async )?(?:function\*?|class|const) (\w+)))", re.MULTILINE)


def imports(source: str) -> list[str]:
    """Return the names of the modules that this one imports, in order.

    >>> imports('import { a } from "./parts.js";\\n')
    ['parts']
    """
    return [match[2] for match in _IMPORT.finditer(source)]


def classic(name: str, source: str) -> str:
    """Return a module's source as a classic script, without the comments that stand on lines of their own.

    Parameters
    ----------
    name : str
        The module's name without ``.js``.
    source : str
        JavaScript that imports names from modules beside it, and exports functions, classes, constants and a default.

    Returns
    -------
    str
        JavaScript that sets ``wb[name]``; the scripts of the modules that it imports must have run before.

    Examples
    --------
    >>> print(classic("half", 'import { a } from "./whole.js";\\nexport const b = a / 2;\\n'), end="")
    (() => {
    "use strict";
    const { a } = wb.whole;
    const b = a / 2;
    (globalThis.wb ??= {}).half = { b };
    })();
    """
    names = [match[2] for match in _EXPORT.finditer(source) if match[2]]
    inner = _COMMENT.sub("", source)
    inner = _IMPORT.sub(lambda match: f"const {match[1].replace(' as ', ': ')} = wb.{match[2]};\n", inner)
    inner = _EXPORT.sub(lambda match: "const figure = " if match[1] else "", inner)
    if re.search(r"^export default ", source, re.MULTILINE):
        names.append("default: figure")
    return f'(() => {{\n"use strict";\n{inner}(globalThis.wb ??= {{}}).{name} = {{ {", ".join(names)} }};\n}})();\n'
