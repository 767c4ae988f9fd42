"""The directive ``written``: a part of a page, written by a template from what is known of the
course and its records.

The templates are in ``texts/``; a fork's page needs no edit.
"""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import jinja2
from mdit_py_plugins.anchors.index import slugify
from sphinx.util.docutils import SphinxDirective

from whichbank.figures.quiz import Quiz
from whichbank.misconceptions import FILE
from whichbank_site.pages.chapters import title
from whichbank_site.pages.launch import binder, colab, hub
from whichbank_site.pages.misconceptions import told

RECORD = "launches.json"
_templates = jinja2.Environment(
    loader=jinja2.PackageLoader("whichbank_site.pages", "texts"),
    undefined=jinja2.ChainableUndefined,  # a record may not be there yet
    trim_blocks=True,
    lstrip_blocks=True,
)
_templates.globals |= {"colab": colab, "binder": binder, "hub": hub}
_templates.filters |= {
    "slug": slugify,
    "quoted": lambda text: quote(text, safe=""),
    "of": lambda most: f"0&nbsp;of&nbsp;{most}" if most else "none",
}


def text(name: str, **known: Any) -> str:
    """Return the Markdown that the template of this name makes of what is known.

    Examples
    --------
    >>> text("launch-links", repository=None)
    ''
    """
    return _templates.get_template(f"{name}.md").render(**known)


def chapter(path: Path) -> dict[str, Any]:
    """Return a chapter's file, name and title, the ids of its questions, and of each exercise the
    heading and what it takes.
    """
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    sources = {cell["id"]: "".join(cell["source"]) for cell in cells}
    exercises = [
        source for name, source in sources.items() if re.fullmatch(r"exercise-[a-z]+-\d+", name)
    ]
    headings = [
        found.groups()
        for source in exercises
        if (found := re.match(r"#+ (Exercise .+)(?:\n\n\*(.+)\.\*)?", source))
    ]
    name = path.stem
    asks = any(f'Quiz.of("{name}")' in source for source in sources.values())
    questions = [question["id"] for question in Quiz.of(name).questions] if asks else []
    named = {"path": path, "name": name, "title": title(path)}
    return named | {"questions": questions, "exercises": headings}


def chapters(folder: Path, env: Any) -> list[Path]:
    """Return the notebooks of the chapters that this build holds, in order."""
    found = (folder / f"{name}.ipynb" for name in env.config.chapters)
    return [path for path in found if env.path2doc(str(path)) in env.found_docs]


class Written(SphinxDirective):
    """Put in its place what the template of this name writes."""

    required_arguments = 1

    def run(self) -> list[Any]:
        """Return the paragraphs and sections."""
        here = Path(self.env.doc2path(self.env.docname)).parent
        found = chapters(here, self.env)
        record = here / RECORD
        for path in (*found, FILE, *([record] if record.exists() else [])):
            self.env.note_dependency(str(path))
        known = {"tried": json.loads(record.read_text(encoding="utf-8"))} if record.exists() else {}
        known |= {
            "repository": self.config.repository,
            "chapters": [
                each | {"title": f"{self.config.chapters[each['name']]} · {each['title']}"}
                for each in map(chapter, found)
            ],
        }
        if self.arguments[0] == "misconceptions":
            pages = {Path(doc).name for doc in self.env.found_docs}
            known["groups"] = told(here, pages, self.config.chapters)
        return self.parse_text_to_nodes(
            text(self.arguments[0], **known), allow_section_headings=True
        )


def setup(app: Any) -> None:
    """Add the directive."""
    app.add_directive("written", Written)
