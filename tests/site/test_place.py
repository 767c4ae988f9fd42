"""In every browser a page keeps the reader's place: after a reload, on the way back, and where a
link leads.
"""

import json
import os
import re
from html import unescape

import pytest
from agreement import agreed
from built import BUILT, built_pages, different, models
from drawn import READ, Drawn
from engines import Watched
from moves import MOVES

from tools import heights

COUNT = int(os.environ.get("WHICHBANK_MOVES", "15"))  # of the figures of each page
PAGES = [page for page in built_pages() if page.startswith("book/")] or built_pages()
FIGURE_PAGES = [page for page in PAGES if models(page)]
PICTURE_PAGE = "book/choosing.html"
FORMULA_PAGE = "book/ripples.html"
COVERED_PAGE = "book/jobs.html"
ROOM = 8  # pixels
# All that comes after the text has come: the figures, the marks of what is done, the buttons'
# scripts.
WHOLE = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const whole = () => document.readyState === "complete" && !document.querySelector("script[type=wb-later]")
    && [...document.querySelectorAll(".wb-live")].every((place) => place.matches(":has(.wb-figure)"));
  while (!dispatchEvent(new Event("scroll")) || !whole()) await new Promise((next) => setTimeout(next, 10));
  await document.fonts.ready;
  for (let i = 0; i < 3; i++) await frame();
}"""
# How far from where it belongs each heading lands that a link leads to, where the page does not end
# before.
LINKS = """async (ids) => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const off = (id) => {
    const [place, page] = [document.getElementById(id), document.documentElement];
    const {top} = place.getBoundingClientRect();
    const away = [[page, "scrollPaddingTop"], [place, "scrollMarginTop"]].reduce(
      (left, [node, room]) => left - (parseFloat(getComputedStyle(node)[room]) || 0), top);
    return away > 0 && scrollY >= page.scrollHeight - innerHeight - 2 ? 0 : away;
  };
  const found = [];
  for (const id of ids ?? [...document.querySelectorAll("article section[id]")].map((section) => section.id)) {
    if (!ids) location.hash = id;
    if (Math.abs(off(id)) > 8) await frame();
    found.push([id, off(id)]);
  }
  return found;
}"""
# Scroll, and tell what stands where.
SCROLL = """async (share) => {
  scrollTo({top: share * (document.documentElement.scrollHeight - innerHeight), behavior: "instant"});
  for (let i = 0; i < 2; i++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60)));
}"""
STANDS = """() => [...document.querySelectorAll("article :is(p, h1, h2, h3, pre, li):not(.wb-live *, .wb-try *)")]
  .map((part) => [part.textContent.slice(0, 40), Math.round(part.getBoundingClientRect().top)])"""
SEEN = """() => [...document.body.querySelectorAll("*")]
  .filter((node) => getComputedStyle(node).visibility === "visible").map((node) => node.outerHTML.slice(0, 60))"""
# The page waits a second at most; a busy machine looks later than that.
PATIENT = """{
  const later = window.setTimeout;
  window.setTimeout = (call, time, ...more) => (time === 1000 ? 0 : later(call, time, ...more));
}"""
# Scroll down and up, until the way to the top is offered.
UPWARD = """() => {
  scrollTo({top: scrollY > 3000 ? scrollY - 9 : 5000, behavior: "instant"});
  return document.documentElement.matches(".show-back-to-top");
}"""
# What moved without the reader's doing since the page is there; only Chromium tells.
SHIFTS = """() => new Promise((done) => {
  const found = [];
  new PerformanceObserver((list) => found.push(...list.getEntries())).observe({type: "layout-shift", buffered: true});
  const told = ({value, sources}) => value < 0.0005 ? [] : sources.map(({node, previousRect, currentRect}) =>
    `${value.toFixed(4)} ${node?.outerHTML?.slice(0, 90)} ${JSON.stringify([previousRect, currentRect])}`);
  setTimeout(() => done(found.flatMap(told)), 50);
})"""
PAINTED = "performance.getEntriesByName('first-contentful-paint').length"
# The table whose end is still to come, where its columns depend on it; an earlier one is whole,
# however far a busy machine has read.
EARLY = """() => [...document.querySelectorAll(".table-wrapper:not(:has(+ *)) table.docutils")].slice(-1)
  .some((last) => !last.matches(".wb-even") && last.checkVisibility({visibilityProperty: true}))"""
LOADED = """async () => {
  while (document.readyState !== "complete") await new Promise((next) => setTimeout(next, 10));
}"""
SHOWN = """() => [...document.querySelectorAll(".wb-live")].map((place) => {
  const shows = (what) => [...place.querySelectorAll(what)].some((one) => one.getBoundingClientRect().height > 20);
  const still = shows("ol.wb-fallback, div.wb-fallback") || (shows("img") && shows("table.wb-fallback"));
  return [place.dataset.model, place.matches(":has(.wb-figure)"), still];
})"""
# Look at the last picture, whether it has come or not; wait for it; how high it is.
PICTURE = (
    "[...document.querySelectorAll('article img.only-light')].findLast((one) => "
    "!one.closest('.wb-live'))"
)
LOOK = f"() => {PICTURE}.scrollIntoView()"
COMES = (
    f"async () => {{ while (!{PICTURE}.naturalWidth) await new Promise((next) => setTimeout(next, "
    "10)); }"
)
HEIGHT = f"() => {PICTURE}.offsetHeight"
HEADS = """() => {
  document.querySelector(".wb-across [aria-label=Table]").click();
  return [...document.querySelectorAll(".wb-tight thead th")].map((head) => head.firstElementChild ?? head)
    .filter((head) => head.textContent.length > 4 && head.offsetHeight)
    .map((head) => [head.textContent, head.offsetHeight, head.parentNode.offsetWidth]);
}"""
COME = (
    "[...document.querySelectorAll('.wb-live')].every((place) => "
    "place.matches(':has(.wb-figure), .wb-still'))"
)
KINDS = "(name) => moves.find(document.querySelector(`[data-model=${name}]`)).map(({kind}) => kind)"
MOVE = """async ([name, j, i]) => {
  const place = document.querySelector(`[data-model=${name}]`);
  place.scrollIntoView(); // some figures show numbers only where they are seen
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
  const found = moves.find(place)[j]; // a move may take others away
  if (found) moves.move(found, i);
}"""
pytestmark = pytest.mark.browser


def anchors(address: str) -> list[str]:
    text = (BUILT / address).read_text(encoding="utf-8")
    return [unescape(one) for one in re.findall(r'<section[^>]* id="([^"]+)"', text)] or [""]


@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.wide)])
@pytest.mark.parametrize("address", PAGES)
def test_links_reload_and_the_way_back_land_where_they_belong(engine, address, width, watched):
    engine.set_viewport_size({"width": width, "height": 844})
    ids = anchors(address)
    linked = ids[2 * len(ids) // 3]
    shifts = []

    def whole() -> None:
        engine.evaluate(WHOLE)
        if engine.name == "chromium":
            shifts.extend(engine.evaluate(SHIFTS))

    engine.goto(f"{watched}{address}#{linked}")
    whole()
    wrong = [("opened at", *one) for one in engine.evaluate(LINKS, [linked]) if abs(one[1]) > ROOM]
    wrong += [("link to", *one) for one in engine.evaluate(LINKS) if abs(one[1]) > ROOM]
    for what, share in (("reload", 0.55), ("back", 0.3)):
        engine.evaluate(SCROLL, share)
        before = engine.evaluate(STANDS)
        if what == "reload":
            engine.reload()
        else:
            engine.goto(f"{watched}404.html")
            engine.go_back()
        whole()
        after = engine.evaluate(STANDS)
        off = [(text, now - then) for (text, then), (_, now) in zip(before, after, strict=True)]
        away = [one for one in off if abs(one[1]) > ROOM]
        wrong += [(what, share, len(away), away[0], away[-1])] if away else []
    assert (wrong, shifts) == ([], [])
    assert engine.evaluate("window.faults") == []


@pytest.mark.parametrize("address", PAGES)
def test_what_comes_late_of_a_page_moves_nothing_that_is_there(
    address, new_page, watched, monkeypatch
):
    """As when the network is slow: the first part is painted before the second comes, also where a
    table is parted.
    """
    page = new_page(covered=True, viewport={"width": 390, "height": 844})
    text = (BUILT / address).read_bytes()
    opened = text.find(b"<article")
    parts = [("", (opened + len(text)) // 2)]
    for found in re.finditer(rb'<table class="docutils.*?</table>', text, re.DOTALL):
        before = re.findall(rb'<section[^>]* id="([^"]+)"', text[: found.start()])
        rows = [one.end() for one in re.finditer(b"</tr>", text[found.start() : found.end()])]
        parts += [
            ("#" + before[-1].decode(), found.start() + rows[i * len(rows) // 4]) for i in range(4)
        ]
    wrong = []
    for linked, parted in parts:
        with monkeypatch.context() as patch:
            patch.setattr(Watched, "parted", parted)
            page.goto(f"{watched}{address}{linked}", wait_until="commit")
            page.wait_for_function(PAINTED)
            wrong += (
                [(linked, parted, "is shown in part")] if linked and page.evaluate(EARLY) else []
            )
        page.evaluate(WHOLE)
        wrong += [(linked, parted, one) for one in page.evaluate(SHIFTS)]
        page.goto("about:blank")
    assert wrong == []


def test_a_picture_that_was_on_its_way_when_the_reader_left_comes_on_the_way_back(
    engine, watched, monkeypatch
):
    """Only this picture is held, for a browser fetches six things at once, and it has not been kept
    from before.
    """
    text = (BUILT / PICTURE_PAGE).read_text(encoding="utf-8")
    *_, last = [tag for tag in re.findall("<img[^>]*>", text) if "only-light" in tag]
    last = re.search('src="../(_images/[^"]+)', last)[1]
    engine.set_viewport_size({"width": 390, "height": 844})
    monkeypatch.setattr(Watched, "held", last)
    engine.goto(f"{watched}elsewhere-1/{PICTURE_PAGE}")
    engine.evaluate(LOADED)  # WebKit leaves no way back to a page that is not
    engine.evaluate(LOOK)
    assert last in engine.evaluate(f"{PICTURE}.src")
    before = engine.evaluate(HEIGHT)
    engine.goto(f"{watched}404.html")
    monkeypatch.undo()
    engine.go_back()
    engine.evaluate(LOADED)
    assert engine.evaluate(HEIGHT) == before > 100
    engine.evaluate(COMES)
    assert engine.evaluate(HEIGHT) == before


def test_after_a_visit_without_the_font_of_the_formulas_a_reload_shows_the_same_lines(
    engine, watched, monkeypatch
):
    """The font that did not come is there then, and formulas above are higher."""
    engine.set_viewport_size({"width": 390, "height": 844})
    monkeypatch.setattr(Watched, "refused", ".woff2")
    engine.goto(f"{watched}elsewhere-2/{FORMULA_PAGE}")
    engine.evaluate(WHOLE)
    engine.evaluate(SCROLL, 0.9)
    before = engine.evaluate(STANDS)
    monkeypatch.undo()
    engine.reload()
    engine.evaluate(WHOLE)
    after = engine.evaluate(STANDS)
    seen = next(i for i, (_, top) in enumerate(before) if top >= 0)
    assert after[seen][0] == before[seen][0]
    assert after[seen][1] == pytest.approx(before[seen][1], abs=ROOM)
    assert abs(after[0][1] - before[0][1]) > ROOM


def test_while_a_page_waits_for_the_font_of_the_formulas_nothing_of_it_is_seen(
    new_page, watched, monkeypatch
):
    """What were seen would move when the formulas get their heights."""
    page = new_page(covered=True)
    page.add_init_script(PATIENT)
    monkeypatch.setattr(Watched, "held", "math.woff2")
    page.goto(f"{watched}elsewhere-3/{COVERED_PAGE}", wait_until="commit")
    page.wait_for_selector(".wb-cover", state="attached")
    page.wait_for_function(UPWARD)
    assert page.evaluate(SEEN) == []
    monkeypatch.undo()
    page.evaluate(WHOLE)
    assert len(page.evaluate(SEEN)) > 100
    assert page.evaluate(SHIFTS) == []


@pytest.mark.parametrize("width", [390, 1280])
def test_the_heads_of_narrow_columns_run_downward(engine, width, watched):
    engine.set_viewport_size({"width": width, "height": 844})
    for address in [
        page
        for page in FIGURE_PAGES
        if "across" in {one["module"] for one in models(page).values()}
    ]:
        engine.goto(watched + address)
        engine.evaluate(WHOLE)
        heads = engine.evaluate(HEADS)
        assert heads
        assert [one for one in heads if one[1] < one[2]] == []


@pytest.mark.parametrize("address", FIGURE_PAGES)
def test_where_figures_never_come_a_picture_and_the_numbers_stay(
    engine, address, watched, monkeypatch
):
    monkeypatch.setattr(Watched, "refused", "/host.js")
    engine.set_viewport_size({"width": 390, "height": 844})
    engine.goto(watched + address)
    engine.evaluate(LOADED)
    shown = engine.evaluate(SHOWN)
    assert {name for name, _, _ in shown} == set(models(address))
    assert [one for one in shown if one[1:] != [False, True]] == []


@pytest.mark.parametrize("address", FIGURE_PAGES)
def test_without_one_of_its_scripts_a_page_shows_each_figure_or_its_picture_and_numbers(
    address, new_page, site
):
    """What all pages have is blocked on the first, and a figure's own script on each page that has
    it.
    """
    scripts = set(
        re.findall(r'<script[^>]* src="([^"?]+)', (BUILT / address).read_text(encoding="utf-8"))
    )
    own = {f"../_static/figures/{model['module']}.js" for model in models(address).values()}
    # without which there is no figure
    every = {f"../_static/figures/{name}.js" for name in ("shared", "host")}
    assert own | every < scripts
    for script in sorted(scripts if address == FIGURE_PAGES[0] else own):
        page = new_page()
        page.route(f"**/{script.rpartition('/')[2]}*", lambda route: route.abort())
        page.goto(site + address)
        if "host" not in script:
            page.wait_for_function(COME)
        shown = page.evaluate(SHOWN)
        assert [one for one in shown if not any(one[1:])] == [], f"without {script}"
        assert (script in own | every) == any(not alive for _, alive, _ in shown)
        page.context.close()


def test_while_a_script_hangs_a_picture_and_the_numbers_are_there(new_page, site):
    page = new_page()
    page.route("**/host.js*", lambda route: None)
    page.goto(site + FIGURE_PAGES[0], wait_until="commit")
    page.wait_for_function("document.querySelector('footer')")
    assert [one for one in page.evaluate(SHOWN) if one[1:] != [False, True]] == []


@pytest.mark.parametrize("engine", ["firefox", "webkit"], indirect=True)
@pytest.mark.parametrize("address", FIGURE_PAGES)
def test_figures_move_there_and_the_kernels_agree(engine, address, watched):
    """In Chromium every control is moved by keyboard in ``test_live_figures.py``."""
    engine.set_viewport_size({"width": 1280, "height": 844})
    engine.goto(watched + address)
    engine.evaluate(WHOLE)
    engine.evaluate(MOVES)
    ways = []
    for name in different(address):
        kinds = engine.evaluate(KINDS, name)
        for j, kind in enumerate(kinds):
            if kind not in ("drag", "release"):  # these come with the press
                ways.append((name, [j, j + 1, j + 2] if kind == "press" else [j]))
    every = max(1, len(ways) // COUNT)
    for i, (name, steps) in enumerate(ways[::every]):
        for j in steps:
            engine.evaluate(MOVE, [name, j, i])
        shown = engine.evaluate(f"() => ({READ})(document.querySelector('[data-model={name}]'))")
        agreed(Drawn(**json.loads(shown)), address)
    assert engine.evaluate("window.faults") == []


def reserved(page: str) -> list[dict[str, int]]:
    """Return how high a built page keeps the places of its figures, for each width."""
    text = (BUILT / page).read_text(encoding="utf-8")
    rules = re.findall(
        r"(?:@media\(min-width:(\d+)px\)\{)?((?:\[data-model=[\w-]+\]\{--wb-high:\d+px\})+)", text
    )
    found, now = [], {}
    for width in heights.WIDTHS:
        for least, told in rules:
            if int(least or heights.WIDTHS[0]) == width:
                each = re.findall(r"model=([\w-]+)\]\{--wb-high:(\d+)", told)
                now = now | {name: int(px) for name, px in each}
        found.append(now)
    return found


def test_the_recorded_heights_are_those_of_the_figures_to_two_lines_of_text():
    """Two, since the fonts of another machine break a text elsewhere."""
    recorded = json.loads(heights.RECORD.read_text(encoding="utf-8"))
    assert set(recorded) == {page for page in PAGES if models(page)}
    wrong = [
        (page, name, width, high, there.get(name))
        for page, at in recorded.items()
        for width, told, there in zip(heights.WIDTHS, at, reserved(page), strict=True)
        for name, high in told.items()
        if abs(high - there.get(name, 0)) > 2 * 24
    ]
    assert wrong == [], "run `make heights`, and look at what has grown"
