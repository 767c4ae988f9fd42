"""Once something has computed on a page, the pages that were opened open without a network, and
compute as before.
"""

import functools
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from built import BUILT, PATIENCE, UNCOVERED, alone, models
from playwright.sync_api import Page

from tools.server import Handler, Server

# The module of each live model, what a reader presses to make it compute, and what tells that it
# has done so.
MODELS = {
    "trainer": ("5 steps", "readout.startsWith('After 5 steps')"),
    "letters": (
        "One letter",
        "readout.startsWith('The needle') && model.get('text').length === place.before + 1",
    ),
    "circuit": ("Other words", "/^(Without layer|The notes) /.test(readout)"),
    "losses": ("Cut", "readout.startsWith('Without layer 1, head 1: ')"),
    "loom": ("Ask it yourself", "readout.startsWith('After layer') && model.get('asking')"),
}
PAGES = {
    module: (f"book/{file.name}", name)
    for file in sorted((BUILT / "book").glob("*.html"))
    for name, model in models(f"book/{file.name}").items()
    if (module := model["module"]) in MODELS and model["state"].get("files", "no weights needed")
}
# Wait until the page and all that it has asked for are kept; the model's parts have a store of
# their own.
KEPT = """async () => {
  const asked = () => [location.href, ...performance.getEntriesByType("resource").map(({name}) => name)]
    .filter((name) => name.startsWith("http") && !name.includes("/_static/model/"));
  const missing = async () => (await Promise.all(asked().map((name) => caches.match(name)))).includes(undefined);
  while (!navigator.serviceWorker.controller || await missing()) await new Promise((next) => setTimeout(next, 20));
}"""
# The older page is kept until the newer one is there.
NEWER = """async () => {
  const kept = async () => (await (await caches.match(location.href)).text()).includes("<h1>Newer: ");
  while (!(await kept())) await new Promise((next) => setTimeout(next, 20));
}"""
SAID = "(place) => place.querySelector('.wb-readout').textContent"
COMPUTED = """(place, readout = place.querySelector(".wb-readout").textContent, {model} = place) =>
  !model.underway.size && """
# What may come in place of the site's own files: status, type and body.
STRANGERS = {
    "a gateway's error": (503, "text/plain", b"Service unavailable"),
    "a login": (200, "text/html; charset=utf-8", b"<!doctype html><h1>Welcome to our cafe</h1>"),
    "a proxy": (511, "text/html", b"<h1>Network authentication required</h1>"),
    "hangs": (),
}
pytestmark = pytest.mark.browser


@pytest.fixture
def network() -> Iterator[SimpleNamespace]:
    """A server that can be gone, and whose pages can be newer."""
    state = SimpleNamespace(gone=False, newer=False, stranger=None, over=threading.Event())

    class Network(Handler):
        def do_GET(self) -> None:
            file = Path(self.translate_path(self.path))
            if state.gone:
                self.close_connection = True
            elif state.stranger == "hangs":
                state.over.wait()
            elif state.stranger:
                status, kind, body = STRANGERS[state.stranger]
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            elif state.newer and file.suffix == ".html":
                body = file.read_bytes().replace(b"<h1>", b"<h1>Newer: ", 1)
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            else:
                super().do_GET()

    with Server(("127.0.0.1", 0), functools.partial(Network, directory=str(BUILT))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        state.site = f"http://127.0.0.1:{server.server_port}/"
        yield state
        state.over.set()
        server.shutdown()


def computed(page: Page, module: str) -> str:
    """Make the figure compute; return what it says then."""
    name = PAGES[module][1]
    button, told = MODELS[module]
    place = alone(page, name)
    place.hover()
    place.evaluate("(place) => (place.before = place.model.get('text')?.length)")
    place.wait_for_selector(f"button:text('{button}')").click()
    page.wait_for_function(f"(place) => (({COMPUTED}{told})(place))", arg=place)
    return re.sub(r"[\d.]+\sms", "", place.evaluate(SAID))  # how long it took differs


@pytest.mark.parametrize("module", MODELS)
def test_what_has_computed_computes_without_a_network(module, browser, network):
    if module not in PAGES:
        pytest.skip("the site was built without the weights of all-MiniLM-L6-v2")
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    context.add_init_script(UNCOVERED)
    page = context.new_page()
    address = network.site + PAGES[module][0]
    page.goto(address)
    workers = "navigator.serviceWorker.getRegistrations().then((all) => all.length)"
    # the first figure of a page may have computed already, since it is near
    assert module in ("circuit", "letters", "trainer") or page.evaluate(workers) == 0
    said = computed(page, module)
    page.evaluate(KEPT)
    network.gone = True
    page.reload()
    assert computed(page, module) == said
    network.gone, network.newer = False, True
    page.reload()
    assert page.locator("h1").inner_text().startswith("Newer: ")
    page.evaluate(KEPT)
    page.evaluate(NEWER)
    network.gone = True
    page.goto(f"{address}?again")
    assert page.locator("h1").inner_text().startswith("Newer: ")
    context.close()


def test_what_is_kept_outlives_a_network_that_answers_for_others(browser, network):
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    context.add_init_script(UNCOVERED)
    page = context.new_page()
    page.goto(network.site + PAGES["trainer"][0])
    said = computed(page, "trainer")
    title = page.title()
    page.evaluate(KEPT)
    for network.stranger in STRANGERS:
        page.reload()
        assert page.title() == title, network.stranger
    assert computed(page, "trainer") == said
    network.gone = True
    page.reload()
    assert page.title() == title
    context.close()


def test_a_page_on_which_nothing_computes_leaves_nothing_in_the_browser(new_page):
    page = new_page("book/mixing.html")
    page.wait_for_function("wb.mounted.then(() => true)")
    workers = "navigator.serviceWorker.getRegistrations().then((all) => all.length)"
    # the first figure of a page may have computed already, since it is near
    assert module in ("circuit", "letters", "trainer") or page.evaluate(workers) == 0
    assert page.evaluate("caches.keys()") == []
