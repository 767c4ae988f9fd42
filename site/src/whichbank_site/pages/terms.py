"""Below each term of the glossary, a link to the chapter that needs it first."""

from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.addnodes import glossary, pending_xref

from whichbank_site.pages.chapters import title


def setup(app: Any) -> None:
    """Note which terms each page needs, and tell the glossary when all pages are read."""
    app.connect("env-before-read-docs", _begin)
    app.connect("doctree-read", _note)
    app.connect("env-purge-doc", lambda app, env, page: _needed(env).pop(page, None))
    app.connect("env-merge-info", _merge)
    app.connect("env-updated", lambda app, env: [p for p in env.found_docs if _is_glossary(p)])
    app.connect("doctree-resolved", _link)


def _needed(env: Any) -> dict[str, set[str]]:
    if not hasattr(env, "whichbank_terms"):
        env.whichbank_terms = {}
    return env.whichbank_terms


def _names(env: Any, page: str) -> set[str]:
    return {f"term-{nodes.make_id(one)}" for one in _needed(env).get(page, ())}


def _begin(app: Any, env: Any, pages: list[str]) -> None:
    _needed(env)


def _merge(app: Any, env: Any, pages: list[str], other: Any) -> None:
    _needed(env).update({page: found for page, found in _needed(other).items() if page in pages})


def _is_glossary(page: str) -> bool:
    return page.rpartition("/")[2] == "glossary"


def _note(app: Any, doctree: nodes.document) -> None:
    found = {
        one["reftarget"].lower()
        for one in doctree.findall(pending_xref)
        if one["reftype"] == "term"
    }
    _needed(app.env)[app.env.docname] = found


def _link(app: Any, doctree: nodes.document, page: str) -> None:
    if not _is_glossary(page):
        return
    for entry in (
        item
        for one in doctree.findall(glossary)
        for item in one.findall(nodes.definition_list_item)
    ):
        # in any language a term has the name of its English form
        names = {id.lower() for one in entry.findall(nodes.term) for id in one["ids"]}
        chapters = ((name, f"book/{name}") for name in app.config.chapters)
        first = next((one for one in chapters if names & _names(app.env, one[1])), None)
        if first:
            name, there = first
            said = f"{app.config.chapters[name]} · {title(Path(app.srcdir, f'{there}.ipynb'))}"
            link = nodes.reference("", said, refuri=app.builder.get_relative_uri(page, there))
            next(entry.findall(nodes.definition)).append(
                nodes.paragraph("", "", link, classes=["wb-origin"])
            )
