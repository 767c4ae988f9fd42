"""A class's folder: settings, secret, students, and names that are safe as paths."""

import os
import shutil
import subprocess
from types import SimpleNamespace

import pytest
from collected import for_each
from handing_in import classroom
from hypothesis import given
from hypothesis import strategies as st
from whichbank_teach.classroom import folder as classroom_module
from whichbank_teach.classroom.folder import SECRET, SETTINGS, Classroom, ClassroomError, Settings
from whichbank_teach.classroom.students import (
    Roster,
    Student,
    key,
    printable,
    safe,
    shortened,
    unsafe,
)


@pytest.fixture
def room(tmp_path):
    return Classroom.create(tmp_path / "a class")


# The folder


def test_a_new_class_has_its_files_and_defaults(tmp_path, monkeypatch):
    monkeypatch.setattr(classroom_module, "installed_from", lambda: ("", "main"))
    room = Classroom.create(tmp_path / "class")
    assert {path.name for path in room.root.iterdir()} == {
        SETTINGS,
        SECRET,
        "nbgrader_config.py",
        ".gitignore",
    }
    assert room.settings == Settings()
    assert room.assignments() == room.students("ps1") == []
    assert not room.roster()
    compile(
        (room.root / "nbgrader_config.py").read_text(encoding="utf-8"), "nbgrader_config.py", "exec"
    )


def test_creating_again_changes_nothing(room):
    (room.root / SETTINGS).write_text(
        '[release]\nhub = "https://hub.example.org"\n', encoding="utf-8"
    )
    before = {path.name: path.read_bytes() for path in room.root.iterdir()}
    again = Classroom.create(room.root)
    assert {path.name: path.read_bytes() for path in room.root.iterdir()} == before
    assert again.settings.hub == "https://hub.example.org"


def test_a_class_is_found_from_inside_it(room, tmp_path, monkeypatch):
    inside = room.root / "submitted" / "student01"
    inside.mkdir(parents=True)
    assert Classroom.find(inside).root == room.root
    monkeypatch.chdir(inside)
    assert Classroom.find().root == room.root
    with pytest.raises(ClassroomError, match=r"is not a class's folder.*quickstart"):
        Classroom.find(tmp_path)


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_git_would_publish_the_students_notebooks_alone(room):
    for name in (
        "roster.csv",
        "gradebook.db",
        "submitted/a/ps1/ps1.ipynb",
        "release/ps1/ps1.ipynb",
        "source/x.ipynb",
    ):
        (room.root / name).parent.mkdir(parents=True, exist_ok=True)
        (room.root / name).write_text("x", encoding="utf-8")
    git = ["git", "-C", str(room.root)]
    subprocess.run([*git, "init", "-q"], check=True)
    shown = subprocess.run(
        [*git, "ls-files", "-o", "--exclude-standard"], check=True, capture_output=True, text=True
    )
    assert shown.stdout.split() == [".gitignore", "release/ps1/ps1.ipynb"]


# Settings


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[release]\nrepo = 'a/b'",
            r"\[release\] has no setting 'repo'; it has repository, "
            r"branch, folder, hub",
        ),
        ("[release]\nhub = 5", "hub in .release. must be a text"),
        ("[collect]\nmax_file_mb = '50'", "must be a whole number"),
        ("[collect]\nmax_file_mb = true", "must be a whole number"),
        ("[collect]\nmax_file_mb = 0", "must be at least 1"),
        ("collect = 5", "collect must be a table"),
        ("[collect\n", "whichbank_teach.toml: "),
        ("[course]\nrepository = 'caf\udce9'", "whichbank_teach.toml: "),
    ],
)
def test_wrong_settings_are_told(room, text, message):
    (room.root / SETTINGS).write_text(text, encoding="utf-8", errors="surrogateescape")
    with pytest.raises(ClassroomError, match=message):
        _ = room.settings


def test_settings_saved_by_a_windows_editor_are_read(room):
    (room.root / SETTINGS).write_bytes(
        b'\xef\xbb\xbf[course]\r\nrepository = " ada/course "\r\n[box]\r\ncpu = 5\r\n'
    )
    assert room.settings.course == "ada/course"
    assert room.table("box") == {"cpu": 5}
    assert room.table("elsewhere") == {}


@pytest.mark.parametrize(
    ("about", "course", "branch"),
    [
        (
            '{"url": "https://github.com/ada/course.git", "vcs_info": {"requested_revision": '
            '"v2"}}',
            "ada/course",
            "v2",
        ),
        (
            '{"url": "https://github.com/ada/course", "vcs_info": {"vcs": "git"}}',
            "ada/course",
            "main",
        ),
        (
            '{"url": "https://github.com/ada/course", "vcs_info": {"requested_revision": '
            '"\\"\\n"}}',
            "",
            "main",
        ),
        ('{"url": "https://example.org/ada/course", "vcs_info": {}}', "", "main"),
        ('{"url": "file:///home/ada/course", "dir_info": {"editable": true}}', "", "main"),
        ("{", "", "main"),
        ("[]", "", "main"),
        (None, "", "main"),
    ],
)
def test_a_new_class_knows_where_the_course_was_installed_from(
    tmp_path, monkeypatch, about, course, branch
):
    monkeypatch.setattr(
        classroom_module, "distribution", lambda name: SimpleNamespace(read_text=lambda file: about)
    )
    settings = Classroom.create(tmp_path / "new").settings
    assert (settings.course, settings.course_branch) == (course, branch)


# The secret


def test_the_secret_stays_and_is_nobody_elses(room, tmp_path):
    secret = room.secret()
    assert len(secret) == 32
    assert Classroom(room.root).secret() == secret
    assert Classroom.create(tmp_path / "other").secret() != secret
    if os.name == "posix":
        assert (room.root / SECRET).stat().st_mode & 0o777 == 0o600
        (room.root / SECRET).chmod(0o644)
        room.secret()
        assert (room.root / SECRET).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("text", ["", "abc", "ab" * 31, "no secret"])
def test_a_damaged_secret_is_never_replaced(room, text):
    (room.root / SECRET).write_text(text, encoding="ascii")
    with pytest.raises(ClassroomError, match=r"damaged.*backup"):
        room.secret()
    assert (room.root / SECRET).read_text(encoding="ascii") == text


# Assignments and paths


def test_paths_and_assignments(tmp_path):
    room = classroom(tmp_path)
    assert room.assignments() == ["ps1"]
    assert room.assignment("ps1").exercises == ("mixing.1", "mixing.2", "choosing.2", "mixing.4")
    assert (
        room.collected("Zoë Ng", "ps1") == tmp_path / "submitted" / "Zoë Ng" / "ps1" / "ps1.ipynb"
    )
    with pytest.raises(ClassroomError, match=r"There is no assignment 'ps2'.*there are: ps1"):
        room.assignment("ps2")
    room.source("ps1").write_text("{", encoding="utf-8")
    with pytest.raises(ClassroomError, match=r"damaged. Release ps1 again"):
        room.assignment("ps1")


@pytest.mark.parametrize(
    "name", ["", "..", "a/b", "a b", "ps+1", "-ps1", "übung", "a" * 41, "con", "*"]
)
def test_a_name_that_is_no_assignments(room, name):
    with pytest.raises(ClassroomError, match="cannot be the name of an assignment"):
        room.source(name)


@pytest.mark.parametrize(
    "student", ["..", "../../etc/passwd", "/etc", "", "a/b", "a\\b", "a\0b", "*", "x" * 300]
)
def test_a_dangerous_id_is_no_path(room, student):
    with pytest.raises(ClassroomError, match="cannot name a folder"):
        room.collected(student, "ps1")
    if student:
        with pytest.raises(ClassroomError, match="cannot name a folder"):
            room.released("ps1", student)


# Names

FINE = [
    "student01",
    "Zoë Ng",
    "o'brien, anne-marie (2)",
    "ada@example.org",
    "王小明",
    "Владимир",
    "_x",
    "1234567",
    "محمد",
]
DANGEROUS = [
    "", ".", "..", "../x", "/x", "x/y", "x\\y", "C:x", "x\ny", "x\0", "-rf", ".x", "~root", " x", "x ", "x.", "x*",
    "nul.txt", "x?", "[x]", "{x}", "a|b", "a<b", "CON", "x\u202ey", "e\u0301", "x" * 81, "é" * 81, "=1+1", "@x",
]  # fmt: skip


@for_each("name", FINE)
def test_a_name_of_any_language_stays(name):
    assert unsafe(name) == ""
    assert safe(name) == name


@for_each("name", DANGEROUS)
def test_a_dangerous_name_is_refused_and_replaced(name):
    assert unsafe(name)
    assert unsafe(safe(name)) == ""


def test_replaced_names_do_not_meet():
    names = {name.strip() for name in (*DANGEROUS, *FINE)}
    assert len({safe(name) for name in names}) == len(names)
    assert safe("e\u0301") == "é"


@given(st.text())
def test_any_text_becomes_a_safe_name(text):
    assert unsafe(safe(text)) == ""
    assert safe(text) == safe(text)
    printable(text).encode()


@given(st.text(st.characters(exclude_categories=["Cs"])), st.integers(20, 120))
def test_a_shortened_name_fits(name, length):
    assert len(shortened(name, length).encode()) <= length


def test_a_shortened_name_keeps_its_ending():
    assert shortened("é" * 300 + ".ipynb", 50) == "é" * 22 + ".ipynb"


def test_keys_agree_over_accents_case_and_order_of_signs():
    assert key("Ñuñez, José-María") == key("nunez jose maria")
    assert key("Straße") == key("STRASSE")
    assert key("ﬁona") == key("Fiona")
    assert key("王小明") != key("王小红")
    assert key("…-_") == ""


# The list of students


def test_the_class_passes_a_wrong_list_on(room):
    (room.root / "roster.csv").write_text("id\n..\n", encoding="utf-8")
    with pytest.raises(ClassroomError, match="row 2"):
        room.roster()


def test_two_of_one_name_are_both_meant_and_an_id_means_itself():
    found = Roster(
        [
            Student("ana1", "Ana", "Cruz"),
            Student("ana2", "Ana", "Cruz", also=("anita",)),
            Student("Cruz"),
        ]
    )
    assert found.named("Ana Cruz") == ["ana1", "ana2"]
    assert found.named("ana2") == found.named("Anita") == ["ana2"]
    assert "ana1" in found
    assert len(found) == 3
