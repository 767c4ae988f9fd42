"""What the tests of the instructor's tools share: one class with a released assignment, copied for
each test.
"""

import pytest
from classes import copy_class, make_class
from handing_in import handed_out
from whichbank_teach.classroom import release


@pytest.fixture(scope="session")
def class_template(tmp_path_factory):
    """A class with two listed students and the assignment ps1. It is slow to make: tests take a
    copy.
    """
    return make_class(tmp_path_factory.mktemp("template") / "class")


@pytest.fixture
def room(class_template, tmp_path):
    """A class of a test's own."""
    return copy_class(class_template, tmp_path / "class")


@pytest.fixture
def given(room):
    """The notebook that the students of the class start from."""
    return handed_out(room)


@pytest.fixture
def unregistered(monkeypatch):
    """Leave nbgrader out, which takes seconds."""
    monkeypatch.setattr(release, "register", lambda room, name: None)


@pytest.fixture
def inbox(tmp_path):
    """An empty folder for what students hand in."""
    (tmp_path / "inbox").mkdir()
    return tmp_path / "inbox"


@pytest.fixture
def spool(tmp_path):
    """An empty folder for what comes out of zips."""
    (tmp_path / "spool").mkdir()
    return tmp_path / "spool"
