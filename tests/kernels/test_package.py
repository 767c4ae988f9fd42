"""The front door: light to import, one meaning a name, and arrows that run one way."""

import ast
import importlib
import importlib.metadata
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest
from collected import for_each

import whichbank

SOURCE = Path(whichbank.__file__).parent
WINGS = (
    *("corpora", "experiments", "plots", "exercises", "yours"),
    *("figures", "quizzes", "predictions", "misconceptions", "before_after"),
)
OUTSIDE = {"sphinx", "docutils", "myst_nb", "whichbank_site", "whichbank_teach", "tools"}
OUTSIDE |= {"whichbank_authoring"}
FILES = {path.relative_to(SOURCE).with_suffix("").as_posix(): path for path in SOURCE.rglob("*.py")}
KERNELS = {name for name in FILES if name.split("/")[0] not in WINGS}

CODE = """
import sys, time
start = time.process_time()  # whatever else the machine computes
{line}
seconds = time.process_time() - start
heavy = [name for name in ("torch", "gensim", "matplotlib", "scipy", "ipywidgets") if name in sys.modules]
assert not heavy, f"{line} imports {{heavy}}"
print(seconds)
"""


def import_alone(line: str) -> float:
    done = subprocess.run(
        [sys.executable, "-c", CODE.format(line=line)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return float(done.stdout)


def tree(name: str) -> ast.Module:
    return ast.parse(FILES[name].read_text(encoding="utf-8"))


def imported(name: str) -> set[str]:
    """List the modules that a file imports anywhere in it, with the names taken from them,
    dotted.
    """
    found = set()
    # what one dot means there; one part less for a module
    package = ["whichbank", *name.split("/")]
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = ".".join(package[: -node.level]) + "." if node.level else ""
            module = f"{above}{node.module}" if node.module else above.rstrip(".")
            found |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
    return found


# Light


@pytest.mark.parametrize(
    "line",
    [
        "import whichbank",
        "from whichbank import attend, softmax, causal_mask, tokenize, train_bpe, rotary, "
        "sample, attend_streaming",
        "import whichbank.text",
        "import whichbank.corpora",
        "from whichbank.yours import letters, train; next(iter(letters().write('The', 1)))",
    ],
)
def test_import_is_light(line):
    import_alone(line)


@pytest.mark.timed
@pytest.mark.parametrize(
    "line", ["import whichbank", "from whichbank import attend", "import whichbank.attention"]
)
def test_import_is_quick(line):
    best = min(import_alone(line) for _ in range(3))  # the first may write bytecode
    assert best < 0.3


# The front door


def test_version_is_the_distributions():
    assert whichbank.__version__ == importlib.metadata.version("whichbank")


@for_each("name", whichbank.__all__)
def test_a_name_at_the_front_door_is_no_module_and_its_own_in_its_module(name):
    assert not {name, f"{name}/__init__"} & set(FILES)
    found = getattr(whichbank, name)
    assert getattr(importlib.import_module(found.__module__), name) is found
    assert found.__doc__


def test_the_stub_lists_what_it_hands_out():
    stub = ast.parse((SOURCE / "__init__.pyi").read_text(encoding="utf-8"))
    names = [
        alias.name for node in stub.body if isinstance(node, ast.ImportFrom) for alias in node.names
    ]
    (listed,) = [ast.literal_eval(node.value) for node in stub.body if isinstance(node, ast.Assign)]
    assert sorted(names) == sorted(listed) == sorted(whichbank.__all__)


def test_the_front_page_lists_every_module_of_the_front_hall():
    modules = {
        name.removesuffix("/__init__")
        for name in KERNELS
        if name.count("/") == name.endswith("/__init__")
    }
    modules = {name for name in modules if not name.startswith("_")}
    assert {"attention", "streaming", "transformer", "word2vec"} <= modules
    assert [
        name for name in [*sorted(modules), *WINGS] if f"``{name}" not in whichbank.__doc__
    ] == []


# One meaning a name


def public(name: str) -> set[str]:
    """List the functions and classes that a module makes; its constants too, where it is of the
    front hall.
    """
    found = set()
    for node in tree(name).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and (
            name in KERNELS or name.startswith("corpora/")
        ):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return {one for one in found if not one.startswith("_")}


def test_no_two_modules_give_one_name_two_meanings():
    """An experiment is imported as a module, ``peeking.train()``: its names are its own, as are those
    of the exercises' functions in ``yours.course``.
    """
    made_in = defaultdict(list)
    for name in FILES:
        if not name.startswith(("experiments/", "yours/course")):
            for one in public(name):
                made_in[one].append(name)
    assert made_in["attend"] == ["attention"]
    assert {one: names for one, names in made_in.items() if len(names) > 1} == {}


# Arrows


def wing(dotted: str) -> str:
    """Name the wing of a module of the package, "" for the kernels."""
    return next((part for part in dotted.split(".")[1:2] if part in WINGS), "")


def test_arrows_run_one_way():
    """A kernel imports no wing, and a wing none that comes after it in the list."""
    line = ["", *WINGS]
    wrong = {
        (name, one)
        for name in FILES
        for one in imported(name)
        if one.split(".")[0] in OUTSIDE
        or (
            one.startswith("whichbank.")
            and line.index(wing(one)) > line.index(wing(f"whichbank.{name.replace('/', '.')}"))
        )
    }
    assert wrong == set()


HOUSE = Path(__file__).parents[2]
# What a wing may not import: the product reads no test, writing a chapter needs no grader, and what
# two tests share is in a file of its own.
APART = {
    "site/src": {"whichbank_teach", "whichbank_authoring", "tools", "tests"},
    "authoring/src": {"whichbank_teach", "whichbank_site", "tools", "tests"},
    "teach/src": {"whichbank_site", "tools", "tests"},
    "tools": {"whichbank_teach", "tests"},
    "launches": {"whichbank_teach", "tests"},
    "tests": {r"(?:\w+\.)*test_\w+"},
    "teach/tests": {r"(?:\w+\.)*test_\w+"},
}


@pytest.mark.parametrize("wing", APART)
def test_a_wing_knows_only_what_it_may(wing):
    named = re.compile(rf"^ *(?:from|import) ({'|'.join(APART[wing])})\b", re.MULTILINE)
    files = sorted((HOUSE / wing).rglob("*.py"))
    assert len(files) > 5
    assert {
        (path.name, found)
        for path in files
        for found in named.findall(path.read_text(encoding="utf-8"))
    } == set()


def test_the_package_names_neither_the_site_nor_the_class_nor_the_tools():
    """Nor a theme's colors, which only a page has."""
    outside = re.compile(
        r"whichbank_(?:site|teach|authoring)|globalThis\.wb|--color-|--pst-|\btools/"
    )
    told = {
        (path.relative_to(SOURCE).as_posix(), found)
        for path in SOURCE.rglob("*.*")
        if path.suffix in (".py", ".js", ".css")
        for found in outside.findall(path.read_text(encoding="utf-8"))
    }
    assert told == set()


@pytest.mark.parametrize(
    "name",
    ["exercises/checking", "figures/loom/__init__", "experiments/peeking", "word2vec/pairs"],
)
def test_arrows_are_seen(name):
    assert any(one.startswith("whichbank.") for one in imported(name))


@pytest.mark.parametrize(
    "module", ["array_api_compat.is_torch_array", "array_api_compat.is_numpy_array"]
)
def test_one_module_asks_which_library_an_array_comes_from(module):
    assert {name for name in FILES if module in imported(name)} <= {"_torch"}
