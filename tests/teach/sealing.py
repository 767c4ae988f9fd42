"""Where there is no bubblewrap, tests of the box are skipped by name; where it must be there (CI), they fail."""

import os

import pytest
from whichbank_teach.box import sealed

needs_box = pytest.mark.skipif(
    not os.environ.get("CI") and sealed.missing() is not None, reason=f"no sealed box here: {sealed.missing()}"
)
