"""Whose a file is, by the names that learning management systems, folders and people give it."""

import time

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st
from whichbank_teach.classroom.students import Roster, Student, unsafe
from whichbank_teach.collect.owners import owner

CLASS = Roster(
    [
        Student("jng", "Zoë", "Ng", email="zoe.ng@example.org", lms_id="4711"),
        Student("student02", "María José", "Cruz López"),
        Student("s-003", "小明", "王"),
        Student("ada1", "Ada", "Berg"),
        Student("ada2", "Ada", "Berg"),
        Student("12345678", name="O'Neil, Pat", also=("paddy",)),
    ]
)
NOBODY = Roster()


def of(path, roster=NOBODY, archives=()):
    parts = tuple(path.split("/"))
    zips = archives or tuple(i for i, part in enumerate(parts[:-1]) if part.endswith(".zip"))
    return owner(parts, zips, roster, "ps1", one_zip=parts[0] == "class-x.zip")


# Without a list


@pytest.mark.parametrize(
    ("path", "student"),
    [
        ("student01/ps1.ipynb", "student01"),
        ("student01/ps1/ps1.ipynb", "student01"),
        ("ps1/student01/ps1.ipynb", "student01"),
        ("submissions/student01/work/ps1.ipynb", "student01"),
        ("student01.ipynb", "student01"),
        ("student01.zip/ps1.ipynb", "student01"),
        ("student01.zip/ps1/ps1.ipynb", "student01"),
        ("student01.zip/project/ps1.ipynb", "student01"),
        ("submissions.zip/student01/ps1.ipynb", "student01"),
        ("class-x.zip/student01/ps1.ipynb", "student01"),
        ("ps1_student01.ipynb", "student01"),
        ("student01 - ps1 (2).ipynb", "student01"),
        ("Copy of student01_ps1.ipynb", "student01"),
        ("1234567/ps1.ipynb", "1234567"),
        ("7/ps1.ipynb", "7"),
        ("PS1 Zoë Ng final.ipynb", "Zoë Ng"),
        ("王小明/ps1.ipynb", "王小明"),
        ("o'brien, anne-marie/ps1.ipynb", "o'brien, anne-marie"),
        ("ps1_2026_11_student01.ipynb", "student01"),
        ("ngzoe_4711_998_ps1.ipynb", "ngzoe"),
        ("ngzoe_LATE_4711_998_Copy of ps1-2 (1).ipynb", "ngzoe"),
        ("Zoë Ng_1234_assignsubmission_file_/ps1.ipynb", "Zoë Ng"),
        ("Zoë Ng_1234_assignsubmission_file/ps1.ipynb", "Zoë Ng"),
        ("course-ps1-1234.zip/Zoë Ng_1234_assignsubmission_file_ps1.ipynb", "Zoë Ng"),
        ("class-x.zip/Zoë Ng_1234_assignsubmission_file_/sub/ps1.ipynb", "Zoë Ng"),
        ("ps1_jng_attempt_2026-11-20-08-00-00_ps1.ipynb", "jng"),
        ("ps1_jng_attempt_2026-11-20-08-00-00.txt", "jng"),
    ],
)
def test_whoever_is_named_is_a_student(path, student):
    assert of(path).student == student


@pytest.mark.parametrize(
    "path",
    [
        "ps1.ipynb", "Copy of ps1 (2).ipynb", "ps1-Copy1.ipynb", "ps1 (1) (2).ipynb", "Kopie von ps1.ipynb",
        "PS1-final.ipynb", "ps1/ps1.ipynb", "submissions/ps1.ipynb", "my solution v2.ipynb", "Untitled1.ipynb",
        "assignment_ps1_submission.ipynb",
    ],
)  # fmt: skip
def test_a_name_that_says_nothing_names_nobody(path):
    found = of(path)
    assert (found.student, found.name) == ("", "")
    assert found.why == "Nothing in its name or its folder tells whose it is."
    assert of(path, CLASS).why == found.why


@drawn(st.lists(st.text(min_size=1, max_size=20), min_size=1, max_size=4), st.booleans())
def test_no_name_makes_a_dangerous_student(parts, listed):
    found = owner(tuple(parts), (), CLASS if listed else NOBODY, "ps1")
    assert not found.student or unsafe(found.student) == ""
    assert not listed or not found.student or found.student in CLASS


# With the class's list


@pytest.mark.parametrize(
    ("path", "student"),
    [
        ("jng/ps1.ipynb", "jng"),
        ("JNG/ps1.ipynb", "jng"),
        ("section 2/ps1/jng/work/answers.ipynb", "jng"),
        ("Zoe Ng/ps1.ipynb", "jng"),
        ("Ng, Zoë/ps1.ipynb", "jng"),
        ("ps1 - Zoe Ng.ipynb", "jng"),
        ("zoe.ng@example.org/ps1.ipynb", "jng"),
        ("ps1_zoe.ng.ipynb", "jng"),
        ("ngzoe_4711_998_ps1.ipynb", "jng"),
        ("someone_4711_998_ps1.ipynb", "jng"),
        ("ps1_2026_11_student02.ipynb", "student02"),
        ("ngzoe_999_998_ps1.ipynb", "jng"),
        ("cruzlopezmariajose_1_2_ps1.ipynb", "student02"),
        ("María José Cruz López_77_assignsubmission_file_/ps1.ipynb", "student02"),
        ("Cruz Lopez, Maria Jose/ps1.ipynb", "student02"),
        ("student02-ps1.zip/ps1.ipynb", "student02"),
        ("王小明/ps1.ipynb", "s-003"),
        ("ps1_小明王.ipynb", "s-003"),
        ("s-003_ps1.ipynb", "s-003"),
        ("s_003/ps1.ipynb", "s-003"),
        ("Paddy/ps1.ipynb", "12345678"),
        ("Pat O’Neil/ps1.ipynb", "12345678"),
        ("ps1 12345678 (3).ipynb", "12345678"),
        ("ada1/Ada Berg ps1.ipynb", "ada1"),
        ("ps1_ada2_attempt_2026-11-20-08-00-00_ps1.ipynb", "ada2"),
    ],
)
def test_students_of_the_list_are_known_by_many_names(path, student):
    assert of(path, CLASS).student == student


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("Ada Berg/ps1.ipynb", "may be ada1 or ada2"),
        ("bergada_5_6_ps1.ipynb", "may be ada1 or ada2"),
        ("jng/student02/ps1.ipynb", "may be"),
        ("stranger/ps1.ipynb", "'stranger' is not in roster.csv"),
        ("stranger_5_6_ps1.ipynb", "'stranger' is not in roster.csv"),
        ("Participant 77_5_assignsubmission_file_/ps1.ipynb", "is not in roster.csv"),
        ("Zoe/ps1.ipynb", "is not in roster.csv"),
        ("ps1.ipynb", "Nothing in its name"),
        ("\x1b[31mred/ps1.ipynb", "'31mred' is not in roster.csv"),
        ("red\x1b[31m_5_6_ps1.ipynb", "'red�[31m' is not in roster.csv"),
    ],
)
def test_a_stranger_and_a_doubtful_name_stay_unknown(path, why):
    found = of(path, CLASS)
    assert found.student == ""
    assert why in found.why


def test_a_short_or_common_number_names_nobody():
    few = Roster([Student("1"), Student("22", "Al", "Bo")])
    assert of("Copy of ps1 (1).ipynb", few).student == ""
    assert of("ps1-22.ipynb", few).student == ""
    assert of("1/ps1.ipynb", few).student == "1"
    assert of("22/ps1.ipynb", few).student == "22"


# What else a name says


@pytest.mark.parametrize(
    ("path", "version"),
    [
        ("jng/ps1.ipynb", 0),
        ("jng/ps1 (2).ipynb", 2),
        ("jng/ps1-Copy3.ipynb", 3),
        ("ngzoe_4711_998_ps1-4.ipynb", 4),
        ("ngzoe_LATE_4711_998_ps1-4.ipynb", 4),
        ("jng/ps1 (99999999999999999999).ipynb", 999999999),
    ],
)
def test_the_count_of_attempts_is_read(path, version):
    assert of(path, CLASS).version == version


def test_late_work_and_the_time_of_an_attempt_are_read():
    assert of("ngzoe_LATE_4711_998_ps1.ipynb").late
    assert not of("ngzoe_4711_998_ps1.ipynb").late
    found = of("ps1_jng_attempt_2026-11-20-08-00-00_ps1.ipynb", CLASS)
    assert found.time == time.mktime((2026, 11, 20, 8, 0, 0, 0, 0, -1))
    assert of("ps1_jng_attempt_2026-13-40-28-00-00_ps1.ipynb", CLASS).time is None
