"""The cells with the tag "run" are those that run without the libraries that a page lacks, and
print what is stored.
"""

import io
import json
import os
import subprocess
import sys
import zipfile

import pytest
from runnable import chapter, expected, running, runs, stored
from whichbank_site.practice import coding

from tools.notebooks import notebooks

CHAPTERS = [path.stem for path in notebooks()]
LIGHT = {"numpy", "array_api_compat", "lazy_loader", "whichbank", "in_page"}
# Runs each chapter's cells in the course's files for the page, where no other library can be
# imported. What has no tag is tried in a copy of the process, which forgets what it has done.
RUN = """
import json, os, sys
sys.path.insert(0, sys.argv[1])
chapters, light = json.load(sys.stdin)

class OnlyLight:
    def find_spec(self, name, *_):
        first = name.partition(".")[0]  # the machine's own module has the machine's name
        if first not in {*light, *sys.stdlib_module_names} and "_sysconfigdata" not in first:
            raise ModuleNotFoundError(f"No module named {first!r}", name=first)

sys.meta_path.insert(0, OnlyLight())
import whichbank
from in_page import Chapter
assert whichbank.__file__.startswith(sys.argv[1])
for name, (imports, cells) in chapters.items():
    chapter, above = Chapter(), []
    for at, source, tagged in cells:
        if not tagged and os.fork():
            os.wait()
            continue
        said = []
        result = chapter.run(imports, [*above, source], said.append, lambda at: None)
        if tagged or not result["error"]:
            told = "".join(said) + (result.get("picture") or result["error"])
            print(json.dumps([name, at, told]), flush=True)
        if not tagged:
            os._exit(0)
        above.append(source)
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """What each cell of each chapter tells where there are only the light libraries."""
    folder = tmp_path_factory.mktemp("course")
    wheel = io.BytesIO()
    zipfile.ZipFile(wheel, "w").close()  # NumPy is this machine's
    zipfile.ZipFile(io.BytesIO(coding.course(wheel.getvalue()))).extractall(folder)
    asked = {}
    for name, (imports, cells) in zip(CHAPTERS, map(chapter, CHAPTERS), strict=True):
        shown = [cell for cell in cells if runs(cell) or stored(cell)]
        asked[name] = imports, [(cell["id"], cell["source"], runs(cell)) for cell in shown]
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(folder)],
        input=json.dumps([asked, list(LIGHT)]),
        capture_output=True,
        text=True,
        check=True,
    )
    told = {name: {} for name in CHAPTERS}
    for name, at, text in map(json.loads, done.stdout.splitlines()):
        told[name][at] = text
    return told


@pytest.mark.skipif(not hasattr(os, "fork"), reason="tries cells in copies of a process")
@pytest.mark.parametrize("name", CHAPTERS)
def test_the_cells_that_tell_what_is_stored_have_the_tag(name, told):
    cells = {cell["id"]: cell for cell in chapter(name)[1]}
    tagged = [at for at, cell in cells.items() if runs(cell)]
    assert {at: expected(cells[at], told[name][at]) for at in tagged} == {
        at: stored(cells[at]) for at in tagged
    }
    untagged = told[name].keys() - set(tagged)
    assert [at for at in untagged if expected(cells[at], told[name][at]) == stored(cells[at])] == []


def test_a_good_part_of_the_cells_runs(measured):
    counts = [(len(running(name)[1]), len(chapter(name)[1])) for name in CHAPTERS]
    for name, (some, every) in zip(CHAPTERS, counts, strict=True):
        measured(f"cells that run on the page of {name}: {some} of {every}")
    some, every = map(sum, zip(*counts, strict=True))
    assert some > every / 4
