"""The class's list, as many programs, languages and code pages write it."""

import pytest
from collected import for_each
from handing_in import classroom
from whichbank_teach.classroom import lists
from whichbank_teach.classroom.folder import SETTINGS, ClassroomError
from whichbank_teach.classroom.lists import RosterError
from whichbank_teach.classroom.students import Student


def load(folder, text, written="utf-8", **said):
    path = folder / "roster.csv"
    path.write_bytes(text.encode(written) if isinstance(text, str) else text)
    return lists.load(path, **said)


@pytest.mark.parametrize(
    "text",
    [
        "id,first_name,last_name,email,lms_user_id\njng,Zoë,Ng,zoe@example.org,77\n",
        "student;first_name;last_name;email;lms id\r\njng;Zoë;Ng;zoe@example.org;77\r\n",
        "First name\tSurname\tUsername\tEmail address\tID "
        "number\nZoë\tNg\tjng\tzoe@example.org\t77\n",
        '\n"Last Name","First Name","Username","Email","LMS '
        'ID"\n"Ng","Zoë","jng","zoe@example.org","77"\n\n'.lstrip(),
    ],
    ids=["nbgrader", "semicolons", "Moodle", "quoted"],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_the_lists_of_many_programs_are_read(tmp_path, text, encoding):
    found = load(tmp_path, text, encoding)
    assert list(found) == [Student("jng", "Zoë", "Ng", "", "zoe@example.org", "77")]
    assert (
        found.named("Ng, Zoe") == found.named("zoe ng") == found.named("ZOE@example.org") == ["jng"]
    )
    assert found.numbered("77") == ["jng"]
    assert found.numbered("78") == found.named("Ng") == found.named("") == []


def test_canvas_names_its_students_in_one_column(tmp_path):
    text = (
        "Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\nZoë "
        "Ng,77,s77,jng,A\n"
    )
    found = load(tmp_path, text)
    assert found.named("ngzoe") == found.named("Zoë Ng") == found.numbered("77") == ["jng"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("\n", "is empty"),
        ("sep=;\n", "is empty"),
        ("name,city\nx,y\n", "has no column id. Its columns are: name, city"),
        ("id\n../x\n", r"row 2: the id '../x' cannot name a folder: it holds '/'"),
        ("id,email\na,x\n\n,y\n", "row 4: the id '' cannot name a folder: it is empty"),
        ("id\nana\nAna\n", "row 3: the id 'Ana' is there already, as 'ana'"),
        ('id,first,last\ns1,"A,B\ns2,C,D\ns3,E,F\n', "from row 2 on"),
        ('id,first,last\ns1,"A,B\ns2,"C,D\ns3,E,F\n', "row 2|from row 2"),
        ('id,first,last\ns1,A,B\ns2,"C\nc",D\ns3,E,F\n', "row 3: a cell goes on over 2 lines"),
        ('id,first\ns1,"' + "A,B\n" * 50_000, "from row 2 on"),
        ('id,first\ns1,"A"x\n', "from row 2 on"),
        ("id,first,last\ns1,A,B\ns2,C,D,E\n", "row 3 has 4 cells, and the header has 3"),
        ("id;first;last\ns1;A\n", "row 2 has 2 cells, and the header has 3"),
        ("id,first\ns1,A\ns2,B\0\n", "row 3: it holds a character NUL"),
    ],
)
def test_a_list_that_cannot_be_used_says_where(tmp_path, text, message):
    with pytest.raises(RosterError, match=message):
        load(tmp_path, text)


EXPORTS = {
    "Moodle, participants": (
        'First name,"Last name","Email '
        'address",Groups\nAda,Lee,Ada.Lee@example.org,\nBen,Öz,ben@example.org,A\n'
    ),
    "Moodle, gradebook": (
        'First name,Last name,ID number,Institution,Department,Email address,"Assignment: ps1 (Real)",'
        '"Last downloaded from this course"\nAda,Lee,,,,Ada.Lee@example.org,-,1700000000\n'
        "Ben,Öz,,,,ben@example.org,3.00,1700000000\n"
    ),
    "Moodle, grading worksheet": (
        'Identifier,"Full name","Email address",Status,Grade,"Maximum grade"\n'
        '"Participant 71","Ada Lee",Ada.Lee@example.org,"No submission",,10.00\n'
        '"Participant 72","Ben Öz",ben@example.org,Submitted,,10.00\n'
    ),
    "Canvas": (
        "Student,ID,SIS User ID,SIS Login ID,Section,ps1 (55),Current Score\n,,,,,Manual Posting,(read only)\n"
        '"    Points Possible",,,,,10.00,(read only)\n"Lee, Ada",1001,s1,ada,One,,\n"Öz, Ben",1002,s2,ben,One,3.00,\n'
        f'"Student, Test",1003,,{"5b7a" * 10},One,,\n'
    ),
    "Canvas, names apart, scores hidden": (
        "LastName,FirstName,ID,SIS User ID,SIS Login ID,Section,ps1 (55)\n"
        ",,,,,,Manual Posting (scores hidden from instructors)\n"
        "    Points Possible,,,,,,10\nLee,Ada,1001,s1,ada,One,\nÖz,Ben,1002,s2,ben,One,3\n"
        f"Student,Test,1003,,{'5b7a' * 10},One,\n"
    ),
    "Canvas in Spanish, without logins": (
        "Estudiante;ID;Sección;ps1 (55)\n;;;Publicación manual\n    Puntos posibles;;;10,00\n"
        "Lee, Ada;1001;Uno;\nÖz, Ben;1002;Uno;3,00\n"
    ),
    "Canvas, without logins": (
        "Student,ID,Section,ps1 (55)\n,,,Manual Posting\n    Points Possible,,,10\n"
        '"Lee, Ada",1001,One,\n"Öz, Ben",1002,One,3\n'
    ),
}


@pytest.mark.parametrize("name", EXPORTS)
def test_a_list_is_read_as_the_lms_writes_it(tmp_path, name):
    found = load(tmp_path, EXPORTS[name], "utf-8-sig")
    ids = [student.id for student in found]
    assert (
        ids
        == {"M": ["ada.lee", "ben"], "C": ["ada", "ben"], "w": ["1001", "1002"]}[
            ("w" if "without" in name else name)[0]
        ]
    )
    assert [found.named(one) for one in ("Ada Lee", "Lee Ada", "Ben Öz")] == [
        [ids[0]],
        [ids[0]],
        [ids[1]],
    ]
    assert [student.full_name for student in found] == ["Ada Lee", "Ben Öz"]
    if name.startswith("Moodle"):
        assert found.named("ADA.LEE@example.org") == [ids[0]]
    else:
        assert found.numbered("1002") == [ids[1]]
    assert "worksheet" not in name or found.named("participant 72") == [ids[1]]


# Other languages and programs

ELSEWHERE = {
    "Moodle in German, participants": (
        "Vorname,Nachname,E-Mail-Adresse,Gruppen\nAda,Lee,ada@example.org,\nBen,Öz,ben@example.org,A\n"
    ),
    "Moodle in German, worksheet": (
        'ID,"Vollständiger Name",E-Mail-Adresse,Status,Bewertung\n'
        'Teilnehmer/in71,"Ada Lee",ada@example.org,"Keine Abgabe",\n'
        'Teilnehmer/in72,"Ben Öz",ben@example.org,Abgegeben,\n'
    ),
    "Moodle in French, worksheet": (
        'Identifiant,"Nom complet","Adresse de courriel",Statut,Note\n'
        '"Participant 71","Ada Lee",ada@example.org,,\n"Participant 72","Ben Öz",ben@example.org,,\n'
    ),
    "Moodle in French, semicolons": (
        "Prénom;Nom de famille;Numéro d'identification;Adresse de courriel\r\nAda;Lee;;ada@example.org\r\n"
        "Ben;Öz;;ben@example.org\r\n"
    ),
    "Moodle in Spanish": (
        'Nombre,Apellido(s),"Dirección de correo"\nAda,Lee,ada@example.org\nBen,Öz,ben@example.org\n'
    ),
    "Moodle in Italian": "Nome,Cognome,Indirizzo email\nAda,Lee,ada@example.org\nBen,Öz,ben@example.org\n",
    "Moodle in Finnish, which no list of titles has": (
        "Etunimi,Sukunimi,Sähköpostiosoite\nAda,Lee,ada@example.org\nBen,Öz,ben@example.org\n"
    ),
    "Canvas in German": (
        "Studierende(r),ID,SIS-Benutzer-ID,SIS-Anmelde-ID,Abschnitt,ps1 (55)\n"
        '"    Mögliche Punkte",,,,,10\n"Lee, Ada",1001,s1,ada,Eins,\n"Öz, Ben",1002,s2,ben,Eins,3\n'
        f'"Testkonto",1003,,{"5b7a" * 10},Eins,\n'
    ),
    "Excel's own first line": "sep=;\nid;name\nada;Ada Lee\nben;Ben Öz\n",
    "Excel's first line, and titles": "sep=;\n\nCourse;autumn\nid;name\nada;Ada Lee\nben;Ben Öz\n",
    "many empty lines": "\n" * 14 + "id,name\nada,Ada Lee\nben,Ben Öz\n",
    "a name with what ends a line elsewhere": "id,name\nada,Ada\u2028Lee\nben,Ben\x0bÖz\n",
    "titles above": "Language models, autumn\n\nList of students,2 of 2\nUsername,Name\nada,Ada Lee\nben,Ben Öz\n",
    "Blackboard": (
        "Last Name,First Name,Username,Student ID,Availability\nLee,Ada,ada,900100,Yes\nÖz,Ben,ben,900200,Yes\n"
    ),
    "Brightspace": (
        "OrgDefinedId,Username,Last Name,First Name,End-of-Line Indicator\n"
        "#900100,#ada,Lee,Ada,#\n#900200,#ben,Öz,Ben,#\n"
    ),
}


@for_each("name", ELSEWHERE)
def test_a_list_from_elsewhere_is_read(name, tmp_path):
    found = load(tmp_path, ELSEWHERE[name], "utf-8-sig")
    assert [student.id for student in found] == ["ada", "ben"]
    if "no list" in name:
        assert "Etunimi, Sukunimi" in found.notes[0]
        return
    assert found.named("Lee, Ada") == found.named("Ada Lee") == ["ada"]
    assert [student.full_name for student in found] == ["Ada Lee", "Ben Öz"]
    assert found.named("participant 72") == (["ben"] if "worksheet" in name else [])
    assert found.numbered("1002") == (["ben"] if "Canvas" in name else [])
    if name in ("Blackboard", "Brightspace"):
        assert found.named("900200") == ["ben"]


# Code pages


@for_each(
    "page, names",
    [
        ("cp1252", "Zoë Ng"),
        ("cp1250", "Łódź Śląsk"),
        ("mac_roman", "Zoë Ng"),
    ],
)
def test_letters_that_make_words_in_one_code_page_alone_are_taken_and_told(page, names, tmp_path):
    found = load(tmp_path, f"id,name\ns1,{names}\n", page)
    assert next(iter(found)).name == names
    assert names.split()[0] in found.notes[0]
    assert not load(tmp_path, f"id,name\ns1,{names}\n").notes


@for_each(
    "page, names",
    [
        ("cp1252", "José Muñoz"),
        ("cp1250", "Dvořák"),
        ("gb18030", "王小明"),
        ("cp949", "김민수"),
        ("cp1251", "Анна Смирнова"),
        ("cp932", "鈴木 さくら"),
    ],
)
def test_letters_that_make_words_in_several_are_asked_for(page, names, tmp_path):
    """No student is called José Muńoz without a word."""
    text = f"id,name\ns1,{names}\n"
    with pytest.raises(RosterError, match=f"{names.split()[-1]} ?.*\\({page}"):
        load(tmp_path, text, page)
    assert next(iter(load(tmp_path, text, page, encoding=page))).name == names


def test_one_letter_of_another_code_page_spoils_no_other(tmp_path):
    text = "id,name\ns1,Zoë Ng\ns2,José Cruz\ns3,Ana\n".encode() + b"s4,Andr\xe9\n"
    with pytest.raises(RosterError, match="row 5: a letter is not in UTF-8"):
        load(tmp_path, text)


# The settings


def test_the_settings_say_what_a_list_does_not(tmp_path):
    room = classroom(tmp_path / "class")
    text = "Matrikel;Wer\nada;Ada Muñoz\n"
    (room.root / "roster.csv").write_bytes(text.encode("cp1252"))
    with pytest.raises(ClassroomError, match="can be read in 2 ways"):
        room.roster()
    settings = room.root / SETTINGS
    settings.write_text('[roster]\nencoding = "cp1252"\n', encoding="utf-8")
    with pytest.raises(ClassroomError, match=r"has no column id\. Its columns are: Matrikel, Wer"):
        room.roster()
    said = '[roster]\nencoding = "cp1252"\ncolumns = {id = "Matrikel", name = "Wer"}\n'
    settings.write_text(said, encoding="utf-8")
    assert list(room.roster()) == [Student("ada", name="Ada Muñoz")]


@for_each(
    "table, message",
    [
        ('code = "x"', "no setting 'code'"),
        ('encoding = "klingon"', "no encoding 'klingon'"),
        ("encoding = 1", "must be a text"),
        ('columns = "id"', "must be a table"),
        ('columns = {who = "x"}', "has 'who'"),
        ('columns = {id = "x"}', "no column 'x'"),
    ],
)
def test_settings_of_the_list_that_cannot_be_are_told(table, message, tmp_path):
    room = classroom(tmp_path / "class")
    (room.root / "roster.csv").write_bytes(b"id,name\nada,Zo\xeb\n")
    (room.root / SETTINGS).write_text(f"[roster]\n{table}\n", encoding="utf-8")
    with pytest.raises(ClassroomError, match=message):
        room.roster()
