"""Moodle's grading worksheet, put into the inbox beside the zip: it says when work came, which no
name in the zip does.
"""

import csv
import re
from datetime import datetime, tzinfo
from functools import cache
from pathlib import Path

from babel.dates import get_month_names

from ..classroom.decoding import RosterError
from ..classroom.lists import participant, table

LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "pl")
_DATE = re.compile(
    r"(?P<day>\d{1,2})\.?\s+(?:de\s+)?(?P<month>[^\W\d]+)\.?,?\s+(?:de\s+)?(?P<year>\d{4}),?\s+"
    r"(?P<hour>\d{1,2})[:.](?P<minute>\d{2})(?:\s*(?P<half>[AP])\.?M\.?)?",
    re.IGNORECASE,
)


def times(path: Path, zone: tzinfo) -> dict[str, float]:
    """Return when each participant's work came, by "participant 72"; empty if the file is no
    worksheet.

    Of its columns of dates the first counts, in English, German, French, Spanish, Italian,
    Portuguese, Dutch or Polish; a cell without a date is work that never came.
    """
    try:
        header, rows, _ = table(path)
    except (RosterError, csv.Error, OSError):
        return {}
    columns = [[row[i] for row in rows.values()] for i in range(len(header))]
    who = next((cells for cells in columns if cells and all(map(_numbered, cells))), [])
    dates = next((found for cells in columns if any(found := [date(one) for one in cells])), [])
    return {
        participant(name): when.replace(tzinfo=zone).timestamp()
        for name, when in zip(who, dates, strict=False)
        if when
    }


def date(text: str) -> datetime | None:
    """Return the date that a text ends in, as Moodle writes it.

    Examples
    --------
    >>> date("viernes, 20 de noviembre de 2026, 18:04")
    datetime.datetime(2026, 11, 20, 18, 4)
    >>> date("Friday, 20 November 2026, 6:04 PM")
    datetime.datetime(2026, 11, 20, 18, 4)
    """
    found = _DATE.search(text)
    month = _months().get(found["month"].casefold()) if found else None
    if not found or not month:
        return None
    hour = int(found["hour"])
    if found["half"]:
        hour = hour % 12 + 12 * (found["half"].upper() == "P")
    try:
        return datetime(int(found["year"]), month, int(found["day"]), hour, int(found["minute"]))
    except ValueError:
        return None


def _numbered(name: str) -> bool:
    return participant(name).startswith("participant ")


@cache
def _months() -> dict[str, int]:
    return {
        name.rstrip(".").casefold(): number
        for language in LANGUAGES
        for width in ("wide", "abbreviated")
        for number, name in get_month_names(width, "format", language).items()
    }
