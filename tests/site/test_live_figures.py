"""Every live figure of every page: mounted at once, moved by keyboard, and what it draws is what
the kernels say.
"""

from typing import Any

import pytest
from agreement import check
from built import alone, built_pages, different, models
from drawn import Drawn, read
from moves import MOVES
from playwright.sync_api import ElementHandle, Page

from whichbank.figures import FIGURES

# What is asked of the page is asked at once: each question costs more than its answer.
CONTROL = """(place, i) => {
  const all = place.querySelectorAll(
    ":is(input, button, select, [tabindex='0']):not(.wb-away *, .wb-tools *, .wb-turns *, [hidden], :disabled)");
  if (i >= all.length) return null;
  const {type, role, name, form} = place.control = all[i];
  const group = all[i].closest("fieldset")?.querySelectorAll("input").length;
  return {kind: type ?? role, name: `${name} ${[...document.forms].indexOf(form)}`, group, inForm: Boolean(form)};
}"""
FOCUS = """(place, text) => {
  const {control} = place;
  control.focus();
  if (text !== null) {
    control.value = text;
    control.dispatchEvent(new Event("input", {bubbles: true}));
  }
  return !control.disabled;
}"""
# What draws twice for one input; a change that comes later is another one's.
TWICE = """(() => {
  let [shared, input] = [null, 0];
  window.twice = [];
  for (const type of ["keydown", "click", "input", "change"]) addEventListener(type, () => (input += 1), true);
  const frame = requestAnimationFrame; // what glides draws in each
  window.requestAnimationFrame = (call) => frame((now) => call(now, (input += 1)));
  const counted = (follow) => (model, traits, draw) => {
    let drawn = -1;
    return follow(model, traits, () => {
      if (drawn === input) twice.push(`${model.name}: ${traits}`);
      drawn = input;
      scheduler.postTask(() => (drawn = -1), {priority: "user-blocking"}); // what comes without an input
      draw();
    });
  };
  Object.defineProperty((globalThis.wb = {}), "shared", {
    get: () => shared, set: (made) => (shared = {...made, follow: counted(made.follow)}),
  });
})()"""
# What a browser does that translates a page: each text becomes another one, in an element of its
# own.
TRANSLATE = """(place) => {
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) if (!texts.currentNode.parentNode.matches("option, textarea")) found.push(texts.currentNode);
  for (const text of found) {
    const font = document.createElement("font");
    font.textContent = text.data;
    text.replaceWith(font);
  }
}"""
UNFOLD = (
    "(place) => place.querySelectorAll('details').forEach((one) => { one.name = ''; one.open = "
    "true; })"
)
FOCUSED = "(place) => place.contains(document.activeElement) && document.activeElement.type"
# What gives a button something new to do: another answer to its own question, or another state of
# the figure.
DISTURB = """(place, [text, which]) => {
  const {form} = place.control;
  const mover = form ? form.querySelector("input") : [...place.querySelectorAll("input[type=range]")].at(which);
  const picked = (form ?? place).querySelector("input[type=radio]:checked");
  const kind = mover ? mover.type : picked ? "radio" : null;
  if (kind === "text") {
    mover.value = text;
    mover.dispatchEvent(new Event("input", {bubbles: true}));
  } else (kind === "radio" && picked || mover)?.focus();
  return kind;
}"""
KINDS = "(place) => moves.find(place).map(({kind}) => kind)"
MOVE = """(place, [j, i]) => {
  const found = moves.find(place)[j]; // a move may take others away
  if (found) moves.move(found, i);
}"""
FIGURE_PAGES = [page for page in built_pages() if models(page)]


def test_every_figure_is_on_a_page():
    shown = {model["module"] for page in built_pages() for model in models(page).values()}
    assert set(FIGURES) - shown == set(), "these figures stand on no page"


@pytest.mark.browser
@pytest.mark.parametrize("address", FIGURE_PAGES)
def test_every_control_moves_by_keyboard_and_the_kernels_agree(address, new_page):
    """Each input draws once, and what a browser's translator has rewritten goes on telling the
    truth.
    """
    page = new_page(reduced_motion="reduce")
    page.add_init_script(TWICE)
    page.goto(page.site + address)
    page.evaluate(MOVES)
    for name in different(address):
        try:
            Walk(page, alone(page, name), address).all()
        except Exception as error:
            error.add_note(f"This is the figure {name}.")
            raise
    assert page.evaluate("twice") == []
    assert page.faults == []


class Walk:
    """A way through all controls of a figure by keyboard; after each key the kernels are asked."""

    def __init__(self, page: Page, place: ElementHandle, address: str) -> None:
        self.page, self.place, self.address = page, place, address

    def all(self) -> None:
        self.place.evaluate(UNFOLD)
        self.check()
        groups = set()
        i = 0
        # a control may bring others
        while (control := self.place.evaluate(CONTROL, i)) is not None:
            what = control["kind"]
            if what == "range":
                moved = [
                    self.press(key) for key in ("End", "Home", "ArrowRight", "ArrowUp", "PageUp")
                ]
                assert len({str(state) for state in moved}) > 2, (
                    f"control {i} does not move the figure"
                )
            elif what == "radio" and control["name"] not in groups:
                groups.add(control["name"])
                assert self.pick_each(control), f"control {i} does not move the figure"
            elif what == "text":
                states = [self.press("Enter", text) for text in ("0.25", "0,5", "-1")]
                assert len({str(state) for state in states}) == 3, (
                    f"control {i} does not move the figure"
                )
            elif what == "select-one":
                assert len({str(self.press(key)) for key in ("End", "Home")}) == 2, (
                    f"list {i} does not move the figure"
                )
            elif what in ("button", "submit"):
                assert self.push(), f"button {i} does nothing, wherever the figure stands"
            elif what != "radio":
                pytest.fail(f"control {i} is a {what}: say in this test how it is moved")
            i += 1
        assert i > 0, "a figure without controls is a picture"
        self.place.evaluate("(place) => place.querySelector('[aria-label=Reset]')?.click()")
        self.check()
        self.place.evaluate(TRANSLATE)
        for j, kind in enumerate(self.place.evaluate(KINDS)):
            if kind not in ("press", "drag", "release"):
                self.place.evaluate(MOVE, [j, j + 1])
                self.check()

    def check(self) -> Drawn:
        return check(self.place, self.address)

    def press(self, key: str, text: str | None = None) -> dict[str, Any] | None:
        """Press a key on the control, after the text is typed; return the state, or none where it
        is switched off.
        """
        if not self.place.evaluate(FOCUS, text):
            return None
        self.page.keyboard.press(key)
        drawn = self.check()
        assert drawn.focus is not None, f"{key} loses the focus"
        return drawn.state

    def pick_each(self, control: dict[str, Any]) -> bool:
        """Walk once around a group of radio buttons with the arrow key; check the answer where they
        are one.
        """
        states = [str(read(self.place).state)]
        self.place.evaluate(FOCUS, None)
        for _ in range(control["group"]):
            self.page.keyboard.press("ArrowDown")
            assert self.place.evaluate(FOCUSED) == "radio"
            if control["inForm"]:
                self.page.keyboard.press("Enter")
            states.append(str(self.check().state))
        return len(set(states)) >= min(2, control["group"])

    def push(self) -> bool:
        """Press a button from several states of the figure: it must change one of them."""
        for key, text, which in (
            (None, "", 0),
            ("End", "7", 0),
            ("Home", "8", 0),
            ("End", "9", -1),
        ):
            if key:
                self.disturb(key, text, which)
            before = read(self.place).state
            if self.press("Enter") not in (None, before):
                return True
        return False

    def disturb(self, key: str, text: str, which: int) -> None:
        """Bring the figure into another state by a slider, or give the button's own question
        another answer.
        """
        kind = self.place.evaluate(DISTURB, [text, which])
        if kind == "radio":
            self.page.keyboard.press("ArrowDown")
        elif kind not in (None, "text"):
            self.page.keyboard.press(key)
            assert self.check().focus is not None, f"{key} loses the focus"


@pytest.mark.browser
def test_the_letters_that_are_marked_are_those_that_the_next_merge_joins(new_page):
    address = "book/tokens.html"
    page = new_page(address)
    kinds = {name: model for name, model in models(address).items() if model["module"] == "merges"}
    # one merge at a time
    name = next(name for name, model in kinds.items() if len(model["state"]["stops"]) == 10)
    place = alone(page, name)
    marked = """(place, kind) => [...place.querySelectorAll(".wb-lines .wb-cell")]
      .map((cell) => cell.classList.contains(kind))"""
    for _ in range(9):
        soon = place.evaluate(marked, "wb-due")
        place.query_selector("button:text-is('Step')").click()
        assert place.evaluate(marked, "wb-fresh") == soon
    assert page.faults == []
