"""Formulas as MathML, made from their TeX when the site is built: a page needs no script to show
them.

KaTeX, out of the package sphinxcontrib-katex, does the translation; it runs in V8, out of the
package mini-racer.
"""

import atexit
import json
import re
from functools import cache
from importlib.metadata import files
from typing import Any

from docutils import nodes
from py_mini_racer import JSEvalException, MiniRacer
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

from whichbank_site.pages.spacing import mend

_CLUTTER = re.compile(
    r'^<span class="katex">|</span>$| xmlns="[^"]*"| separator="true"|</?semantics>|<annotation '
    r".*</annotation>",
    re.DOTALL,
)
_MARK = re.compile("(?<=</math>)</span>([,.:;?!)]+)")
_log = logging.getLogger(__name__)


@cache
def to_mathml(tex: str, *, display: bool) -> str:
    r"""Translate a formula in TeX into a ``<math>`` element.

    Raises
    ------
    ValueError
        If KaTeX does not know a command, or the formula is not whole; the message says where.

    Examples
    --------
    >>> to_mathml("e_1 + 2", display=False)
    '<math><msub><mi>e</mi><mn>1</mn></msub><mo form="infix">+</mo><mn>2</mn></math>'
    """
    options = {"output": "mathml", "displayMode": display, "strict": "error", "throwOnError": True}
    try:
        made = _engine().eval(f"katex.renderToString({json.dumps(tex)}, {json.dumps(options)})")
    except JSEvalException as error:
        reason = str(error).partition("\n")[0].rpartition("KaTeX parse error: ")[2]
        raise ValueError(f"{reason} (in the formula {tex!r})") from None
    return mend(_CLUTTER.sub("", str(made)))


@cache
def _engine() -> MiniRacer:
    script = next(
        file for file in files("sphinxcontrib-katex") or () if file.name == "katex.min.js"
    )
    engine = MiniRacer()
    # left to the end of Python itself, V8 may wait forever for a thread that is gone
    atexit.register(engine.close)
    engine.eval("var self = this;" + script.read_text(encoding="utf-8"))
    return engine


def setup(app: Any) -> None:
    """Offer the renderer, which ``_config.yml`` chooses."""
    app.add_html_math_renderer(
        "mathml", inline_renderers=(_inline, None), block_renderers=(_block, None)
    )
    app.connect("html-page-context", _join)


def _join(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    if "body" in context:
        context["body"] = joined(context["body"])


def joined(page: str) -> str:
    """Put the mark that follows a formula on a page into the same span, which no line divides.

    >>> joined("<span><math><mi>x</mi></math></span>, y")
    '<span><math><mi>x</mi></math>,</span> y'
    """
    return _MARK.sub(r"\1</span>", page)


def _inline(self: Any, node: nodes.math) -> None:
    self.body.append(f'<span translate="no">{_checked(node, display=False)}</span>')
    raise nodes.SkipNode


def _block(self: Any, node: nodes.math_block) -> None:
    self.body.append(self.starttag(node, "div", CLASS="formula", translate="no"))
    self.body.append(_checked(node, display=True))
    if node.get("number"):
        self.body.append(f'<span class="eqno">({get_node_equation_number(self, node)})')
        self.add_permalink_ref(node, "Link to this equation")
        self.body.append("</span>")
    self.body.append("</div>\n")
    raise nodes.SkipNode


def _checked(node: nodes.Element, *, display: bool) -> str:
    tex = node.astext()
    try:
        return to_mathml(tex, display=display)
    except ValueError as error:
        _log.warning("%s", error, location=node)
        return ""
