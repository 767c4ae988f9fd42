"""No zip can write where it should not, follow a link, fill the disk or stop the others."""

import io
import os
import struct
import time
import zipfile

import pytest
from handing_in import SMALL, by_name, content, found, put
from hypothesis import given as drawn
from hypothesis import strategies as st
from whichbank_teach.collect.files import Limits


def zipped(*members, compression=zipfile.ZIP_DEFLATED) -> bytes:
    """A zip of (name or ZipInfo, bytes)."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", compression) as made:
        for member in members:
            made.writestr(*member)
    return data.getvalue()


def test_zips_in_zips_are_opened_and_names_kept(tmp_path, spool):
    inner = zipped(("work/ps1.ipynb", "one"), ("__MACOSX/._ps1.ipynb", "junk"))
    put(
        tmp_path / "inbox",
        "all.ZIP",
        zipped(("jng.zip", inner), ("ana/ps1.ipynb", "two"), ("ana/", "")),
    )
    files = by_name(found(tmp_path / "inbox", spool))
    assert content(files["all.ZIP/jng.zip/work/ps1.ipynb"]) == b"one"
    assert files["all.ZIP/jng.zip/work/ps1.ipynb"].archives == (0, 1)
    assert content(files["all.ZIP/ana/ps1.ipynb"]) == b"two"
    assert files["all.ZIP/jng.zip/__MACOSX/._ps1.ipynb"].clutter
    assert len(files) == 3


def test_a_zip_under_another_name_is_opened_and_an_office_document_is_not(tmp_path, spool):
    put(tmp_path / "inbox", "ps1.ipynb", zipped(("ps1.ipynb", "x")))
    put(tmp_path / "inbox", "report.docx", zipped(("word/document.xml", "x")))
    put(tmp_path / "inbox", "all.zip", zipped(("report.docx", zipped(("word/document.xml", "x")))))
    assert set(by_name(found(tmp_path / "inbox", spool))) == {
        "ps1.ipynb/ps1.ipynb",
        "report.docx",
        "all.zip/report.docx",
    }


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("../../etc/passwd", ("etc", "passwd")),
        ("/etc/passwd", ("etc", "passwd")),
        ("C:\\Users\\x\\ps1.ipynb", ("Users", "x", "ps1.ipynb")),
        ("a/../../../ps1.ipynb", ("a", "ps1.ipynb")),
        ("..\\..\\ps1.ipynb", ("ps1.ipynb",)),
        ("../..", ("a file without a name",)),
    ],
)
def test_a_path_that_leads_out_of_the_zip_leads_nowhere(tmp_path, spool, name, parts):
    put(tmp_path / "inbox", "x.zip", zipped((name, "x")))
    before = set(tmp_path.rglob("*"))
    (file,) = found(tmp_path / "inbox", spool)
    assert file.parts == ("x.zip", *parts)
    assert file.notes == ("Its path leads out of the zip. Only its name was used.",)
    assert {path.parent for path in tmp_path.rglob("*")} - {path.parent for path in before} <= {
        spool
    }


@drawn(
    st.lists(
        st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30),
        min_size=1,
        max_size=4,
        unique=True,
    )
)
def test_any_names_in_a_zip_write_into_the_spool_alone(tmp_path_factory, names):
    folder = tmp_path_factory.mktemp("any")
    (folder / "spool").mkdir()
    put(folder / "inbox", "x.zip", zipped(*((zipfile.ZipInfo(name), b"x") for name in names)))
    files = found(folder / "inbox", folder / "spool")
    assert all(
        file.path is None or file.path.parent in (folder / "spool", folder / "inbox")
        for file in files
    )
    assert {path.name for path in folder.iterdir()} == {"spool", "inbox"}
    for file in files:
        file.shown.encode()


def test_a_link_in_a_zip_is_told(tmp_path, spool):
    link = zipfile.ZipInfo("ps1.ipynb")
    link.create_system, link.external_attr = 3, 0o120777 << 16
    put(tmp_path / "inbox", "x.zip", zipped((link, "/etc/passwd")))
    (file,) = found(tmp_path / "inbox", spool)
    assert (file.path, file.problem) == (None, "This is a symbolic link. It is not followed.")


def test_two_members_of_one_name_are_both_kept(tmp_path, spool):
    with pytest.warns(UserWarning, match="Duplicate name"):
        data = zipped(("ps1.ipynb", "one"), ("ps1.ipynb", "two"))
    put(tmp_path / "inbox", "x.zip", data)
    assert [content(file) for file in found(tmp_path / "inbox", spool)] == [b"one", b"two"]


def test_names_in_utf8_that_do_not_say_so_are_read(tmp_path, spool):
    data = zipped(("Zo__/ps1.ipynb", "x")).replace(b"Zo__", "Zoë".encode())
    put(tmp_path / "inbox", "x.zip", data)
    assert found(tmp_path / "inbox", spool)[0].parts == ("x.zip", "Zoë", "ps1.ipynb")


def test_a_members_own_time_is_taken_if_it_has_one(tmp_path, spool):
    dated = zipfile.ZipInfo("a.ipynb", (2026, 11, 20, 8, 0, 0))
    broken = zipfile.ZipInfo("b.ipynb", (2026, 13, 40, 25, 61, 61))
    path = put(tmp_path / "inbox", "x.zip", zipped((dated, "x"), (zipfile.ZipInfo("c.ipynb"), "x")))
    os.utime(path, (1000, 1000))
    files = by_name(found(tmp_path / "inbox", spool))
    assert files["x.zip/a.ipynb"].time == time.mktime((2026, 11, 20, 8, 0, 0, 0, 0, -1))
    assert files["x.zip/c.ipynb"].time == 1000
    assert broken.date_time[1] == 13


# Zips made to harm


def test_a_bomb_is_stopped_and_its_neighbors_live(tmp_path, spool):
    put(tmp_path / "inbox", "bomb.zip", zipped(("bomb.ipynb", b"0" * 50_000_000)))
    put(tmp_path / "inbox", "ok.zip", zipped(("ps1.ipynb", "x")))
    files = by_name(found(tmp_path / "inbox", spool, Limits()))
    assert files["bomb.zip/bomb.ipynb"].problem.startswith(
        "It unpacks to more than 200 times its size."
    )
    assert content(files["ok.zip/ps1.ipynb"]) == b"x"
    assert sum(path.stat().st_size for path in spool.iterdir()) < 100


def test_a_member_beyond_the_limit_of_a_file_stays_in_the_zip(tmp_path, spool):
    put(
        tmp_path / "inbox",
        "x.zip",
        zipped(("a.ipynb", os.urandom(100_001)), ("b.ipynb", os.urandom(100_000))),
    )
    files = by_name(found(tmp_path / "inbox", spool))
    assert files["x.zip/a.ipynb"].problem == "It is larger than 0 MB. It was left in the zip."
    assert files["x.zip/b.ipynb"].path.stat().st_size == 100_000


def test_a_member_that_lies_about_its_size_is_stopped(tmp_path, spool):
    data = bytearray(zipped(("ps1.ipynb", os.urandom(300_000)), compression=zipfile.ZIP_STORED))
    place = data.rindex(b"PK\x01\x02")
    struct.pack_into("<I", data, place + 24, 10)
    put(tmp_path / "inbox", "x.zip", bytes(data))
    (file,) = found(tmp_path / "inbox", spool)
    assert file.path is None or file.path.stat().st_size <= 10
    assert file.problem or file.path.stat().st_size == 10


def test_many_large_members_are_stopped_at_the_zips_limit(tmp_path, spool):
    put(
        tmp_path / "inbox",
        "x.zip",
        zipped(*((f"{i}.ipynb", os.urandom(90_000)) for i in range(20))),
    )
    files = found(tmp_path / "inbox", spool)
    # eleven members, and the zip itself with a word
    assert sum(file.path is not None for file in files) == 12
    assert files[-1].problem == "This zip unpacks to too many bytes. The rest of it was not read."
    assert sum(path.stat().st_size for path in spool.iterdir()) <= SMALL.archive


def test_too_many_members_are_stopped(tmp_path, spool):
    put(tmp_path / "inbox", "x.zip", zipped(*((f"{i}.ipynb", "x") for i in range(60))))
    files = found(tmp_path / "inbox", spool)
    assert len(files) == 51
    assert files[-1].problem == "This zip holds too many files. The rest of it was not read."


def test_zips_nested_too_deep_are_told_and_a_zip_inside_has_a_limit_of_its_own(tmp_path, spool):
    data = zipped(("ps1.ipynb", "x"))
    for i in range(4):
        data = zipped((f"{i}.zip", data))
    put(tmp_path / "inbox", "deep.zip", data)
    big = zipped(
        *((f"{i}.ipynb", os.urandom(90_000)) for i in range(8)), compression=zipfile.ZIP_STORED
    )
    limits = Limits(file=1_000_000, archive=700_000, members=50)
    put(tmp_path / "inbox", "class.zip", zipped(("a.zip", big[:500_000]), ("b/ps1.ipynb", "x")))
    files = by_name(found(tmp_path / "inbox", spool, limits))
    assert files["deep.zip/3.zip/2.zip/1.zip"].problem == "More than 3 zips lie in one another."
    assert "cannot be opened" in files["class.zip/a.zip"].problem
    assert content(files["class.zip/b/ps1.ipynb"]) == b"x"


def test_a_student_who_fills_the_budget_of_a_zip_inside_takes_nobody_elses(tmp_path, spool):
    big = zipped(*((f"{i}.ipynb", b"%d" % i * 45_000) for i in range(9)))
    put(
        tmp_path / "inbox",
        "class.zip",
        zipped(("a.zip", big), ("b.zip", zipped(("ps1.ipynb", "x")))),
    )
    files = by_name(
        found(tmp_path / "inbox", spool, Limits(file=50_000, archive=10_000_000, members=50))
    )
    assert "class.zip/a.zip" in files
    assert content(files["class.zip/b.zip/ps1.ipynb"]) == b"x"


def locked() -> bytes:
    data = bytearray(zipped(("ps1.ipynb", "x")))
    for sign, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(sign) + place] |= 1
    return bytes(data)


def unknown_method() -> bytes:
    data = bytearray(zipped(("ps1.ipynb", "x")))
    for sign, place in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        data[data.index(sign) + place] = 99
    return bytes(data)


def wrong_sum() -> bytes:
    return zipped(("ps1.ipynb", b"abcdef"), compression=zipfile.ZIP_STORED).replace(
        b"abcdef", b"abcdeg"
    )


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (zipped(("ps1.ipynb", "x" * 1000))[:60], "This zip cannot be opened"),
        (b"PK\x03\x04" + b"\0" * 40, "This zip cannot be opened"),
        (zipped(), "This zip is empty."),
        (locked(), "It is locked with a password."),
        (unknown_method(), "It cannot be unpacked"),
        (wrong_sum(), "It cannot be unpacked: Bad CRC-32"),
    ],
    ids=["cut", "rubbish", "empty", "locked", "unknown method", "damaged"],
)
def test_a_zip_that_cannot_be_read_says_why(tmp_path, spool, data, problem):
    put(tmp_path / "inbox", "x.zip", data)
    (file,) = found(tmp_path / "inbox", spool)
    assert file.problem.startswith(problem)


@drawn(st.data())
def test_a_damaged_zip_never_stops_the_walk(tmp_path_factory, data):
    folder = tmp_path_factory.mktemp("damaged")
    (folder / "spool").mkdir()
    made = bytearray(
        zipped(("a/ps1.ipynb", b"x" * 200), ("b.zip", zipped(("ps1.ipynb", b"y" * 50))))
    )
    for _ in range(data.draw(st.integers(1, 6))):
        made[data.draw(st.integers(4, len(made) - 1))] = data.draw(st.integers(0, 255))
    put(folder / "inbox", "x.zip", bytes(made))
    put(folder / "inbox", "z.ipynb", "z")
    assert content(found(folder / "inbox", folder / "spool")[-1]) == b"z"


def test_names_without_end_are_cut_and_folders_without_end_left_out(tmp_path, spool):
    long = "a_1" * 10_000
    put(
        tmp_path / "inbox",
        "x.zip",
        zipped((f"{'d/' * 9000}{long}_assignsubmission_file_.ipynb", "x")),
    )
    (file,) = found(tmp_path / "inbox", spool)
    assert len(file.parts) == 41
    assert len(file.parts[-1]) == 240
    assert file.parts[-1].endswith(".ipynb")
