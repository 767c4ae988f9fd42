"""What was tried, where and when: ``book/launches.json``, which the status page reads."""

import json
import platform
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from launches.checkout import ROOT
from launches.running import Ran

FILE = ROOT / "book" / "launches.json"


def read() -> dict[str, Any]:
    """Return the record: for each place, where and when it was tried, and what came out."""
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


def write(
    place: str,
    *,
    versions: Mapping[str, str],
    chapters: Mapping[str, Any] | None = None,
    **more: Any,
) -> None:
    """Put what was tried in one place into the record, with the date of today; chapters not tried
    now stay.

    ``versions`` are those of the packages that matter there, ``chapters`` what came out by chapter,
    ``more`` is kept.
    """
    record = read()
    now = {"date": datetime.now(UTC).date().isoformat()}
    before = record.get(place, {})
    entry = {
        **now,
        "python": platform.python_version(),
        "system": f"{platform.system()}, {platform.machine()}",
    }
    entry |= {"versions": dict(sorted(versions.items())), **more}
    if chapters is not None:
        kept = before.get("chapters", {}) if before.get("versions") == entry["versions"] else {}
        entry["chapters"] = dict(
            sorted((kept | {name: now | one for name, one in chapters.items()}).items())
        )
    record[place] = entry
    FILE.write_text(json.dumps(dict(sorted(record.items())), indent=1) + "\n", encoding="utf-8")


def outcome(ran: Ran, stored: Any) -> dict[str, Any]:
    """Return what the record keeps of a chapter that ran to its end; what is stored has the text
    that it prints.
    """
    figures = ran.figures()
    return {
        "seconds": round(ran.seconds),
        "cells": len(ran.code),
        "figures": len(figures),
        "figures_with_state": sum(bool(state.get("_esm")) for state in figures),
        "prints_other_text": ran.other_text(stored),
    }


def say(place: str, name: str, one: Mapping[str, Any]) -> None:
    """Print what came out for one chapter."""
    other = (
        f"; other text in {', '.join(one['prints_other_text'])}" if one["prints_other_text"] else ""
    )
    shown = one.get("figures_drawn", one["figures_with_state"])
    print(
        f"{place} {name}: {one['cells']} cells in {one['seconds']} s, {shown} of "
        f"{one['figures']} figures{other}",
        file=sys.stderr,
        flush=True,
    )
