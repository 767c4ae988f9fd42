"""Two made-up languages: one is accented and a third longer than English, one runs from right to left.

What is not translated stands out in them, and so does what does not fit.
"""

import re

from babel.messages import Catalog
from whichbank_site.pages import catalogs

ACCENTED, MIRRORED = "en_XA", "ar_XB"
_ACCENTS = str.maketrans("aeiouyAEIOUYcnszCNSZ", "áéíóúýÁÉÍÓÚÝçñšžÇÑŠŽ")
_LONGER = 0.3
_KEPT = re.compile(rf"{catalogs.ROLE.pattern}|{catalogs.KEPT.pattern}|\{{[\w:]+\}}|<[^>]*>")


def disguise(catalog: Catalog, code: str) -> Catalog:
    """Fill a catalog with its English, as a made-up language writes it."""
    forms = catalogs.forms_of(code)[1]
    for message in catalog:
        if message.id:
            one, *many = catalogs.ids(message)
            texts = [disguised(text, code) for text in (one, *(many * len(forms)))]
            message.string = tuple(texts[: len(forms)]) if many else texts[0]
            message.flags.discard("fuzzy")
    return catalog


def disguised(text: str, code: str) -> str:
    """Return a text as a made-up language writes it; what a translation keeps stays as it is.

    >>> disguised("Choose one of {n}.", ACCENTED)
    'Çhóóšé óñé óf {n}. ·····'
    """
    parts, at = [], 0
    for one in _KEPT.finditer(text):
        parts += [text[at : one.start()].translate(_ACCENTS), one[0]]
        at = one.end()
    parts.append(text[at:].translate(_ACCENTS))
    if code == MIRRORED:
        return "\u200f" + "".join(parts) + "\u200f"
    return "".join(parts) + (" " + "·" * int(_LONGER * len(text)) if len(text) > 3 else "")
