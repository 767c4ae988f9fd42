"""The letters of a list that was saved in a code page: read where only one makes words of them."""

import re
import unicodedata
from itertools import pairwise

CODE_PAGES = {
    "cp1252": "Western European",
    "cp1250": "Central European",
    "cp1251": "Cyrillic",
    "cp1253": "Greek",
    "cp1254": "Turkish",
    "cp1255": "Hebrew",
    "cp1256": "Arabic",
    "gb18030": "simplified Chinese",
    "big5": "traditional Chinese",
    "cp932": "Japanese",
    "cp949": "Korean",
    "mac_roman": "of old Macs",
}
_SAVE = 'Save the list as UTF-8 (in Excel: "CSV UTF-8")'


class RosterError(ValueError):
    """The list of students cannot be used as it is; the message says where and why."""


def decoded(data: bytes, name: str, encoding: str) -> tuple[str, list[str]]:
    """Return the text of a list, and what to tell of its code page; RosterError where a guess may
    spoil a name.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _whole(data, "utf-16", name), []
    if encoding:
        return _whole(data, encoding, name), []
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _by_code_page(data, name)
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise RosterError(f"{name}, row {line}: it holds a character NUL. {_SAVE}.")
    return text, []


def _whole(data: bytes, encoding: str, name: str) -> str:
    try:
        return data.decode(encoding)
    except LookupError:
        raise RosterError(f"There is no encoding {encoding!r}; {name} cannot be read.") from None
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise RosterError(f"{name}, row {line} is not in {encoding}. {_SAVE}.") from None


def _by_code_page(data: bytes, name: str) -> tuple[str, list[str]]:
    # How many of its letters are UTF-8, and which are not.
    loose = data.decode("utf-8", "surrogateescape")
    strange = [i for i, letter in enumerate(loose) if "\udc80" <= letter <= "\udcff"]
    if sum(letter > "\x7f" for letter in loose) > 2 * len(strange):
        line = loose[: strange[0]].count("\n") + 1
        raise RosterError(
            f"{name}, row {line}: a letter is not in UTF-8, as the others are. Write it anew, and "
            "save."
        )
    readings: dict[str, str] = {}
    for page in CODE_PAGES:
        try:
            text = data.decode(page)
        except UnicodeDecodeError:
            continue
        if _words(text):
            readings.setdefault(text, page)
    say = 'put the right one into the settings, such as: [roster] with encoding = "cp1252"'
    if len(readings) == 1:
        [(text, page)] = readings.items()
        return text, [
            f"{name} is not in UTF-8. Its letters were taken for {CODE_PAGES[page]} ({page}): "
            f"{_sample(text)}. If that is wrong, {say}."
        ]
    several = "; ".join(f"{_sample(text)} ({page})" for text, page in readings.items())
    raise RosterError(
        f"{name} is not in UTF-8, and its letters can be read in {len(readings) or 'no known'} ways"
        f"{': ' + several if several else ''}. {_SAVE}, or {say}."
    )


def _words(text: str) -> bool:
    """Whether letters that are not ASCII make words: of one script, and no capital within."""
    for word in re.findall(r"\S*[^\x00-\x7f]\S*", text):
        if any(letter > "\x7f" and not letter.isalpha() for letter in word):
            return False
        for piece in re.findall(r"[^\W\d_]+", word):
            scripts = {unicodedata.name(letter, "?").split()[0] for letter in piece}
            if len(scripts) > 1 and not scripts <= {"CJK", "HIRAGANA", "KATAKANA"}:
                return False
            pairs = pairwise(piece)
            if "HALFWIDTH" in scripts or any(
                a.islower() and b > "\x7f" and b.isupper() for a, b in pairs
            ):
                return False
    return True


def _sample(text: str) -> str:
    return ", ".join(dict.fromkeys(re.findall(r"[^\s,;|\"]*[^\x00-\x7f][^\s,;|\"]*", text)[:3]))
