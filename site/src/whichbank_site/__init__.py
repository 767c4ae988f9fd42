"""A Sphinx extension: live figures, pictures and launch buttons on the built site.

It is listed in ``_config.yml``. Chapters do not import it.
"""

import logging
from typing import Any


def setup(app: Any) -> dict[str, Any]:
    """Connect the parts to Sphinx."""
    from whichbank_site import (
        address,
        assets,
        beside,
        citations,
        downloads,
        exercises,
        first_paint,
        formulas,
        head,
        highlighting,
        launch,
        live,
        paper,
        pictures,
        progress,
        scripts,
        status,
        styles,
    )

    logging.getLogger("fontTools").setLevel(logging.WARNING)  # not a line for each table of a font that it cuts
    # Jupyter Book sets this option whether or not the comments extension, which the course does not use, is there.
    app.add_config_value("comments_config", {}, "")
    address.setup(app)
    beside.setup(app)
    citations.setup(app)
    downloads.setup(app)
    launch.setup(app)
    exercises.setup(app)
    first_paint.setup(app)
    formulas.setup(app)
    head.setup(app)
    highlighting.setup(app)
    live.setup(app)
    paper.setup(app)
    pictures.setup(app)
    progress.setup(app)
    scripts.setup(app)
    status.setup(app)
    styles.setup(app)
    assets.setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
