"""Put live figures on the built pages: a place for each view, and the traits of each model as data.

Until a figure is alive, and where it never is, its place shows a still picture and the numbers.

A trait that a figure needs only later is a script of its own, which the host script loads when it
is asked for.

A page in Markdown, which runs no code, names a figure that can do with its defaults in a fence,
``{live} banks``, or makes it there, ``{live}`` with the call below it.
"""

import functools
import hashlib
import html
import importlib
import itertools
import json
import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from whichbank.figures import FIGURES
from whichbank.figures.kit.figure import Figure
from whichbank.misconceptions import ASKED, misconceptions
from whichbank_site.pages import language, minified, real_model
from whichbank_site.pages.cache import cached
from whichbank_site.pages.language import tr
from whichbank_site.pages.pictures import file_name

STATE = "application/vnd.jupyter.widget-state+json"
VIEW = "application/vnd.jupyter.widget-view+json"
BEFORE, AFTER = {"download": "loom"}, {"cover": "predict"}
"""Scripts that only pages with a certain figure have, before and after the one that mounts the
figures.
"""
ASKING = {"predict", "quiz"}
"""Figures with questions alone: the contents do not name them."""
_VIEW = re.compile(rf'<script type="{re.escape(VIEW)}">(.*?)</script>', re.DOTALL)
_LANDMARK = re.compile(
    r'<section[^>]* id="([^"]+)"|<div class="wb-live" id="(wb-figure-\d+)" data-model="([^"]+)"'
)
_log = logging.getLogger(__name__)


class Live(SphinxDirective):
    """A figure by the name of its module, as it starts without arguments, or by the call that makes
    it.
    """

    optional_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return a view, as a notebook's page has it, of a model with the module's name, or with the
        call as its name.
        """
        name = self.arguments[0] if self.arguments else "\n".join(self.content)
        view = html.escape(json.dumps({"model_id": name}), quote=False)
        return [nodes.raw("", f'<script type="{VIEW}">{view}</script>', format="html")]


def _made(call: str) -> Figure:
    """Make the figure that a page in Markdown asks for, with what a notebook would import for it."""
    known: dict[str, Any] = {kind.__name__: kind for kind in FIGURES.values()}
    for module in (
        "whichbank.corpora",
        "whichbank.experiments.writer",
        "whichbank.experiments.news",
        "whichbank.experiments.weaving",
    ):
        known |= vars(importlib.import_module(module))
    return eval(call, known)


def setup(app: Any) -> None:
    """Rewrite each page after myst-nb has added the widgets' state to it."""
    app.add_directive("live", Live)
    app.connect("html-page-context", _mount, priority=900)


def _mount(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    scripts = [
        script for script in context["script_files"] if script.attributes.get("type") == STATE
    ]
    context["script_files"][:] = [
        script for script in context["script_files"] if script not in scripts
    ]
    body = context.get("body", "")
    if not _VIEW.search(body):
        return
    state = json.loads(scripts[0].attributes["body"])["state"] if scripts else {}
    models: dict[str, dict[str, Any]] = {}
    used: dict[str, None] = {}
    names: dict[str, str] = {}
    places = itertools.count(1)

    def place(view: re.Match[str]) -> str:
        model = json.loads(html.unescape(view[1]))["model_id"]
        figure = (
            FIGURES[model]()
            if model in FIGURES
            else _made(model)
            if "(" in model
            else _revive(state.get(model, {}).get("state", {}), page)
        )
        if figure is None:
            return ""
        name = names.setdefault(model, f"figure-{len(names) + 1}")
        module = _room(figure)
        used[module] = None
        figure = _told(figure)
        traits = language.spoken.traits(figure) | real_model.traits(app, context, figure)
        if "engine" in traits:
            traits["engine"] = minified.script(traits["engine"])
        own = Path(page).name
        later = {
            trait: _later(app, context, f"{own}-{trait}", traits.pop(trait))
            for trait in figure.later
        }
        models[name] = {"module": module, "state": traits} | ({"later": later} if later else {})
        found = _behind(traits, own) if language.has(app, "book/misconceptions") else {}
        models[name] |= {"behind": found} if found else {}
        if module == "predict" and hasattr(app, "poll"):
            models[name]["poll"] = context["pathto"](f"_static/{app.poll}", 1)
        still, here = _static(app, context, figure), next(places)
        before = f'<a class="wb-next" href="#wb-figure-{here + 1}">{tr("Next figure")}</a>'
        before += f'<span id="{figure.anchor}"></span>' if figure.anchor else ""
        opening = f'{before}<div class="wb-live" id="wb-figure-{here}" data-model="{name}">'
        return f"{opening}{still}</div>"

    body = _VIEW.sub(place, body).replace(
        f'<a class="wb-next" href="#wb-figure-{next(places)}">{tr("Next figure")}</a>', ""
    )
    data = json.dumps(models, ensure_ascii=False, sort_keys=True).replace("</", "<\\/")
    context["body"] = f'{body}\n<script type="application/json" id="wb-models">{data}</script>'
    shown = {name for name, model in models.items() if model["module"] not in ASKING}
    context["toc"] = _with_jumps(context.get("toc", ""), body, shown)
    before, after = (
        [name for name, module in found.items() if module in used] for found in (BEFORE, AFTER)
    )
    for name in ["shared", *used, *before, "host", *after]:
        app.add_js_file(f"figures/{name}.js", defer="defer")
    app.add_css_file("figures/figures.css")


def _with_jumps(toc: str, body: str, shown: set[str]) -> str:
    """Add to the page's contents, first in the list below a section, a link to its first figure of
    these names.
    """
    section: str | None = None
    places: dict[str | None, str] = {}
    for found in _LANDMARK.finditer(body):
        if found[1]:
            section = "" if section is None else found[1]  # the page's own is its top
        elif found[3] in shown:
            places.setdefault(section, found[2])
    for section, figure in places.items():
        jump = f'<li><a class="reference internal" href="#{figure}">{tr("Jump to the figure")}</a></li>'
        entry = re.compile(
            rf'(href="#{re.escape(section or "")}">(?:(?!</a>).)*</a>)(\s*<ul>)?', re.DOTALL
        )
        if at := entry.search(toc):
            below = f"{at[1]}<ul>{jump}{'' if at[2] else '</ul>'}"
            toc = toc[: at.start()] + below + toc[at.end() :]
    return toc


def _revive(state: dict[str, Any], page: str) -> Figure | None:
    """Make the figure again from its saved traits; its program is today's, as the scripts of the
    page are.
    """
    module, _, name = state.get("_anywidget_id", "").rpartition(".")
    if not module.startswith("whichbank.figures."):
        _log.warning(
            "a widget without a module of ours cannot live on the static page", location=page
        )
        return None
    kind = getattr(importlib.import_module(module), name)
    own = set(kind.own_traits()) - {"engine"}
    return kind(**{key: value for key, value in state.items() if key in own})


def _room(figure: Figure) -> str:
    return type(figure).__module__.rpartition(".")[2]


def _told(figure: Figure) -> Figure:
    """Return a figure that has texts of its own with these in the language of the page."""
    if language.spoken.code == language.SOURCE or figure.told == Figure.told:
        return figure
    return type(figure)(**language.spoken.traits(figure))


def _behind(traits: dict[str, Any], page: str) -> dict[str, dict[str, str]]:
    """Return the misconceptions behind the wrong answers of a quiz or a prediction, by its id or key
    and the answer.
    """
    asked = {question["id"] for question in traits.get("questions", [])}
    asked |= {traits["prediction"]["key"]} if "prediction" in traits else set()
    found: dict[str, dict[str, str]] = {}
    for one, kind in itertools.product(misconceptions(), ASKED[1:3] if asked else ()):
        for id in asked:
            for answer in one.asked[kind].get(f"{page}/{id}", ()):
                found.setdefault(id, {})[answer] = one.id
    return found


def _later(app: Any, context: dict[str, Any], name: str, value: Any) -> str:
    """Write a trait as a script that puts it where the host script finds it; return its address,
    seen from the page.

    The file is named by what it holds, so that two figures with the same share one.
    """
    written = json.dumps(value)
    file = f"{name}-{hashlib.sha256(written.encode()).hexdigest()[:8]}.js"
    source = f"((globalThis.wb ??= {{}}).later ??= {{}})[{json.dumps(file)}] = {written};\n"
    Path(app.outdir, "_static", "figures", file).write_text(source, encoding="utf-8")
    return context["pathto"](f"_static/figures/{file}", 1)


def _static(app: Any, context: dict[str, Any], figure: Figure) -> str:
    """Return what is there until a script runs: a picture for each theme, and the numbers.

    All of it is kept for a figure in this state, as some train a model for it.
    """
    picture = functools.cache(figure.still)

    def made(what: str) -> bytes:
        if what == "table":
            return figure.fallback().encode()
        if (still := picture()) is None:
            return b""
        return still.alt.encode() if what == "alt" else still.png(what)

    model = [type(figure).__module__, type(figure).__name__, figure.state()]
    keys = {
        what: json.dumps([*model, what], sort_keys=True)
        for what in ("alt", "light", "dark", "table")
    }
    found = {what: cached(app, key, functools.partial(made, what)) for what, key in keys.items()}
    tags = []
    for theme in ("light", "dark"):
        if png := found[theme]:
            name = file_name(png)
            folder = Path(app.outdir) / "_images"
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(png)
            source, alt = (
                context["pathto"](f"_images/{name}", 1),
                html.escape(found["alt"].decode(), quote=True),
            )
            tags.append(f'<img class="only-{theme}" src="{source}" alt="{alt}" loading="lazy" />')
    shown = "".join(tags) + found["table"].decode()
    if language.spoken.code != language.SOURCE and _room(figure) not in ASKING:
        # what Python draws and tells of a figure is in English
        shown = re.sub(r"<(img|table) ", rf'<\1 lang="{language.SOURCE}" ', shown)
    return shown
