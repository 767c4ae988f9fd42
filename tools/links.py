"""Follow every link that leads out of the book: ``python -m tools.links`` is what ``make links`` calls.

Sphinx's own link checker does the work. The notebooks are not run: their links stand in their text.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
# Made for each repository and branch; a test holds their form. Behind them stand machines, not pages.
LAUNCHES = [
    r"https://colab\.research\.google\.com/github/",
    r"https://mybinder\.org/v2/",
    r"https://codespaces\.new/",
    r"https://github\.com/[^/]+/[^/]+/(edit|blob|tree|issues)/",
]
SETTINGS = {
    "linkcheck_ignore": LAUNCHES,
    "linkcheck_timeout": 30,
    "linkcheck_retries": 3,
    "linkcheck_workers": 4,
    "linkcheck_anchors_ignore_for_url": [r"https://github\.com/"],  # its pages make their anchors with a script
    "linkcheck_report_timeouts_as_broken": True,
}


def follow(root: Path) -> int:
    """Check the links of the book in this folder; return 0 where all of them lead somewhere, and say which do not."""
    config = yaml.safe_load((root / "_config.yml").read_text(encoding="utf-8"))
    config["execute"]["execute_notebooks"] = "off"
    config["sphinx"]["config"] |= SETTINGS
    with tempfile.TemporaryDirectory(prefix="links-") as made:
        settings = Path(made) / "_config.yml"
        settings.write_text(yaml.safe_dump(config, allow_unicode=True), encoding="utf-8")
        command = [str(Path(sys.executable).with_name("jupyter-book")), "build", str(root), "--config", str(settings)]
        done = subprocess.run(
            [*command, "--builder", "linkcheck", "--path-output", made], capture_output=True, text=True, cwd=root
        )
        reports = list(Path(made).rglob("output.txt"))
        broken = [line for report in reports for line in report.read_text(encoding="utf-8").splitlines()]
        wrong = [line for line in broken if "[broken]" in line or "[timeout]" in line]
    if not reports:
        print(done.stdout, done.stderr, sep="\n", file=sys.stderr)
        return 1
    print("\n".join(wrong) or "Every link leads somewhere.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(follow(ROOT))
