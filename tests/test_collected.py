"""One test of many cases fails as many would, and says which."""

pytest_plugins = "pytester"

CASES = """
import pytest
from collected import for_each

@pytest.fixture
def two():
    return 2

@for_each("a", [1, 2])
@for_each("b, c", [(0, "x"), (1, "y"), (2, "z")])
def test_sum(two, a, b, c):
    assert a + b != two

@for_each("a", range(5), parts=2)
def test_parts(a):
    assert a != 3
"""


def test_each_case_that_fails_is_named_and_no_other(pytester):
    pytester.makepyfile(CASES)
    printed = pytester.runpytest_inprocess("-p", "no:xdist").outlines
    name = f"{pytester.path.name[:-1]}.py"
    assert [line.split(" - ")[0] for line in printed if line.startswith("SUBFAILED")] == [
        f"SUBFAILED[1: 1 1 y] {name}::test_sum",
        f"SUBFAILED[3: 2 0 x] {name}::test_sum",
        f"SUBFAILED[3: 3] {name}::test_parts[1]",
    ]
