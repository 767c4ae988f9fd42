"""Whose a file is, by the names that learning management systems, folders and people give it."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from collected import for_each
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


@for_each(
    "path, student",
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


@for_each("path", [
    "ps1.ipynb", "Copy of ps1 (2).ipynb", "ps1-Copy1.ipynb", "ps1 (1) (2).ipynb", "Kopie von ps1.ipynb",
    "PS1-final.ipynb", "ps1/ps1.ipynb", "submissions/ps1.ipynb", "my solution v2.ipynb", "Untitled1.ipynb",
    "assignment_ps1_submission.ipynb",
])  # fmt: skip
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


@for_each(
    "path, student",
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
        ("jng/student02/ps1.ipynb", "jng"),
        ("ps1_ada2_attempt_2026-11-20-08-00-00_ps1.ipynb", "ada2"),
    ],
)
def test_students_of_the_list_are_known_by_many_names(path, student):
    assert of(path, CLASS).student == student


@for_each(
    "path, why",
    [
        ("Ada Berg/ps1.ipynb", "may be ada1 or ada2"),
        ("bergada_5_6_ps1.ipynb", "may be ada1 or ada2"),
        ("Zoe Ng/student02/ps1.ipynb", "may be"),
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
    name = ("ps1_jng_attempt_2026-11-20-08-00-00_ps1.ipynb",)
    found = owner(name, (), CLASS, "ps1", zone=ZoneInfo("Europe/Berlin"))
    assert found.time == datetime(2026, 11, 20, 7, tzinfo=UTC).timestamp()
    assert of("ps1_jng_attempt_2026-13-40-28-00-00_ps1.ipynb", CLASS).time is None


# Nobody else's work: what the LMS or the instructor wrote comes first in a path, what the student
# wrote comes after it

TWO = Roster(
    [
        Student("vera", "Vera", "Moodle", "", "vera@example.org", "21"),
        Student("bert", "Bert", "Attacker", lms_id="22"),
    ]
)
WRAPPED = [
    "Bert Attacker_22_assignsubmission_file_/{}",
    "Bert Attacker_22_assignsubmission_file_{}",
    "course.zip/Bert Attacker_22_assignsubmission_file_/deep/{}",
    "attackerbert_22_998_{}",
    "attackerbert_LATE_22_998_mine.zip/{}",
    "export.zip/attackerbert_22_998_mine.zip/inner.zip/{}",
    "ps1_bert_attempt_2026-11-20-08-00-00_{}",
    "ps1_bert_attempt_2026-11-20-08-00-00_mine.zip/{}",
    "bert/{}",
    "Bert Attacker/{}",
]
CLAIMS = [
    "Vera Moodle_21_assignsubmission_file_.ipynb",
    "Vera Moodle_21_assignsubmission_file_/ps1.ipynb",
    "moodlevera_21_999_ps1.ipynb",
    "moodlevera_21_999_ps1.zip/ps1.ipynb",
    "ps1_vera_attempt_2027-11-20-08-00-00_ps1.ipynb",
    "vera/ps1.ipynb",
    "vera.ipynb",
    "vera.zip/vera@example.org/ps1.ipynb",
]


@for_each("claim", CLAIMS)
@for_each("wrapped", WRAPPED)
def test_no_name_that_a_student_gives_makes_it_another_ones_work(wrapped, claim):
    found = of(wrapped.format(claim), TWO)
    assert found.student == "bert" or (found.student == "" and found.why)
    if "/" in wrapped and "Bert Attacker/" not in wrapped:
        assert found.student == "bert"
        assert "vera" in found.note
    guess = of(wrapped.format(claim))  # a list tells a student's folder from the instructor's
    assert "era" not in guess.student or not guess.sure


@for_each(
    "name", ["Participant_72", "Group A-Ada Berg_72", "Default group-Participant_72", "Ada Berg_72"]
)  # anonymous work, work of a group, both, and one of two students of one name
@for_each("ending", ["file_/ps1.ipynb", "file/ps1.ipynb", "file_ps1.ipynb"])
def test_moodles_worksheet_tells_by_its_numbers_who_is_meant(name, ending):
    worksheet = Roster(
        Student(f"ada{i}", name="Ada Berg", also=(f"Participant 7{i}",)) for i in (1, 2)
    )
    assert of(f"{name}_assignsubmission_{ending}", worksheet).student == "ada2"


def test_a_folder_named_by_the_id_settles_a_doubt():
    assert of("bergada_5_6_ps1.ipynb", CLASS).why.endswith(
        "Put the file into a folder named by the id."
    )
    assert of("ada1/bergada_5_6_ps1.ipynb", CLASS).student == "ada1"
    assert of("Ada Berg/ada1.ipynb", CLASS).student == ""
