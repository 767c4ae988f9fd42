"""Read a class's list as a spreadsheet or a learning management system writes it, in many languages
and code pages.
"""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from .decoding import RosterError, decoded
from .students import Roster, Student, key, unsafe

# What each column is called in nbgrader's own list, by Canvas, Moodle, Blackboard and Brightspace,
# and in plain words (all as ``key`` has them). The id is the first of its names that is there.
COLUMNS = {
    "id": (
        "id username userid sisloginid loginid student studentid orgdefinedid benutzername "
        "anmeldename nomdutilisateur nombredeusuario nomeutente nomedeusuario gebruikersnaam"
    ),
    "first_name": "firstname givenname forename vorname prenom nombre nombres nome voornaam imie",
    "last_name": (
        "lastname surname familyname nachname nom nomdefamille apellidos apellido cognome apelido "
        "sobrenome achternaam nazwisko"
    ),
    "name": "name fullname studentname vollstandigername nomcomplet nombrecompleto nomecompleto",
    "email": (
        "email emailaddress mail emailadresse adressedecourriel courriel direcciondecorreo "
        "correoelectronico correo indirizzoemail enderecodeemail emailadres adresemail"
    ),
    "lms_id": (
        "lmsid lmsuserid canvasid canvasuserid moodleid idnumber sisuserid idnummer "
        "numerodidentification numerodeid"
    ),
    "also": "also alias aliases othernames identifier identifiant identificador",
    "section": "section",
}
_PARTICIPANT = re.compile(
    r"(?:participant|participante|partecipante|teilnehmer|deelnemer|uczestnik)\D*(\d+)", re.I
)
_ASSIGNMENT = re.compile(r"\(\d+\)$")
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


def load(path: Path, encoding: str = "", columns: Mapping[str, str] | None = None) -> Roster:
    """Read a list of students from a CSV file, as a spreadsheet, nbgrader, Canvas, Moodle,
    Blackboard or Brightspace writes it.

    Its first row names the columns; a line ``sep=;`` and titles may stand above it. "id" (or
    "student", "username", …) must be one of them. Moodle's lists have none: there the email address
    names a student, up to its @ where that is enough. Separated by commas, semicolons or tabs; in
    UTF-8, UTF-16, or a code page if there is only one that makes words of its letters. Raises
    RosterError with the line and what to change.

    Parameters
    ----------
    path : Path
        The file.
    encoding : str, optional
        The file's code page, as the settings give it.
    columns : mapping, optional
        The title of each column that cannot be known by its title: ``{"id": "Matrikel"}``.
    """
    header, rows, notes = table(path, encoding, columns)
    places, also = _columns(header, rows, columns or {}, path.name)
    if "id" not in places and "email" in places:
        ids = _by_email([row[places["email"]] for row in rows.values()])
        rows = {number: [*row, one] for (number, row), one in zip(rows.items(), ids, strict=True)}
        places["id"] = len(header)
    if "id" not in places:
        raise RosterError(
            f"{path.name} has no column id. Its columns are: {', '.join(header)}. Say in the "
            'settings which of them it is: [roster] with columns = {id = "…"}.'
        )
    unknown = [title for i, title in enumerate(header) if i not in {*places.values(), *also}]
    if unknown and not {"name", "first_name", "last_name"} & {*places}:
        notes.append(
            f"{path.name} says nobody's name, as far as its columns are known. Not known: "
            f"{', '.join(unknown)}. If it does, say so in the settings: [roster] with columns "
            '= {first_name = "…", last_name = "…"}.'
        )
    canvas = "lms_id" in places and key(header[places["lms_id"]]) == "id"
    students: dict[str, Student] = {}
    for number, row in rows.items():
        cells = {name: row[i] for name, i in places.items()}
        if canvas and (not cells["lms_id"] or re.fullmatch("[0-9a-f]{40}", cells["id"])):
            continue  # a row of Canvas's that is nobody's, and its own test student
        cells["id"] = cells["id"] or (cells["lms_id"] if canvas else "")
        others = [part.strip() for i in also for part in row[i].split("|") if part.strip()]
        # Canvas: "Ng, Zoë"
        if cells.get("name", "").count(",") == 1 and not cells.get("last_name"):
            last, first = cells.pop("name").split(",")
            cells |= {"first_name": first.strip(), "last_name": last.strip()}
        student = Student(**cells, also=tuple(map(participant, others)))
        if why := unsafe(student.id):
            raise RosterError(
                f"{path.name}, row {number}: the id {student.id!r} cannot name a folder: {why}."
            )
        folded = student.id.casefold()
        if folded in students:
            other = students[folded].id
            raise RosterError(
                f"{path.name}, row {number}: the id {student.id!r} is there already, as {other!r}."
            )
        students[folded] = student
    return Roster(students.values(), notes)


# The table


def table(
    path: Path, encoding: str = "", columns: Mapping[str, str] | None = None
) -> tuple[list[str], dict[int, list[str]], list[str]]:
    """Return the header of a list, its rows by the numbers of their lines, and what to tell of its
    letters.
    """
    text, notes = decoded(path.read_bytes(), path.name, encoding)
    lines = io.StringIO(text, newline="").readlines()  # a name may hold what ends a line elsewhere
    top, separator = _header(lines, columns or {}, path.name)
    rows = _rows(lines, top, separator, path.name)
    return rows.pop(top + 1), rows, notes


def _header(lines: Sequence[str], given: Mapping[str, str], name: str) -> tuple[int, str]:
    """Return which line names the columns, and what separates them: the first with a title that is
    known, or else the first that is not empty.
    """
    separators = ",;\t"
    known = {*COLUMNS["id"].split(), *COLUMNS["email"].split(), *map(key, given.values())}
    written = [i for i, line in enumerate(lines) if line.strip()]
    if written and (marked := re.fullmatch(r"\s*sep=(.)\s*", lines[written[0]], re.IGNORECASE)):
        separators, written = marked[1], written[1:]
    if not written:
        raise RosterError(
            f"{name} is empty. Its first row must name the columns: id,first_name,last_name,email."
        )
    for i in written[:12]:
        for separator in sorted(separators, key=lines[i].count, reverse=True):
            if known & {key(cell) for cell in _cells(lines[i], separator)}:
                return i, separator
    return written[0], max(separators, key=lines[written[0]].count)


def _cells(line: str, separator: str) -> list[str]:
    return next(csv.reader([line.rstrip("\r\n")], delimiter=separator), [])


def _rows(lines: Sequence[str], top: int, separator: str, name: str) -> dict[int, list[str]]:
    """Return the rows from the header on, by their lines' numbers from 1; empty ones are left
    out.
    """
    reader = csv.reader(lines[top:], delimiter=separator, strict=True)
    rows: dict[int, list[str]] = {}
    before, width = top, 0
    try:
        for row in reader:
            number, before = before + 1, top + reader.line_num
            if any("\n" in cell or "\r" in cell for cell in row):
                raise RosterError(
                    f"{name}, row {number}: a cell goes on over {before - number + 1} lines. A "
                    "quotation mark is missing or one too many there, or a name has a line break."
                )
            cells = [" ".join(cell.split()) for cell in row]
            width = width or len(cells)
            if not any(cells):
                continue
            if any(cells[width:]) or len(cells) < width:
                raise RosterError(
                    f"{name}, row {number} has {len(cells)} cells, and the header has {width}. Is "
                    f"there a {separator!r} too many or too few, or one in a name without quotation "
                    "marks?"
                )
            rows[number] = cells[:width]
    except csv.Error as error:
        raise RosterError(
            f"{name}, from row {before + 1} on: {error}. Is there a quotation mark without its "
            "partner?"
        ) from None
    return rows


def _columns(
    header: list[str], rows: Mapping[int, list[str]], given: Mapping[str, str], name: str
) -> tuple[dict[str, int], list[int]]:
    """Return where each column is, and which columns hold further names of a student."""
    titles = [key(title) for title in header]
    found = _canvas(titles, rows, any(map(_ASSIGNMENT.search, header)))
    also: list[int] = []
    if not found:
        for column, known in COLUMNS.items():
            names = known.split()
            places = sorted(
                (names.index(title), i) for i, title in enumerate(titles) if title in names
            )
            if column == "also":
                also += [i for _, i in places]
            elif places:
                found[column] = places[0][1]
                also += [i for _, i in places[1:] if column == "id"]
    for column, title in given.items():
        if key(title) not in titles:
            raise RosterError(
                f"{name} has no column {title!r}. Its columns are: {', '.join(header)}."
            )
        found[column] = titles.index(key(title))
    cells = {i: [row[i] for row in rows.values() if row[i]] for i in range(len(header))}
    if "email" not in found:
        addresses = [i for i, held in cells.items() if held and all(map(_EMAIL.fullmatch, held))]
        found |= {"email": addresses[0]} if addresses else {}
    ids = cells[found["id"]] if "id" in found and "id" not in given else []
    if ids and "email" in found and all(map(_PARTICIPANT.match, ids)):
        also.append(found.pop("id"))  # Moodle's numbers of its participants
    for i in {*also, found["id"]} if "id" in found else also:
        if cells[i] and all(cell.startswith("#") for cell in cells[i]):  # Brightspace: "#jng"
            for row in rows.values():
                row[i] = row[i].removeprefix("#")
    return found, also


def _canvas(titles: list[str], rows: Mapping[int, list[str]], assignments: bool) -> dict[str, int]:
    """Return where Canvas has its columns, in whatever language it speaks; empty if it is not
    Canvas's list.

    There the column ID has numbers of its own, login and user id stay "SIS" in all languages, and
    the titles of assignments end in their numbers.
    """
    if "id" not in titles or titles.index("id") not in (1, 2):
        return {}
    place = titles.index("id")
    sis = [i for i, title in enumerate(titles) if "sis" in title and "section" not in title]
    numbers = [row[place] for row in rows.values() if row[place]]
    if not (
        assignments or {"section", "student"} <= {*titles} or "sisloginid" in titles or len(sis) > 1
    ):
        return {}
    if not all(one.isdecimal() for one in numbers):
        return {}
    login = (
        sis[1]
        if len(sis) > 1
        else (titles.index("sisloginid") if "sisloginid" in titles else place)
    )
    names = {"name": 0} if place == 1 else {"last_name": 0, "first_name": 1}
    after = max([place, *sis]) + 1
    section = titles.index("section") if "section" in titles else after
    return {"id": login, "lms_id": place, **names} | (
        {"section": section} if section < len(titles) else {}
    )


def participant(name: str) -> str:
    """Moodle's number of a participant, as the names of its files have it."""
    found = _PARTICIPANT.fullmatch(name)
    return f"participant {found[1]}" if found else name


def _by_email(emails: Sequence[str]) -> list[str]:
    """Make ids of addresses: up to the @, or whole where two would be the same."""
    whole = [email.lower() for email in emails]
    short = [email.partition("@")[0] for email in whole]
    return short if len({*short}) == len(short) else whole
