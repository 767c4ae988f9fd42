"""Draw what ``whichbank.experiments.costs`` holds: how far each ratio is from its goal."""

import json
from pathlib import Path
from typing import Any

from whichbank.experiments.costs import FILE
from whichbank.plots.picture import INK, WORD_COLORS, Picture

CHART = Path(__file__).with_name("chart.png")


def chart(results: dict) -> Picture:
    """Draw one bar for each row that has a goal: its ratio over the goal, on a logarithmic axis.

    Parameters
    ----------
    results : dict
        What ``whichbank.experiments.costs`` holds.

    Returns
    -------
    Picture
        Bars that end left of the line reach their goal.
    """
    rows = [row for part in results.values() for row in part["rows"] if row["reach"] is not None][::-1]
    names = [row["row"] + ("" if row["n"] is None else f", n {row['n']}") for row in rows]
    shares = [row["ratio"] / row["reach"] for row in rows]
    met = [share <= 1 for share in shares]
    machines = {part["machine"]["cpu"] for part in results.values()}
    alt = f"Bars of ratio over goal, on {', '.join(sorted(machines))}. {sum(met)} of {len(met)} goals are met"
    missed = [f"{name} ({share:.2f})" for name, share, good in zip(names, shares, met, strict=True) if not good][::-1]
    alt += f"; not met: {', '.join(missed)}." if missed else "."

    def draw(figure: Any, theme: str) -> None:
        ax = figure.add_subplot()
        good, bad = WORD_COLORS[theme][2], WORD_COLORS[theme][1]
        bars = ax.barh(names, [share - 1 for share in shares], left=1, color=[good if one else bad for one in met])
        for bar, row, one in zip(bars, rows, met, strict=True):
            bar.set_hatch("" if one else "//")
            ax.annotate(
                f"{row['ratio']:.3g}", (1, bar.get_y() + bar.get_height() / 2), (5 if one else -5, 0),
                textcoords="offset points", va="center", ha="left" if one else "right", fontsize=8,
            )  # fmt: skip
        ax.axvline(1, color=INK[theme], linewidth=1)
        ax.set_xscale("log")
        ax.set_xlabel("ratio over its goal (left of the line: reached); the number is the ratio")
        ax.tick_params(axis="y", labelsize=8)

    return Picture(draw, alt, size=(8.0, 0.8 + 0.28 * len(rows)))


def draw(results: dict) -> Path:
    """Write the chart beside the results, and return where."""
    CHART.write_bytes(chart(results).png())
    return CHART


if __name__ == "__main__":
    print(draw(json.loads(FILE.read_text(encoding="utf-8"))))
