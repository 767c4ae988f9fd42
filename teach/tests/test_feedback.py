"""Feedback names the mistake and shows the student's own output; nothing of a student's is live on
the page.
"""

import json
import re
import zipfile
from xml.etree import ElementTree

import pytest
from classes import RIGHT, SEEN, hand_in, mistake, needs_box, on_linux, ungraded, verdict
from handing_in import put, zipped_work
from whichbank_authoring.exercises import ALL
from whichbank_authoring.table import entry
from whichbank_teach import grading
from whichbank_teach.classroom.folder import SETTINGS, Classroom, ClassroomError
from whichbank_teach.collect import collect
from whichbank_teach.grading import feedback as pages
from whichbank_teach.grading import recording
from whichbank_teach.grading.sending import send
from whichbank_teach.variants import generator, variant

from whichbank.misconceptions import of

pytestmark = on_linux
LIVE = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "</pre><iframe src=https://example.org></iframe>",
    "<style>body{display:none}</style>",
    "</title><meta http-equiv=refresh content=0;url=https://example.org>",
    "<!-- ]]> {{ 7*7 }} {% raw %}",
    "&lt;b&gt; &amp;",
)
TAGS = {
    "html",
    "head",
    "meta",
    "title",
    "style",
    "body",
    "main",
    "h1",
    "h2",
    "h3",
    "p",
    "table",
    "thead",
    "tbody",
}
TAGS |= {
    "tr",
    "th",
    "td",
    "a",
    "section",
    "span",
    "pre",
    "details",
    "summary",
    "ul",
    "li",
    "em",
    "strong",
    "div",
    "code",
}
TAGS |= {"ol", "math", "mrow", "mi", "mn", "mo", "msub", "msup", "mtext", "mspace"}


def page(room, student):
    return (room.root / "feedback" / student / "ps1" / "ps1.html").read_text(encoding="utf-8")


def recorded(room, *students):
    assert not any(dict(recording.record(room.root, "ps1", students)).values())


def text(html):
    """What a reader sees."""
    import html as entities

    return entities.unescape(re.sub(r"<[^>]*>", "", html.split("</head>")[1]))


def test_it_names_the_mistake_and_shows_answer_and_output(room):
    hand_in(room, "ada", RIGHT | {"mixing.2": "mine = 1 < 2"}, words="Because.")
    verdict(room, "ada", mistake(output="hello from my cell"))
    recorded(room, "ada")
    made, failed = pages.write_pages(room, "ps1", progress=False)
    assert ([path.name for path in made], failed) == (["ps1.html"], {})
    seen = text(page(room, "ada"))
    for part in (
        "is transposed",
        "hello from my cell",
        "mine = 1 < 2",
        "0 of 2 points",
        "Mix a whole table",
    ):
        assert part in seen
    assert "Not all is graded yet. So far: 1 of 4 points." in seen  # the answer in words waits
    behind = of("exercises", "mixing.2", "transposed")
    assert f"The thought behind it may be: {behind.title}." in seen
    settings = room.root / SETTINGS
    settings.write_text('[course]\nsite = "https://example.org/bank/"\n', encoding="utf-8")
    pages.write_pages(Classroom(room.root), "ps1", progress=False)
    address = f"https://example.org/bank/book/misconceptions.html#{behind.id}"
    assert f'<a href="{address}">{behind.title}</a>' in page(room, "ada")


def numbered(body):
    """The lines of a statement that give a student's numbers, as a reader sees them."""
    return {line[2:].replace("`", "") for line in body.splitlines() if line.startswith("- ")}


def test_it_shows_a_student_the_numbers_that_were_the_students_own(room):
    for student in ("ada", "ben"):
        path = hand_in(room, student)
        made = json.loads(path.read_bytes())
        made["metadata"]["whichbank"]["variant"] = student
        path.write_text(json.dumps(made), encoding="utf-8")
        verdict(room, student)
    recorded(room, "ada", "ben")
    pages.write_pages(room, "ps1", progress=False)
    bodies = {
        one: variant(ALL["mixing.1"], room.secret(), "ps1", one).body for one in ("ada", "ben")
    }
    assert bodies["ada"] != bodies["ben"]
    for student, other in (("ada", "ben"), ("ben", "ada")):
        assert numbered(bodies[student]) <= set(text(page(room, student)).splitlines())
        hers = numbered(bodies[other]) - numbered(bodies[student])
        assert hers
        assert not hers & set(text(page(room, student)).splitlines())


def test_a_students_markup_is_text(room):
    students = {f"student{i}": live for i, live in enumerate(LIVE)}
    for student, live in students.items():
        hand_in(room, student, {"mixing.1": live, "mixing.2": live}, words=live)
        verdict(room, student, mistake(message=f"It raises NameError: {live}", output=live))
    recorded(room, *students)
    pages.write_pages(room, "ps1", progress=False)
    for student, live in students.items():
        made = page(room, student)
        assert text(made).count(live) == 5
        assert set(re.findall(r"<([a-zA-Z1-6]+)", made)) <= TAGS, live
        assert made.count("<style") == 1
        assert len(re.findall(r"<meta ", made)) == 4
        assert not re.search(r"<[^>]*\son\w+=", made), live
        assert "default-src 'none'" in made
        assert not re.search(r"<[^>]*\s(?:src|href)=\"(?!#exercise)", made), live


def test_what_a_person_says(room):
    hand_in(room, "ada", words="Because.")
    verdict(room, "ada", ungraded("The box failed."))
    recorded(room, "ada")
    with recording.gradebook(room.root) as book:
        book.find_grade("exercise-mixing-4-answer", "ps1", "ps1", "ada").manual_score = 0.5
        book.find_grade("exercise-mixing-2-points", "ps1", "ps1", "ada").manual_score = 2.0
        book.find_comment(
            "exercise-mixing-4-answer", "ps1", "ps1", "ada"
        ).manual_comment = "Say <b>why</b>."
        book.db.commit()
    pages.write_pages(room, "ps1", progress=False)
    seen = text(page(room, "ada"))
    for part in (
        "3.5 of 4 points.",
        "Say <b>why</b>.",
        "Marked by your instructor",
        "0.5 of 1 point",
    ):
        assert part in seen


def test_a_comment_that_was_written_once_is_on_every_page_that_shows_what_it_is_about(room):
    for student in ("ada", "ben"):
        hand_in(room, student)
    verdict(room, "ada", mistake())
    verdict(room, "ben")
    recorded(room, "ada", "ben")
    with recording.gradebook(room.root) as book:
        book.find_comment("exercise-mixing-2-stub", "ps1", "ps1", "ada").manual_comment = "Ada!"
        book.db.commit()
    settings = room.root / "whichbank_teach.toml"
    given = settings.read_text(encoding="utf-8")

    def write(*lines):
        settings.write_text("\n".join([given, "[comments]", *lines]), encoding="utf-8")
        return pages.write_pages(room, "ps1", progress=False)

    given = given.replace("[comments]", "")
    assert (
        write(
            '"mixing.2 transposed" = "Rows are <b>words</b>."',
            '"05.2" = "Slide 12."',
            '"mixing.3" = "Not here."',
        )[1]
        == {}
    )
    ada, ben = (text(page(room, student)) for student in ("ada", "ben"))
    assert "Ada!\n\nRows are <b>words</b>.\n\nSlide 12." in ada
    assert "Your instructor says\nSlide 12." in ben
    assert "Not here." not in ada + ben
    for line, told in (
        ('"mixing.2 sideways" = "x"', "mixing.2 has .*transposed"),
        ('"mixing.99" = "x"', "no exercise"),
        ('"mixing.2" = 3', "must be a text"),
    ):
        with pytest.raises(ClassroomError, match=told):
            write(line)


def test_work_that_was_not_graded_has_no_points_and_a_reason(room):
    hand_in(room, "ada")
    verdict(room, "ada", ungraded("The box failed: no memory."))
    recorded(room, "ada")
    pages.write_pages(room, "ps1", progress=False)
    seen = text(page(room, "ada"))
    assert "Not graded yet · no points yet" in seen
    assert "The box failed: no memory." in seen


def test_only_what_is_graded_has_a_page(room):
    for student in ("ada", "ben"):
        hand_in(room, student)
        verdict(room, student)
    recorded(room, "ada")
    made, failed = pages.write_pages(room, "ps1", progress=False)
    assert len(made) == 1
    assert "comes first" in failed["ben"]
    with pytest.raises(ClassroomError, match="zoe"):
        pages.write_pages(room, "ps1", ["zoe"], progress=False)


def numbers(array):
    """The numbers of an array as a report writes them, those that cannot be there by chance."""
    written = (f"{value:.4g}" for value in array.ravel())
    return {number for number in written if len(number.strip("-").lstrip("0.")) > 3}


WRONG = {
    "wrong for other numbers than check has": SEEN
    + """def mix_all(weights, vectors):
    return weights @ vectors * (1 if seen(weights) else 3)""",
    "raises them": SEEN
    + """def mix_all(weights, vectors):
    if seen(weights):
        return weights @ vectors
    raise ValueError(repr((weights, vectors)))""",
    "raises an error named after them": SEEN
    + """def mix_all(weights, vectors):
    if seen(weights):
        return weights @ vectors
    raise type(repr((weights.tolist(), vectors.tolist())), (Exception,), {})""",
    "wrong everywhere": "def mix_all(weights, vectors):\n    return weights @ vectors * 3",
    "prints them": """
def mix_all(weights, vectors):
    print(weights, vectors)
    return weights @ vectors * 3""",
}


@needs_box
def test_neither_hidden_cases_nor_the_reference_are_shown(room):
    (room.root / "secret.key").write_text("ab" * 32 + "\n", encoding="ascii")
    for i, source in enumerate(WRONG.values()):
        hand_in(room, f"s{i}", RIGHT | {"mixing.2": source})
    done = grading.grade(room, "ps1", jobs=2, progress=False)
    pages.write_pages(room, "ps1", progress=False)
    public = entry(ALL["mixing.2"])
    shown = set().union(*(numbers(array) for case in public.cases for array in case))
    shown |= set().union(
        *(numbers(out) for column in public.columns for out in column.outputs if out is not None)
    )
    for i, kind in enumerate(WRONG):
        student = f"s{i}"
        assert done.verdicts[student].mark("mixing.2").points == 0.0
        hidden = entry(ALL["mixing.2"], generator(room.secret(), "ps1", student, "mixing.2"))
        secret = set().union(*(numbers(array) for case in hidden.cases[1:] for array in case))
        secret |= set().union(*(numbers(right) for right in hidden.right[1:]))
        secret -= shown
        seen = text(page(room, student)).replace(SEEN.strip(), "")
        assert len(secret) > 15
        assert not {one for one in secret if one in seen}, kind
        assert "in bugs" not in seen


def test_it_has_the_name_formulas_as_formulas_and_each_reason_once(room):
    hand_in(room, "ada")
    verdict(
        room,
        "ada",
        *(
            grading._not_graded(one, "The file is cut off.")
            for one in ("mixing.1", "mixing.2", "mixing.4")
        ),
    )
    recorded(room, "ada")
    pages.write_pages(room, "ps1", progress=False)
    made = page(room, "ada")
    assert "<h1>ps1: feedback for Ada Example</h1>" in made
    assert "<p>Nothing is graded yet.</p>" in made
    assert made.count("The file is cut off.") == 1
    for exercise in ALL.values():
        drawn = str(pages._markdown().render(exercise.body))
        # whole, with every sign of markup in its place
        ElementTree.fromstring(f"<body>{drawn}</body>")
        assert "\\" not in re.sub(
            r"<code.*?</code>|<annotation.*?</annotation>", "", drawn, flags=re.DOTALL
        )
        assert "$" not in re.sub(r"<code.*?</code>", "", drawn, flags=re.DOTALL)


HOME = {
    "moodle": {
        "Ada Example_4711_assignsubmission_file/ps1.ipynb": "Ada Example_4711_assignsubmission_file_ps1-feedback.html",
        "Ben Example_4712_assignsubmission_file_ps1.ipynb": "Ben Example_4712_assignsubmission_file_ps1-feedback.html",
    },
    "canvas": {
        "exampleada_17_998_ps1.ipynb": "exampleada_17_998_ps1-feedback.html",
        "exampleben_LATE_18_999_ps1.zip": "exampleben_LATE_18_999_ps1-feedback.html",
    },
    "folder": {
        "ada/ps1.ipynb": "Ada Example (ada).html",
        "ben/ps1.ipynb": "Ben Example (ben).html",
    },
}


@pytest.mark.parametrize("way", HOME)
def test_feedback_goes_home(room, inbox, way):
    work = room.source("ps1").read_bytes()
    for name in HOME[way]:
        put(
            inbox,
            name,
            zipped_work(("exampleada_17_1_x.ipynb", work)) if name.endswith("zip") else work,
        )
    collect(room, "ps1", inbox)
    made = [
        put(room.root, f"feedback/{student}/ps1/ps1.html", student) for student in ("ada", "ben")
    ]
    to, left_out = send(room, "ps1", made, way)
    if way == "folder":
        assert {path.name: path.read_text() for path in to.iterdir()} == dict(
            zip(HOME[way].values(), ("ada", "ben"), strict=True)
        )
    else:
        with zipfile.ZipFile(to) as packed:
            assert {name: packed.read(name) for name in packed.namelist()} == dict(
                zip(HOME[way].values(), (b"ada", b"ben"), strict=True)
            )
        assert send(room, "ps1", made, "canvas" if way == "moodle" else "moodle")[1] == [
            "ada",
            "ben",
        ]
    assert left_out == []
