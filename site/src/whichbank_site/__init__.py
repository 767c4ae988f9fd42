"""A Sphinx extension: live figures, pictures and launch buttons on the built site.

It is listed in ``_config.yml``. Chapters do not import it.
"""

import logging
import sys
from importlib import import_module
from typing import Any

PARTS = (
    "pages.language",
    "pages.address",
    "pages.chapters",
    "pages.terms",
    "pages.citations",
    "pages.guess_first",
    "pages.launch",
    "pages.folding",
    "pages.formulas",
    "pages.head",
    "again.page",
    "poll.page",
    "progress.course",
    "before_after.page",
    "practice.by_hand",
    "pages.real_model",
    "pages.live",
    "pages.pictures",
    "practice.coding",
    "yours.page",
    "pages.coloring",
    "pages.templates",
    "pages.assets",
    "pages.serif",
)


def setup(app: Any) -> dict[str, Any]:
    """Connect the parts to Sphinx."""
    # not a line for each table of a font that it cuts
    logging.getLogger("fontTools").setLevel(logging.WARNING)
    # Jupyter Book sets this option whether or not the comments extension, which the course does not
    # use, is there.
    app.add_config_value("comments_config", {}, "")
    if not {"linkcheck", "gettext"} & set(sys.argv):  # furo refuses builders that write no pages
        app.setup_extension("furo")  # now, so that its own options may be set
    for part in PARTS:
        import_module(f"{__name__}.{part}").setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
