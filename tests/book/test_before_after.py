"""The questions before and after: two forms alike, in words that a newcomer knows."""

import re
from pathlib import Path

import pytest
import yaml
from whichbank_site.pages.misconceptions import headings

from whichbank.before_after import FORMS, RIGHT, WRONG, _idea, ideas, parts
from whichbank.exercises.other_numbers import other_numbers

BOOK = Path(__file__).parents[2] / "book"
FORM_MINUTES = 10
WORDS_A_MINUTE, SECONDS_TO_CHOOSE = 200, 10


def words(form: str, *, of: tuple[str, ...] = ("text", RIGHT, *WRONG)) -> dict[str, str]:
    return {one.id: " ".join(one.forms[form][name] for name in of) for one in ideas().values()}


def test_the_parts_are_those_of_the_contents():
    contents = yaml.safe_load((BOOK.parent / "_toc.yml").read_text(encoding="utf-8"))["parts"]
    found = {
        part["caption"]: [Path(one["file"]).name for one in part["chapters"]] for part in contents
    }
    for part in parts().values():
        assert found[part.caption] == list(part.pages)
        assert [one.part for one in ideas().values()].count(part.id) == 5
        for exercise in part.by_hand:
            assert exercise.partition(".")[0] in part.pages
            assert len(other_numbers(exercise)) >= len(FORMS), "each form has numbers of its own"


def test_an_idea_leads_to_where_it_is_taught(subtests):
    for one in ideas().values():
        with subtests.test(one.id):
            page, section = one.see.split("#")
            assert page in parts()[one.part].pages
            assert section in headings(BOOK, page), f"there is no section {one.see}"


def test_no_question_uses_a_word_of_the_course(subtests):
    """A newcomer can answer: no term of the glossary, and none of the words of its stories."""
    glossary = (BOOK / "glossary.md").read_text(encoding="utf-8")
    terms = re.findall(r"^([A-Za-z][\w -]+)$", glossary.partition("{glossary}")[2], re.MULTILINE)
    assert len(terms) > 50
    stories = ["bank", "banks", "apple", "river", "money", "grows", "tea"]
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, [*terms, *stories]))})s?\b", re.IGNORECASE)
    for form in FORMS:
        for id, text in words(form).items():
            with subtests.test(f"{id} {form}"):
                assert not pattern.findall(text)


def test_the_forms_are_alike_and_take_ten_minutes():
    for form in FORMS:
        minutes = sum(len(text.split()) for text in words(form).values()) / WORDS_A_MINUTE
        assert minutes + len(ideas()) * SECONDS_TO_CHOOSE / 60 <= FORM_MINUTES
        longest = [
            max((RIGHT, *WRONG), key=lambda name, one=one, form=form: len(one.forms[form][name]))
            for one in ideas().values()
        ]
        assert longest.count(RIGHT) <= len(ideas()) / 3, "length tells the right answer"
    for id, text in words("A").items():
        assert 0.5 < len(text.split()) / len(words("B")[id].split()) < 2, id
    assert len({text for form in FORMS for text in words(form).values()}) == 2 * len(ideas())


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"part": "nowhere"}, "part must be one of"),
        ({"thoughts": {"b": "no-such-thought", "c": "average-is-a-vote"}}, "must name a misconc"),
        ({"thoughts": {"b": "average-is-a-vote"}}, "must name a misconception for each of b, c"),
        ({"A": {"text": "Which?", "a": "This", "b": "That"}}, "form A: c is missing"),
        ({"id": "Not Short"}, "id must be small letters"),
        ({"more": "x"}, "more is not known"),
    ],
)
def test_an_idea_that_lacks_something_is_refused_by_its_name(change, told):
    form = {"text": "Which?", "a": "This", "b": "That", "c": "Both"}
    thoughts = {"b": "average-is-a-vote", "c": "average-is-a-vote"}
    whole = {"id": "one", "part": "meanings", "why": "So.", "see": "a#b", "A": form, "B": form}
    assert _idea(whole | {"thoughts": thoughts}).forms["B"] == form
    with pytest.raises(ValueError, match=told):
        _idea(whole | {"thoughts": thoughts} | change)
