"""A plugin of pytest: in a cell with the tag "near", a printed decimal number may be off by one in
its last digit.

A number that was rounded for printing can lie near the edge, and another processor's last bits then
push it over. Where a training makes more of these bits, "near-3" allows three. Whole numbers, words
and the number of digits are compared as in any other cell.
"""

import copy
import math
import re
from typing import Any

import pytest

from tools.notebooks import VIEW

TAG = re.compile(r"near(?:-(\d+))?")
DECIMAL = re.compile(r"-?\d+\.(\d+)(?:e([-+]?\d+))?")


def snapped(got: str, want: str, steps: int = 1) -> str:
    """Replace each decimal number in got that is within these steps of its counterpart in want by
    that counterpart.
    """
    theirs = list(DECIMAL.finditer(want))
    if len(theirs) != len(DECIMAL.findall(got)):
        return got
    wanted = iter(theirs)

    def snap(ours: re.Match[str]) -> str:
        one = next(wanted)
        last_digit = 10.0 ** (int(one[2] or 0) - len(one[1]))
        near = math.isclose(
            float(ours[0]), float(one[0]), rel_tol=1e-9, abs_tol=(steps + 0.01) * last_digit
        )
        return one[0] if near and len(ours[1]) == len(one[1]) else ours[0]

    return DECIMAL.sub(snap, got)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Compare the outputs of a cell without the HTML that stands for a live figure where none can
    live, which is not stored; and of a tagged cell after its numbers are snapped to those that are.
    """
    if (cell := getattr(item, "cell", None)) is None:  # not one of nbval's
        return
    tags = filter(None, map(TAG.fullmatch, cell.metadata.get("tags", [])))
    compare, tag = item.compare_outputs, next(tags, None)

    def compare_near(outputs: list[Any], stored: list[Any], *skip: Any) -> bool:
        outputs = copy.deepcopy(outputs)
        for mine in outputs:
            if VIEW in mine.get("data", ()):
                mine["data"].pop("text/html", None)
        # a missing one is the comparison's to find
        for ours, theirs in zip(outputs, stored, strict=False) if tag else ():
            for mine, other, kind in (
                (ours, theirs, "text"),
                (ours.get("data"), theirs.get("data"), "text/plain"),
            ):
                if mine and other and kind in mine and kind in other:
                    mine[kind] = snapped(mine[kind], other[kind], int(tag[1] or 1))
        return compare(outputs, stored, *skip)

    item.compare_outputs = compare_near
