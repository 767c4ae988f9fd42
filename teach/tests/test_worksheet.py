"""When work came, by Moodle's grading worksheet beside its zip."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from collected import for_each
from handing_in import GOOD, answered, classroom, handed_out, put
from whichbank_teach.classroom.folder import SETTINGS
from whichbank_teach.collect import NO_SHEET, NO_ZONE, collect
from whichbank_teach.collect.worksheet import date, times

BERLIN = ZoneInfo("Europe/Berlin")
SHEETS = {
    "English": (
        'Identifier,"Full name","Email address",Status,Grade,"Last modified (submission)",'
        '"Last modified (grade)"\n"Participant 71","Ada Lee",ada@example.org,,,'
        '"Friday, 20 November 2026, 6:04 PM","Sunday, 22 November 2026, 9:00 AM"\n'
        '"Participant 72","Ben Öz",ben@example.org,,,-,-\n'
    ),
    "German": (
        'ID,"Vollständiger Name",E-Mail-Adresse,"Zuletzt geändert (Abgabe)"\n'
        'Teilnehmer/in71,"Ada Lee",ada@example.org,"Freitag, 20. November 2026, 18:04"\n'
        'Teilnehmer/in72,"Ben Öz",ben@example.org,-\n'
    ),
    "Spanish": (
        'Identificador,"Nombre completo","Dirección de correo","Última modificación (entrega)"\n'
        '"Participante 71","Ada Lee",ada@example.org,"viernes, 20 de noviembre de 2026, 18:04"\n'
    ),
    "French": (
        "Identifiant;Nom complet;Adresse de courriel;Dernière modification (travail remis)\n"
        "Participant71;Ada Lee;ada@example.org;vendredi 20 novembre 2026, 18:04\n"
    ),
}


@for_each("language", SHEETS)
def test_a_worksheet_says_when_work_came(language, tmp_path):
    path = tmp_path / "Grades.csv"
    path.write_text(SHEETS[language], encoding="utf-8")
    when = datetime(2026, 11, 20, 17, 4, tzinfo=UTC).timestamp()
    assert times(path, BERLIN) == {"participant 71": when}


@for_each(
    "text",
    ["", "-", "No submission", "20 Brumaire 2026, 18:04", "31 June 2026, 18:04", "20 June 2026"],
)
def test_what_is_no_date_is_none(text):
    assert date(text) is None


@pytest.mark.parametrize("zone", ["Europe/Berlin", ""])
def test_work_from_moodle_gets_its_time(zone, tmp_path):
    room = classroom(tmp_path / "class")
    (room.root / SETTINGS).write_text(f'[class]\ntimezone = "{zone}"\n', encoding="utf-8")
    (room.root / "roster.csv").write_text(SHEETS["German"], encoding="utf-8")
    inbox = tmp_path / "inbox"
    put(inbox, "x/Ada Lee_71_assignsubmission_file_/ps1.ipynb", answered(handed_out(room), **GOOD))
    assert NO_SHEET in collect(room, "ps1", inbox).notes
    (inbox / "Grades-ps1.csv").write_text(SHEETS["German"], encoding="utf-8")
    report = collect(room, "ps1", inbox)
    stamp = room.collected("ada", "ps1").with_name("timestamp.txt")
    assert not report.notes
    if zone:
        assert stamp.read_text(encoding="utf-8") == "2026-11-20 17:04:00 UTC\n"
    else:
        assert not stamp.exists()
        assert NO_ZONE in str(report)
