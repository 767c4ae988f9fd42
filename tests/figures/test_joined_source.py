"""A figure's module and the shared ones it imports can stand in one file, as a notebook's front end needs them."""

import re
from collections import Counter

import pytest

from whichbank.figures.base import HERE, joined_source

NAMES = re.compile(r"^(?:export )?(?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)
MODULES = sorted(file.stem for file in HERE.glob("*.js") if file.with_suffix(".py").exists())


@pytest.mark.parametrize("name", MODULES)
def test_no_name_stands_twice_in_a_joined_module(name):
    twice = [found for found, count in Counter(NAMES.findall(joined_source(name))).items() if count > 1]
    assert twice == [], "a notebook refuses the module; on the site it would go unseen"


@pytest.mark.parametrize("name", MODULES)
def test_a_joined_module_imports_nothing(name):
    assert not re.search(r"^(import|export) (?!default|function|const|class)", joined_source(name), re.MULTILINE)
    assert joined_source(name).count("export default") == 1
