"""The site's one style sheet keeps what a page can use, and its icons are the theme's."""

from types import SimpleNamespace

import pytest
from whichbank_site import icons, scripts, styles


@pytest.mark.parametrize(
    ("rule", "kept"),
    [
        ("p { color: red }", True),
        (".seen { color: red }", True),
        (".unseen { color: red }", False),
        ("p.unseen { color: red }", False),
        ("#unseen { color: red }", False),
        ("canvas { color: red }", False),
        (".seen:not(.unseen) { color: red }", True),
        (":is(.unseen, .seen) p { color: red }", True),
        ('html[data-theme="dark"] .seen::before { color: red }', True),
        ("@media print { .seen { color: red } }", True),
        ("@media print { .unseen { color: red } }", False),
        (":root { --unseen: red }", True),
    ],
)
def test_a_rule_stays_when_a_page_can_match_it(rule, kept):
    assert bool(styles.used(rule, {"p", "html", "seen"})) == kept


def test_of_several_selectors_those_stay_that_match():
    assert styles.used(".seen, .unseen, p > .seen{color:red}", {"p", "seen"}) == ".seen, p > .seen{color:red}"


@pytest.mark.parametrize(
    ("sheet", "kept"),
    [
        ("p{--a:1px}", "p{}"),
        ("p{--a:1px;color:red}", "p{color:red}"),
        ("p{--a:1px;margin:var(--a)}", "p{--a:1px;margin:var(--a)}"),
        ("p{--a:1px;margin:var( --a, 2px)}", "p{--a:1px;margin:var( --a, 2px)}"),
        ("p{--a:var(--b)}q{--b:1px}", "p{}q{}"),
        ("p{--a:var(--b);top:var(--a)}q{--b:1px}", "p{--a:var(--b);top:var(--a)}q{--b:1px}"),
        ("p{--named-elsewhere:1px}", "p{--named-elsewhere:1px}"),
        ('p{--a:url("data:image/svg+xml;utf8,{}");top:0}', "p{top:0}"),
        ("p{--a:url(data:image/png;base64,AA==);top:0}", "p{top:0}"),
        ("p{--a: ;top:0}", "p{top:0}"),
        ("p{margin--a:1px}.x--b:hover{top:0}", "p{margin--a:1px}.x--b:hover{top:0}"),
    ],
)
def test_a_custom_property_stays_when_something_asks_for_it(sheet, kept):
    assert styles.asked(sheet, {"--named-elsewhere"}) == kept


def test_a_page_gives_its_classes_and_no_words_of_its_text():
    words = styles._on_page('<p class="a b" id="c">text</p><script>add("d")</script>')
    assert {"a", "b", "c", "d", "p"} <= words
    assert "text" not in words


@pytest.mark.parametrize(
    "name", ["rocket", "github", "magnifying-glass", "pencil-alt", "circle-half-stroke", "file-pdf"]
)
def test_an_icon_is_found_by_its_name(name):
    assert f".fa-{name} {{" in icons.rules([f"fa-{name}"])


def test_the_icon_font_holds_what_the_sheet_writes():
    assert 200 < len(icons.font("a::after{content:'\uf35d'}")) < 2_000


def test_scripts_come_later_but_on_the_search_page():
    script = SimpleNamespace(filename="a.js", attributes={"defer": "defer"})
    inline = SimpleNamespace(filename=None, attributes={"body": "DOCUMENTATION_OPTIONS.pagename = 'a';"})
    context = {"script_files": [script, inline]}
    scripts._wait(None, "book/intro", "page.html", context, None)
    assert context["script_files"] == [script]
    assert script.attributes == {"type": scripts.LATER}
    scripts._wait(None, "search", "search.html", context, None)
    assert script.attributes == {}
