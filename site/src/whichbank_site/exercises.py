"""The directive ``exercise-list``: every exercise of the course, read from the chapters, with launch links."""

import json
import re
from pathlib import Path
from typing import Any

from mdit_py_plugins.anchors.index import slugify
from sphinx.util.docutils import SphinxDirective

from whichbank_site.launch import binder, colab


def chapters(folder: Path, env: Any) -> list[Path]:
    """Return the notebooks of the chapters that this build holds, in order."""
    return [p for p in sorted(folder.glob("[0-9][0-9]_*.ipynb")) if env.path2doc(str(p)) in env.found_docs]


def chapter(path: Path) -> tuple[str, list[str]]:
    """Return a chapter's number and title, and the headings of its exercises, from its notebook."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    sources = {cell["id"]: "".join(cell["source"]) for cell in cells}
    title = next(line[2:] for source in sources.values() for line in source.splitlines() if line.startswith("# "))
    marked = (
        re.match(r"#+ (Exercise .+)", s) for name, s in sources.items() if re.fullmatch(r"exercise-\d\d-\d", name)
    )
    return f"{path.stem[:2]} · {title}", [heading[1] for heading in marked if heading]


class ExerciseList(SphinxDirective):
    """List the exercises chapter by chapter."""

    def run(self) -> list[Any]:
        """Return a section for each chapter that has exercises."""
        here = Path(self.env.doc2path(self.env.docname)).parent
        lines: list[str] = []
        for path in chapters(here, self.env):
            self.env.note_dependency(str(path))
            lines += self._chapter(path)
        return self.parse_text_to_nodes("\n".join(lines), allow_section_headings=True)

    def _chapter(self, path: Path) -> list[str]:
        title, exercises = chapter(path)
        lines = [f"## {title}", "", *self._launch(path)]
        lines += [f"- [{heading}]({path.name}#{slugify(heading)})" for heading in exercises]
        return [*lines, ""]

    def _launch(self, path: Path) -> list[str]:
        if self.config.repository is None:
            return []
        where = (*self.config.repository, f"book/{path.name}")
        return [f"Work on them in [Colab]({colab(*where)}) or on [Binder]({binder(*where)}).", ""]


def setup(app: Any) -> None:
    """Add the directive."""
    app.add_directive("exercise-list", ExerciseList)
