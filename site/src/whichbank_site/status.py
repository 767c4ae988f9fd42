"""The directives of the page that says where the course runs: links made for this repository, and what was tried."""

import json
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from sphinx.util.docutils import SphinxDirective

from whichbank_site.launch import hub

RECORD = "launches.json"
HUB, CHAPTER = "HUB", "book/05_mixing.ipynb"


def links(repository: str, branch: str) -> list[str]:
    """Return the lines that tell how to open the course of this repository elsewhere."""
    codespace = f"https://codespaces.new/{repository}?{urlencode({'ref': branch})}"
    return [
        "**JupyterHub.** On a hub with [nbgitpuller](https://nbgitpuller.readthedocs.io), this link copies the course",
        "into the reader's files and opens a chapter. Write your hub's address in place of",
        f"`{HUB}`, and another chapter if you like:",
        "",
        "```text",
        hub(f"https://{HUB}", repository, branch, CHAPTER),
        "```",
        "",
        "The hub needs the course's package. Put this line into its image, or let each reader run it once:",
        "",
        "```sh",
        f'pip install "whichbank @ git+https://github.com/{repository}@{branch}"',
        "```",
        "",
        "A fork can give every chapter a button for one hub: in `_config.yml`, under `sphinx` and `config`, write",
        '`jupyterhub_url: "https://hub.example.org"` with the hub\'s address.',
        "",
        f"**Codespaces.** [Open the course in a codespace]({codespace}): it installs everything and builds the site by",
        "itself. Then `make site` serves it, and the notebooks run in the editor. You need an account on GitHub.",
        "",
    ]


def record(tried: Mapping[str, Any], every: Collection[str]) -> list[str]:
    """Return the lines that tell what was tried, and which chapters were not.

    Parameters
    ----------
    tried : mapping
        The record that ``python -m launches`` writes.
    every : collection of str
        The numbers of all chapters.
    """
    lines: list[str] = []
    if "colab" in tried:
        entry = tried["colab"]
        itself = entry["on_colab_itself"]
        other = ", ".join(f"{name} {entry['versions'][name]} in place of {itself[name]}" for name in sorted(itself))
        lines += [
            "### Colab, played on our machine",
            "",
            f"{_last(entry)}. Each chapter ran alone in a fresh environment with the versions that Colab has.",
            "Its first cell ran as it stands, and no package that was there was changed. These had Colab's versions:",
            f"{_versions(entry['versions'], without=itself)}.",
            f"These had not: {other}." if other else "",
            f"The first cell installed {_installed(entry['chapters'])}.",
            f"Then the chapter was opened in Notebook {entry['versions']['notebook']}, in a real browser, and",
            "the figures that stand there were counted.",
            "",
            *_chapters(entry["chapters"], "figures_drawn", "Figures drawn"),
            *_missing(entry["chapters"], every),
        ]
    if "binder" in tried:
        entry = tried["binder"]
        lines += [
            "### Binder, without its container",
            "",
            f"{_last(entry)}. repo2docker {entry['repo2docker']}, the program behind Binder, takes the",
            f"repository for a `{entry['build_pack']}`. The installation steps that it writes were run in a fresh",
            f"environment, and the chapters in what came of them: {_versions(entry['versions'])}.",
            "",
            *_chapters(entry["chapters"], "figures_with_state", "Figures made"),
            *_missing(entry["chapters"], every),
        ]
    if "jupyter" in tried:
        entry = tried["jupyter"]
        lines += [
            "### JupyterLab and Notebook",
            "",
            f"{_last(entry)}, with {_versions(entry['versions'])}.",
            "In a real browser and with a real kernel, a slider was moved and its value read from Python;",
            "Python set another value, and the page followed.",
            "",
        ]
    return lines


def _last(entry: Mapping[str, Any]) -> str:
    return f"Last tried on {entry['date']}, on Python {entry['python']} ({entry['system']})"


def _versions(versions: Mapping[str, str], without: Mapping[str, str] | tuple = ()) -> str:
    return ", ".join(f"{name} {version}" for name, version in versions.items() if name not in without)


def _installed(chapters: Mapping[str, Any]) -> str:
    every = {f"{name} {version}" for one in chapters.values() for name, version in one["installed"].items()}
    return ", ".join(sorted(every))


def _chapters(chapters: Mapping[str, Any], shown: str, heading: str) -> list[str]:
    dated = len({one["date"] for one in chapters.values()}) > 1
    lines = [
        f"| Chapter | {'Tried on | ' * dated}Cells run | {heading} | Seconds | Text printed |",
        f"|---|{'---|' * dated}--:|--:|--:|---|",
    ]
    for number, one in chapters.items():
        other = len(one["prints_other_text"])
        said = "as on this site" if not other else f"other in {other} cell{'s' * (other > 1)}"
        date = f"{one['date']} | " if dated else ""
        figures = f"{one[shown]} of {one['figures']}"
        lines.append(f"| {number} | {date}{one['cells']} | {figures} | {one['seconds']} | {said} |")
    return [*lines, ""]


def _missing(chapters: Mapping[str, Any], every: Collection[str]) -> list[str]:
    left = [number for number in every if number not in chapters]
    return [f"Not tried with these versions: {', '.join(left)}.", ""] if left else []


class LaunchLinks(SphinxDirective):
    """Tell how to open the course elsewhere; nothing where the repository is not known."""

    def run(self) -> list[Any]:
        """Return the paragraphs."""
        found = self.config.repository
        return [] if found is None else self.parse_text_to_nodes("\n".join(links(*found)))


class LaunchRecord(SphinxDirective):
    """Tell what was tried, where and when."""

    def run(self) -> list[Any]:
        """Return a section for each place."""
        path = Path(self.env.doc2path(self.env.docname)).with_name(RECORD)
        self.env.note_dependency(str(path))
        tried = json.loads(path.read_text(encoding="utf-8"))
        every = sorted(chapter.name[:2] for chapter in path.parent.glob("[0-9][0-9]_*.ipynb"))
        return self.parse_text_to_nodes("\n".join(record(tried, every)), allow_section_headings=True)


def setup(app: Any) -> None:
    """Add the directives."""
    app.add_directive("launch-links", LaunchLinks)
    app.add_directive("launch-record", LaunchRecord)
