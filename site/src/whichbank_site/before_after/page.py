"""The script of the pages *before* and *after*, with all that they ask."""

import json
from pathlib import Path
from typing import Any

from whichbank.before_after import hand_id, ideas, parts
from whichbank.exercises.other_numbers import other_numbers
from whichbank.exercises.table import load
from whichbank_site.pages import language, minified
from whichbank_site.pages.assets import classic
from whichbank_site.practice.by_hand import packed

HERE = Path(__file__).parent
PLACE = 'id="wb-twice"'
KEPT = ("id", "key", "at", "see", "numbers", "thoughts")  # what is no text
"""What a page holds on which questions are asked before and after."""
SCRIPT, STYLE = "before_after.js", "before_after.css"


def setup(app: Any) -> None:
    """Write the script and the style, and put them on the pages that ask."""
    app.connect("env-updated", _write)
    app.connect("html-page-context", _link)


def asked() -> list[dict[str, Any]]:
    """Return the parts of the course with the ideas and the exercises that are asked of each."""
    return [
        {
            "id": part.id,
            "caption": part.caption,
            "ideas": [
                {
                    "id": one.id,
                    "forms": dict(one.forms),
                    "thoughts": dict(one.thoughts),
                    "why": one.why,
                    "see": one.see.replace("#", ".html#"),
                }
                for one in ideas().values()
                if one.part == part.id
            ],
            "byHand": [
                {
                    "id": hand_id(id),
                    "key": f"done/{id}",
                    "at": f"{id.partition('.')[0]}.html#try-{id.replace('.', '-')}",
                    "q": load(id).title,
                    "labels": list(load(id).labels),
                    "numbers": packed(other_numbers(id)),
                }
                for id in part.by_hand
            ],
        }
        for part in parts().values()
    ]


def _write(app: Any, env: Any) -> None:
    if app.builder.format != "html":
        return
    folder = Path(app.outdir, "_static")
    folder.mkdir(parents=True, exist_ok=True)
    told = json.dumps(
        language.spoken.told(asked(), keep=KEPT), ensure_ascii=False, separators=(",", ":")
    )
    source = f"(globalThis.wb ??= {{}}).asked = {told};\n{classic(HERE / SCRIPT)}"
    (folder / SCRIPT).write_text(source, encoding="utf-8")
    style = minified.styles(HERE / STYLE, HERE.parent / "again" / "asking.css")
    (folder / STYLE).write_text(style, encoding="utf-8")


def _link(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    if PLACE in context.get("body", ""):
        app.add_js_file(SCRIPT, defer="defer")
        app.add_css_file(STYLE)
