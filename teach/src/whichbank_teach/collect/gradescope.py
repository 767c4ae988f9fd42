"""Gradescope's export: folders named by numbers, and a file that says whose they are."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import yaml

from .files import Found

ABOUT = "submission_metadata.yml"
Parts = tuple[str, ...]


@dataclass(frozen=True)
class Submitted:
    """Who handed a folder in: each one's names, the address first; and when."""

    names: tuple[tuple[str, ...], ...]
    time: float | None


def submissions(files: Iterable[Found], largest: int) -> dict[Parts, Submitted]:
    """Return who handed in each folder of an export, by its path.

    A file of this name that lies in a submission is a student's, and says nothing.
    """
    found = {}
    for file in files:
        around = file.parts[:-1]
        if file.parts[-1] != ABOUT or any(one.startswith("submission_") for one in around):
            continue
        try:
            if file.path is None or file.path.stat().st_size > largest:
                continue
            about = yaml.safe_load(file.path.read_bytes())
            for folder, one in about.items():
                found[(*around, str(folder))] = _submitted(one)
        except (OSError, ValueError, AttributeError, TypeError, KeyError, yaml.YAMLError):
            continue
    return found


def _submitted(about: Mapping[str, Any]) -> Submitted:
    when = about.get(":created_at")
    names = tuple(
        tuple(str(one[part]) for part in (":email", ":sid", ":name") if one.get(part))
        for one in about[":submitters"]
    )
    return Submitted(
        names, when.timestamp() if isinstance(when, datetime) and when.tzinfo else None
    )
