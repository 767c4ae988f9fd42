"""The directive that tells how quickly the pages come: what Lighthouse has measured of each."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sphinx.util.docutils import SphinxDirective

RECORD = "lighthouse.json"
_SCORES = {
    "performance": "Performance",
    "accessibility": "Accessibility",
    "best-practices": "Best practices",
    "seo": "Search engines",
}


def table(record: Mapping[str, Any]) -> list[str]:
    """Return the lines of the table, and what was measured with what.

    Parameters
    ----------
    record : mapping
        What ``make lighthouse`` writes.

    Examples
    --------
    >>> page = {"performance": 97, "accessibility": 100, "best-practices": 100, "seo": 100}
    >>> page |= {"largest paint ms": 1840, "kB": 120, "speed of the machine": 1300}
    >>> made = {"date": "2026-01-02", "lighthouse": "lighthouse@13", "rounds": 3, "machine": "two cores"}
    >>> print(table(made | {"pages": {"book/intro.html": page}})[-1])
    | intro | 97 | 100 | 100 | 100 | 1.84 s | 120 kB |
    """
    pages = record["pages"]
    speeds = [page["speed of the machine"] for page in pages.values()]
    lines = [
        f"Measured on {record['date']} with {record['lighthouse'].replace('@', ' ')}, as on a slow phone and line.",
        f"The machine was {record['machine']}, of a speed of {min(speeds)} to {max(speeds)} by Lighthouse's own index.",
        f"Each page was loaded {record['rounds']} times, and the middle one counts. A full score is 100.",
        "The largest paint is the moment at which the first screen stands.",
        "The weight is that of a first visit, with pictures.",
        "",
        f"| Page | {' | '.join(_SCORES.values())} | Largest paint | Weight |",
        f"|---|{'--:|' * (len(_SCORES) + 2)}",
    ]
    for address, page in pages.items():
        scores = " | ".join(str(page[name]) for name in _SCORES)
        paint, weight = page["largest paint ms"] / 1000, page["kB"]
        lines.append(f"| {Path(address).stem} | {scores} | {paint:.2f} s | {weight} kB |")
    return lines


class PageScores(SphinxDirective):
    """Tell the scores of each page."""

    def run(self) -> list[Any]:
        """Return the paragraphs and the table."""
        path = Path(self.env.doc2path(self.env.docname)).with_name(RECORD)
        if not path.exists():
            return self.parse_text_to_nodes("Not measured yet: `make lighthouse` does it.")
        self.env.note_dependency(str(path))
        return self.parse_text_to_nodes("\n".join(table(json.loads(path.read_text(encoding="utf-8")))))


def setup(app: Any) -> None:
    """Add the directive."""
    app.add_directive("page-scores", PageScores)
