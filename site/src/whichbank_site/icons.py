"""The icons of the pages as styles: their shapes come out of the theme's icon script, which no page then loads.

Icons that the theme's own styles write as text (before a hint's title, say) need their font, cut down to them.

Font Awesome Free's icons stand under CC BY 4.0; the style sheet says so.
"""

import re
from collections.abc import Iterable
from functools import cache
from io import BytesIO
from pathlib import Path

import pydata_sphinx_theme
from fontTools import subset

FONT = "icons.woff2"
_THEME = Path(str(pydata_sphinx_theme.__file__)).parent / "theme/pydata_sphinx_theme/static"
_ICON = re.compile(r'(?:"([\w-]+)"|\b(\w+)):\[(\d+),(\d+),\[([^\]]*)\],"[0-9a-f]+","(M[^"]+)"\]')
_ICONS_OF = ":is(.fa-solid, .fa-brands, .fas, .fab)"
# A mask takes the color of the text around it, in the light and the dark theme and in the system's own colors.
_SHAPE = f"""@font-face {{ font-family: "Font Awesome 6 Free"; font-weight: 900; src: url("{FONT}") format("woff2"); }}
/* Icons: Font Awesome Free by Fonticons, https://fontawesome.com/license/free, CC BY 4.0 */
{_ICONS_OF} {{
  display: inline-block; width: var(--wide); height: 1em; vertical-align: -0.125em;
  background: currentcolor; mask: var(--shape) center / contain no-repeat; forced-color-adjust: none;
}}
.bd-header-article .btn {_ICONS_OF} {{ width: 1.3rem; height: 1.3rem; }}
#pst-search-dialog form {_ICONS_OF} {{ font-size: var(--pst-font-size-icon); }}
.search-button-field > {_ICONS_OF} {{ display: inline-block; }}
.fa-lg {{ font-size: 1.25em; vertical-align: -0.075em; }}
@media (forced-colors: active) {{ {_ICONS_OF} {{ background: ButtonText; }} a {_ICONS_OF} {{ background: LinkText; }} }}
@media print {{ {_ICONS_OF} {{ print-color-adjust: exact; }} }}
"""


@cache
def shapes() -> dict[str, tuple[int, int, str]]:
    """Return every icon of the theme by its names: width, height and path; a filled one where there are two."""
    script = (_THEME / "scripts/fontawesome.js").read_text(encoding="utf-8")
    found: dict[str, tuple[int, int, str]] = {}
    for quoted, plain, width, height, aliases, path in _ICON.findall(script):
        for name in (quoted or plain, *re.findall(r'"([\w-]+)"', aliases)):
            found[name] = (int(width), int(height), path)
    return found


def rules(words: Iterable[str]) -> str:
    """Return the styles of those icons whose class is among these words.

    Examples
    --------
    >>> ".fa-rocket {" in rules(["fa-rocket"]), "fa-moon" in rules(["fa-rocket"])
    (True, False)
    """
    lines = []
    for word in sorted(set(words)):
        icon = shapes().get(word.removeprefix("fa-")) if word.startswith("fa-") else None
        if icon:
            width, height, path = icon
            box = f"xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}'"
            svg = f"%3Csvg {box}%3E%3Cpath d='{path}'/%3E%3C/svg%3E"
            lines.append(f'.{word} {{ --wide: {width / height:.4g}em; --shape: url("data:image/svg+xml,{svg}"); }}')
    return _SHAPE + "\n".join(lines) + "\n"


def font(sheet: str) -> bytes:
    """Return the theme's icon font with those icons alone that this style sheet writes as text."""
    options = subset.Options(flavor="woff2", layout_features=[], hinting=False, name_IDs=[0, 1, 2, 13, 14])
    whole = subset.load_font(str(_THEME / "vendor/fontawesome/webfonts/fa-solid-900.woff2"), options)
    whole.recalcTimestamp = False
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes={ord(sign) for sign in sheet if "\ue000" <= sign <= "\uf8ff"})
    cutter.subset(whole)
    out = BytesIO()
    subset.save_font(whole, out, options)
    return out.getvalue()
