"""What the head of each page says to search engines and to those who share it: description, card,
minutes.
"""

import functools
import html
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.addnodes import glossary

from whichbank_site.pages.cache import cached
from whichbank_site.pages.card import SIZE, SUBTITLE, card
from whichbank_site.pages.describe import description, minutes
from whichbank_site.pages.language import tr, trn


def made() -> dict[str, str]:
    """Return what is said of the pages that Sphinx makes itself, out of no text."""
    return {
        "search": tr(
            "Search the course: every chapter, the exercises, the glossary and the notation, in your browser alone."
        ),
        "genindex": tr(
            "Every term of the glossary in alphabetical order, each with the place that explains it."
        ),
        "404": tr(
            "There is no page at this address. The contents and the search lead to every page of the course."
        ),
    }


def setup(app: Any) -> None:
    """Hand the template what the tags say."""
    app.connect("html-page-context", _describe)


def _describe(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    text = made().get(page) or (description(doctree) if doctree else "")
    title = html.unescape(context.get("title", ""))
    if title == app.config.html_title:  # the first page's title is the course's own
        context["docstitle"] = SUBTITLE
    context["described"] = {"description": text} if text else {}
    # of a page without a name: what the search says of the others
    told = app.env.metadata.setdefault("", {})
    told[page] = text
    if page == "search":
        context["told"] = {name: text for name, text in told.items() if name in app.env.found_docs}
    context["graph"] = {}
    if doctree:
        count, said = minutes(doctree)
        context["graph"] = _graph(app, page, title, text)
        context["described"] |= {"twitter:card": "summary_large_image"}
        context["described"] |= {"twitter:label1": tr("Minutes to read"), "twitter:data1": count}
        if not said and not any(doctree.findall(_looked_up)):
            told = trn(count, {"one": "{n} minute to read", "other": "{n} minutes to read"})
            line = f'<p class="wb-minutes">{told}</p>'
            context["body"] = context["body"].replace("</h1>", f"</h1>\n{line}", 1)


def _looked_up(node: nodes.Node) -> bool:
    """Whether a node belongs to what nobody reads from its beginning to its end."""
    thoughts = isinstance(node, nodes.raw) and "wb-asking" in node.astext()
    return thoughts or isinstance(node, glossary | nodes.citation)


def titled(title: str, text: str) -> str:
    """Return a title and the text below it in one line.

    >>> titled("Which Bank?", "A course."), titled("Mix vectors", "A page.")
    ('Which Bank? A course.', 'Mix vectors. A page.')
    """
    return f"{title}{'' if title.endswith(('?', '!')) else '.'} {text}"


def _graph(app: Any, page: str, title: str, text: str) -> dict[str, str]:
    graph = {
        "type": "article",
        "title": title,
        "description": text,
        "site_name": app.config.html_title,
    }
    found = app.config.html_baseurl
    if not found:  # a card without an address would lead nowhere
        return graph
    name = f"_images/card-{Path(page).name}.png"
    file = Path(app.outdir) / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(cached(app, f"card\n{title}\n{text}", functools.partial(card, title, text)))
    return graph | {
        "url": f"{found}{page}.html",
        "image": found + name,
        "image:width": str(SIZE[0]),
        "image:height": str(SIZE[1]),
        "image:alt": titled(title, text),
    }
