"""What every chapter's notebook has in common. That it runs and prints what it stores is nbval's to
check.
"""

import ast
import copy
import re
import statistics
from functools import cache
from pathlib import Path

import nbformat
from collected import for_each

from tools import notebooks as tool

ROOT = Path(__file__).parents[2]
CHAPTERS = tool.notebooks()
HEADINGS = (
    "What you will be able to do",
    "What you need",
    "Check yourself",
    "Exercises",
    "Further reading",
)


each_chapter = for_each("chapter", CHAPTERS)


@cache
def read(chapter):
    return nbformat.read(chapter, as_version=4)


def code(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def prose(notebook):
    return "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


def test_there_are_chapters_and_the_contents_list_them_all():
    assert sorted(CHAPTERS) == sorted((ROOT / "book").glob("*.ipynb"))
    assert len(CHAPTERS) >= 3


@each_chapter
def test_a_link_in_a_sentence_says_more_than_a_chapters_name(chapter):
    """On the site that name is the chapter's number: *in a 12*."""
    names = "|".join(path.stem for path in CHAPTERS)
    text = " ".join(prose(read(chapter)).split())
    assert re.findall(rf"(?<!chapter )(?<!side road )\[({names})\]\(\1\.ipynb", text) == []


@each_chapter
def test_is_stored_normalized_and_synced(chapter):
    """`make notebooks` would change nothing but what cells print."""
    notebook = read(chapter)
    stored = chapter.read_text(encoding="utf-8")
    again = copy.deepcopy(notebook)
    tool.sync(again)
    tool.normalize(again)
    assert tool.text(again) == stored, "run `make notebooks`"


@each_chapter
def test_opens_with_the_setup_cell_and_one_import_cell(chapter):
    notebook = read(chapter)
    setup, imports = code(notebook)[:2]
    assert (setup.id, imports.id) == ("setup", "imports")
    assert setup.source == tool.SETUP
    later = [
        line
        for cell in code(notebook)[2:]
        for line in cell.source.splitlines()
        if re.match(r"(import|from) ", line)
    ]
    assert later == []


@each_chapter
def test_imports_few_names_from_few_modules_and_experiments_whole(chapter):
    notebook = read(chapter)
    found = []  # (module, name)
    for node in ast.walk(ast.parse(code(notebook)[1].source)):
        if isinstance(node, ast.ImportFrom):
            found += [(node.module, name.name) for name in node.names]
        elif isinstance(node, ast.Import):
            found += [(name.name, name.name) for name in node.names]
    ours = [(module, name) for module, name in found if module.split(".")[0] == "whichbank"]
    assert 0 < len(ours) <= 15
    assert len({module for module, _ in ours}) <= 7
    assert not [module for module, _ in ours if module.startswith("whichbank.experiments.")]


@each_chapter
def test_cells_are_short_and_their_ids_tell_what_they_are(chapter):
    notebook = read(chapter)
    lengths = [len(cell.source.splitlines()) for cell in code(notebook) if cell.id != "setup"]
    assert max(lengths) <= 25
    assert statistics.median(lengths) <= 6
    assert len({cell.id for cell in notebook.cells}) == len(notebook.cells)
    assert [
        cell.id for cell in notebook.cells if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", cell.id)
    ] == []


@each_chapter
def test_no_cell_opts_out_of_the_comparison(chapter):
    notebook = read(chapter)
    assert not any(
        "nbval" in tag.lower() for cell in notebook.cells for tag in cell.metadata.get("tags", [])
    )
    assert not any("NBVAL" in cell.source for cell in code(notebook))


@each_chapter
def test_prints_no_address_time_or_path(chapter):
    notebook = read(chapter)
    texts = [
        str(text)
        for cell in code(notebook)
        for output in cell.outputs
        for text in (output.get("text", ""), *output.get("data", {}).values())
    ]
    bad = re.compile(r"0x[0-9a-f]{6,}|/home/|/root/|/tmp/|site-packages|\b\d+(\.\d+)? ?(ms|µs) ")
    assert [text for text in texts if bad.search(text)] == []


@each_chapter
@for_each("heading", HEADINGS)
def test_has_the_sections_of_a_chapter(chapter, heading):
    assert re.search(
        rf"^#+ .*{heading}|^(<summary><strong>|\*\*){heading}",
        prose(read(chapter)),
        re.MULTILINE | re.IGNORECASE,
    )


@each_chapter
def test_has_a_live_figure_a_quiz_and_two_exercises(chapter):
    notebook = read(chapter)
    source = "\n".join(cell.source for cell in code(notebook))
    assert re.search(r"from whichbank\.figures import", source)
    assert f'Quiz.of("{chapter.stem}")' in source
    statements = [cell for cell in notebook.cells if re.fullmatch(r"exercise-[a-z]+-\d", cell.id)]
    assert len(statements) >= 2
    assert source.count("check(") >= 1


@each_chapter
def test_stubs_say_not_attempted(chapter):
    notebook = read(chapter)
    for cell in code(notebook):
        if cell.id.endswith("-stub"):
            said = "".join(
                output.get("text", "") + output.get("data", {}).get("text/plain", "")
                for output in cell.outputs
            )
            assert "not attempted yet" in said, cell.id
