"""What stands beside the book changes nothing that Sphinx compares, and what stands in it does."""

from types import SimpleNamespace

import pytest
from whichbank_site.pages import excluded


def patterns(root, *found: str) -> list[str]:
    """Return what is left out after these have been found, which the table of contents does not
    name.
    """
    handlers = {}
    app = SimpleNamespace(
        srcdir=str(root), connect=lambda event, handler, priority: handlers.update({event: handler})
    )
    excluded.setup(app)
    config = SimpleNamespace(exclude_patterns=["**.ipynb_checkpoints", "_build", *found])
    handlers["config-inited"](app, config)
    return config.exclude_patterns


@pytest.fixture
def root(tmp_path):
    for name in ("README.md", "bench/README.md", "book/draft.md", "book/notes.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    return tmp_path


def test_a_file_beside_the_book_is_not_named(root):
    assert (
        patterns(root, "README.md", "bench/README.md")
        == patterns(root)
        == ["**.ipynb_checkpoints", "_build"]
    )


def test_a_page_that_the_contents_do_not_name_is_left_out_in_any_order(root):
    drafts = ("book/notes.md", "book/draft.md")
    assert patterns(root, *drafts) == patterns(root, *reversed(drafts))
    assert set(drafts) < set(patterns(root, *drafts))
