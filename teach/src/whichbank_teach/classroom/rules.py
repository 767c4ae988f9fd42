"""The rules of an assignment: what exercises are worth, when it is due, and who has more time or is
excused.
"""

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Any

from whichbank.former import current

from .folder import SETTINGS, Classroom, ClassroomError

KINDS: dict[str, tuple[Any, str]] = {
    "name": (str, "a text"),
    "regrade": (str, "a text"),
    "points": (dict, 'a table such as {"mixing.2" = 3}'),
    "due": (date, "a date such as 2026-11-20T18:00:00"),
    "extended": (dict, "a table such as {student02 = 2026-11-27}"),
    "excused": (list, "a list of ids"),
    "grace_minutes": ((int, float), "a number"),
    "percent_per_day": ((int, float), "a number"),
    "most_percent": ((int, float), "a number"),
}


@dataclass(frozen=True)
class Rules:
    """What ``[assignment.ps1]`` in the settings says, with ``[assignment]`` for what it does not
    say.
    """

    name: str = ""  # what the assignment is called in the learning management system
    regrade: str = ""  # what a student is told who does not agree with a mark
    # what exercises are worth, if not what the course says
    points: Mapping[str, int] = field(default_factory=dict)
    due: datetime | None = None
    extended: Mapping[str, datetime] = field(default_factory=dict)
    excused: tuple[str, ...] = ()
    grace_minutes: float = 0.0
    percent_per_day: float = 0.0  # of a student's points, for each day that has begun
    most_percent: float = 100.0
    zone: tzinfo = UTC  # in which times are told

    def standing(self, student: str, when: datetime | None, *, flagged: bool = False) -> "Standing":
        """Say whether a student's work came in time. Flagged: the learning management system says
        that it is late.
        """
        due = self.extended.get(student, self.due)
        notes = [f"extended to {self._written(due)}"] if student in self.extended and due else []
        behind = when - due if when and due else timedelta()
        share = 0.0
        if behind > timedelta(minutes=self.grace_minutes):
            days = math.ceil(behind / timedelta(days=1))
            share = min(self.most_percent, days * self.percent_per_day) / 100
            notes.append(f"late by {_span(behind)}" + (f", {share:.0%} less" if share else ""))
        elif flagged and not when:
            notes.append("late, as its file's name says")
        return Standing(
            student in self.excused, "; ".join(notes), share, self._written(when) if when else ""
        )

    def _written(self, when: datetime) -> str:
        return f"{when.astimezone(self.zone):%Y-%m-%d %H:%M} {self.zone}"


@dataclass(frozen=True)
class Standing:
    """How one student's work stands by the rules."""

    excused: bool = False
    late: str = ""  # in words, and whether there was more time; empty for work in time
    share: float = 0.0  # the part of the points that is taken off
    handed_in: str = ""


def rules(room: Classroom, assignment: str) -> Rules:
    """Return the rules of an assignment; ClassroomError where the settings cannot be understood."""
    table = room.table("assignment")
    own = table.get(assignment, {})
    if not isinstance(own, Mapping):
        raise ClassroomError(
            f"[assignment] in the settings: {assignment} must be a table, "
            f"[assignment.{assignment}]."
        )
    found = {
        name: value for name, value in table.items() if not isinstance(value, dict) or name in KINDS
    } | dict(own)
    for name, value in found.items():
        if name not in KINDS:
            raise ClassroomError(
                f"[assignment.{assignment}] has no setting {name!r}; it has {', '.join(KINDS)}."
            )
        if not isinstance(value, KINDS[name][0]):
            raise ClassroomError(f"{name} in [assignment.{assignment}] must be {KINDS[name][1]}.")
    points = {current(one): worth for one, worth in found.get("points", {}).items()}
    if wrong := [one for one, worth in points.items() if type(worth) is not int or worth < 1]:
        raise ClassroomError(
            f"points in [assignment.{assignment}]: {wrong[0]} must be a whole number, at least 1."
        )
    extended = found.get("extended", {})
    if wrong := [one for one, until in extended.items() if not isinstance(until, date)]:
        raise ClassroomError(
            f"extended in [assignment.{assignment}]: {wrong[0]} must be {KINDS['due'][1]}."
        )
    dates = {
        "due": _moment(found.get("due"), room, assignment),
        "extended": {one: _moment(until, room, assignment) for one, until in extended.items()},
    }
    dates |= {"zone": room.zone} if room.zone else {}
    return Rules(**(found | dates | {"points": points, "excused": tuple(found.get("excused", ()))}))


def _moment(given: date | None, room: Classroom, assignment: str) -> Any:
    """A date as the end of that day, a time without a zone as one of the class's."""
    if given is None:
        return None
    whole = given if isinstance(given, datetime) else datetime.combine(given, time(23, 59, 59))
    if whole.tzinfo is None and room.zone is None:
        raise ClassroomError(
            f"[assignment.{assignment}] has dates without a time zone. Say in {room.root / SETTINGS} "
            f'where they hold: [class] with timezone = "{_here()}", which is this computer\'s, or '
            "another."
        )
    return whole if whole.tzinfo else whole.replace(tzinfo=room.zone)


def _here() -> str:
    """The name of this computer's time zone."""
    return os.path.realpath("/etc/localtime").partition("zoneinfo/")[2] or "UTC"


def _span(behind: timedelta) -> str:
    hours, minutes = divmod(int(behind.total_seconds()) // 60, 60)
    return f"{hours // 24} d {hours % 24} h" if hours >= 24 else f"{hours} h {minutes} min"
