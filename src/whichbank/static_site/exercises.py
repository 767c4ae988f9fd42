"""The directive ``exercise-list``: every exercise of the course, read from the chapters, with launch links."""

import json
import re
from pathlib import Path
from typing import Any

from mdit_py_plugins.anchors.index import slugify
from sphinx.util.docutils import SphinxDirective


class ExerciseList(SphinxDirective):
    """List the exercises chapter by chapter."""

    def run(self) -> list[Any]:
        """Return a section for each chapter that has exercises."""
        here = Path(self.env.doc2path(self.env.docname)).parent
        lines: list[str] = []
        for path in sorted(here.glob("[0-9][0-9]_*.ipynb")):
            if self.env.path2doc(str(path)) in self.env.found_docs:
                self.env.note_dependency(str(path))
                lines += self._chapter(path)
        return self.parse_text_to_nodes("\n".join(lines), allow_section_headings=True)

    def _chapter(self, path: Path) -> list[str]:
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        sources = {cell["id"]: "".join(cell["source"]) for cell in cells}
        title = next(line[2:] for source in sources.values() for line in source.splitlines() if line.startswith("# "))
        lines = [f"## {path.stem[:2]} · {title}", "", *self._launch(path)]
        for name, source in sources.items():
            heading = re.match(r"#+ (Exercise .+)", source)
            if re.fullmatch(r"exercise-\d\d-\d", name) and heading:
                lines.append(f"- [{heading[1]}]({path.name}#{slugify(heading[1])})")
        return [*lines, ""]

    def _launch(self, path: Path) -> list[str]:
        options = self.config.html_theme_options
        if "launch_buttons" not in options:
            return []
        name = options["repository_url"].removeprefix("https://github.com/")
        branch, page = options["repository_branch"], f"book/{path.name}"
        colab = f"https://colab.research.google.com/github/{name}/blob/{branch}/{page}"
        binder = f"https://mybinder.org/v2/gh/{name}/{branch}?urlpath=lab/tree/{page}"
        return [f"Work on them in [Colab]({colab}) or on [Binder]({binder}).", ""]


def setup(app: Any) -> None:
    """Add the directive."""
    app.add_directive("exercise-list", ExerciseList)
