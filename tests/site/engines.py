"""Firefox and WebKit as the tests drive them, and a server that tells what goes wrong on a page in
any browser.

Their tabs have the names of Playwright's: ``goto``, ``evaluate``, ``reload``, ``go_back`` and
``set_viewport_size``. Firefox speaks WebDriver BiDi through a websocket, WebKitGTK's own driver
speaks WebDriver over HTTP.
"""

import base64
import contextlib
import functools
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import websocket
from built import BUILT
from playwright.sync_api import Browser

from tools.server import Handler, Server

SECONDS = 60  # that a browser may take to begin, or to answer
NEEDS = {"firefox": ["firefox-esr firefox"], "webkit": ["WebKitWebDriver", "Xvfb"]}
NAMES = ("chromium", *NEEDS)
NARROWEST = {"webkit": 447}  # its window gets no narrower
# A system may fit letters to the pixels, and goes by other letters of the font; Chromium does not if
# a page says so.
UNHINTED = """<fontconfig><match target="font"><edit name="hinting" mode="assign"><bool>false</bool></edit></match>
</fontconfig>"""
# Errors and warnings of a page, kept in the page itself: WebKit's driver has no log.
HOOK = """<script>window.faults = [];
addEventListener("error", ({message, target}) => { // a page that is fetched ahead may be given up
  if (message?.startsWith("ResizeObserver loop")) return; // what is not told in this frame is told in the next
  if (!target.matches?.("link:not([rel=stylesheet])")) faults.push(`${message ?? target.src ?? target.href}`);
}, true);
addEventListener("unhandledrejection", ({reason}) => faults.push(`${reason}`));
for (const kind of ["error", "warn"]) console[kind] = (...said) => faults.push(said.join(" "));</script>"""


class Watched(Handler):
    """Serve the site with the hook on every page; one file can be refused, and what is held waits
    until it is not.

    The first bytes of a page can come at once, and the rest when it is no longer parted.

    All of it is also in folders whose names begin with *elsewhere*: no browser has kept anything of
    a new one.
    """

    refused = held = "nothing"  # what a path ends with
    parted: int | None = None  # after how many bytes of the file

    def do_GET(self) -> None:
        self.path = re.sub("^/elsewhere[^/]*/", "/", self.path)
        path = unquote(urlsplit(self.path).path)
        if path.endswith(Watched.refused):
            return self.send_error(404)
        while path.endswith(Watched.held):
            time.sleep(0.05)
        file = BUILT / path.lstrip("/")
        if file.suffix != ".html" or not file.is_file():
            return super().do_GET()
        body = file.read_bytes()
        first = body[: Watched.parted].replace(b"<head>", b"<head>" + HOOK.encode(), 1)
        # On a busy machine the formulas' font may take longer than the second that a reader waits.
        first = first.replace(b"setTimeout(never, 1000)", b"setTimeout(never, 60000)")
        rest = body[len(body) if Watched.parted is None else Watched.parted :]
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(first) + len(rest)))
        self.end_headers()
        self.wfile.write(first)
        while Watched.parted is not None:
            time.sleep(0.05)
        self.wfile.write(rest)
        return None


@contextlib.contextmanager
def served() -> Iterator[str]:
    """Serve the built site with the hook; its address, with a slash at the end."""
    with Server(("127.0.0.1", 0), functools.partial(Watched, directory=str(BUILT))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def missing(engine: str) -> str:
    """Return what this browser needs and is not installed; an empty text where it can begin."""
    return ", ".join(names for names in NEEDS[engine] if not any(map(shutil.which, names.split())))


def until(found: Any) -> Any:
    """Ask until there is an answer and not an error; return it."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        with contextlib.suppress(OSError, ValueError, KeyError, RuntimeError):
            return found()
        time.sleep(0.05)
    raise TimeoutError("the browser does not answer")


class Tab:
    """A tab of a browser that Playwright does not drive."""

    left = 0  # documents

    def run(self, source: str) -> str:
        """Run the body of an asynchronous function that returns a text."""
        raise NotImplementedError

    def evaluate(self, script: str, arg: Any = None) -> Any:
        """Return what a function makes of its argument, or what an expression is."""
        source = (
            f"const made = ({script}); return JSON.stringify((await (typeof made === 'function' "
            "? made("
        )
        found = self.run(f"{source}{json.dumps(arg)}) : made)) ?? null);")
        return json.loads(found)

    def leave(self, way: Any) -> None:
        """Go, and wait for another document: a driver may say too early that it has gone.

        A page that was left before may come back as it was.
        """
        self.left += 1
        self.evaluate(f"window.left = {self.left}")
        way()
        until(lambda: {True: True}[self.evaluate(f"window.left !== {self.left}")])


class Chromium:
    """A tab of Playwright's; another size is another tab, for a page that has been resized counts
    what that moved.
    """

    name = "chromium"

    def __init__(self, browser: Browser) -> None:
        self.browser, self.page = browser, browser.new_page()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.page, name)

    def picture(self) -> bytes:
        """Return what is seen, as PNG."""
        return self.page.screenshot()

    def leave(self, way: Any) -> None:
        """Go, and wait for another document: Playwright takes a move within the old one, still on
        its way, for it.
        """
        self.page.evaluate("window.left = true")
        way()
        self.page.wait_for_function("!window.left")

    def reload(self) -> None:
        self.leave(self.page.reload)

    def go_back(self) -> None:
        self.leave(self.page.go_back)

    def set_viewport_size(self, size: dict[str, int]) -> None:
        self.page.close()
        self.page = self.browser.new_page(viewport=size)


class Firefox(Tab):
    """The only tab of a Firefox without windows."""

    name = "firefox"

    def __init__(self, open_things: contextlib.ExitStack) -> None:
        profile = open_things.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        settings = Path(profile, ".config", "fontconfig", "fonts.conf")
        settings.parent.mkdir(parents=True)
        settings.write_text(UNHINTED)
        program = next(filter(None, map(shutil.which, NEEDS["firefox"][0].split())))
        command = [
            program,
            "--headless",
            "--no-remote",
            "--profile",
            profile,
            "--remote-debugging-port",
            "0",
        ]
        begin(open_things, command, HOME=profile)
        there = until(lambda: json.loads(Path(profile, "WebDriverBiDiServer.json").read_text()))
        address = f"ws://{there['ws_host']}:{there['ws_port']}/session"
        self.socket = until(
            lambda: websocket.create_connection(address, timeout=SECONDS, suppress_origin=True)
        )
        open_things.callback(self.socket.close)
        self.count = 0
        self.send("session.new", capabilities={})
        # the first tab never has the focus
        self.tab = self.send("browsingContext.create", type="tab")["context"]

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command; return its result."""
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": parameters}))
        while (answer := json.loads(self.socket.recv())).get("id") != self.count:
            pass
        if answer["type"] == "error":
            raise RuntimeError(f"{method}: {answer['message']}")
        return answer["result"]

    def run(self, source: str) -> str:
        made, where = f"(async () => {{{source}}})()", {"context": self.tab}
        done = self.send("script.evaluate", expression=made, target=where, awaitPromise=True)
        if done["type"] == "exception":
            raise RuntimeError(done["exceptionDetails"]["text"])
        return done["result"]["value"]

    def picture(self) -> bytes:
        return base64.b64decode(
            self.send("browsingContext.captureScreenshot", context=self.tab)["data"]
        )

    def goto(self, address: str) -> None:
        self.send("browsingContext.navigate", context=self.tab, url=address, wait="complete")

    def reload(self) -> None:
        self.leave(lambda: self.send("browsingContext.reload", context=self.tab, wait="complete"))

    def go_back(self) -> None:
        self.leave(lambda: self.send("browsingContext.traverseHistory", context=self.tab, delta=-1))

    def set_viewport_size(self, size: dict[str, int]) -> None:
        self.goto("about:blank")
        resize = functools.partial(
            self.send, "browsingContext.setViewport", context=self.tab, viewport=size
        )
        try:
            resize()
        except RuntimeError as error:
            if "SECURITY_MANAGER_VETO" not in str(error):
                raise
            # Firefox's own script may still hold the page before, which it must not ask any more
            resize()


class WebKit(Tab):
    """The only window of WebKitGTK's small browser, on a screen in memory."""

    name = "webkit"

    def __init__(self, open_things: contextlib.ExitStack) -> None:
        read, write = os.pipe()
        screen = [
            "Xvfb",
            "-displayfd",
            str(write),
            "-screen",
            "0",
            "1600x1400x24",
            "-nolisten",
            "tcp",
        ]
        begin(open_things, screen, given=write)
        display = f":{os.read(read, 16).decode().strip()}"
        port = free_port()
        begin(open_things, ["WebKitWebDriver", f"--port={port}"], DISPLAY=display)
        self.address = f"http://127.0.0.1:{port}/session"
        session = until(
            lambda: self.send("", capabilities={"alwaysMatch": {"pageLoadStrategy": "normal"}})
        )
        self.address += f"/{session['sessionId']}"
        open_things.callback(lambda: self.send("", "DELETE"))
        self.send("/timeouts", script=1000 * SECONDS, pageLoad=1000 * SECONDS)

    def send(self, path: str, method: str = "POST", **parameters: Any) -> Any:
        """Send a command; return its value."""
        body = json.dumps(parameters).encode() if method == "POST" else None
        request = urllib.request.Request(self.address + path, body, method=method)
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path}: {error.read().decode()}") from None

    def run(self, source: str) -> str:
        ends = ".then(arguments[0], (error) => arguments[0]({failed: `${error}`}));"
        found = self.send("/execute/async", script=f"(async () => {{{source}}})(){ends}", args=[])
        if not isinstance(found, str):
            raise RuntimeError(found["failed"])
        return found

    def picture(self) -> bytes:
        return base64.b64decode(self.send("/screenshot", "GET"))

    def goto(self, address: str) -> None:
        self.leave(lambda: self.send("/url", url=address))

    def reload(self) -> None:
        self.leave(lambda: self.send("/refresh"))

    def go_back(self) -> None:
        self.leave(lambda: self.send("/back"))

    def set_viewport_size(self, size: dict[str, int]) -> None:
        """The window follows when it comes to it, and has a frame. A page is not to be resized, but
        opened so.
        """
        self.goto("about:blank")
        wanted = [max(size["width"], NARROWEST["webkit"]), size["height"]]
        rect = wanted
        self.send("/window/rect", width=rect[0], height=rect[1])
        while (inner := self.settled()) != wanted:
            rect = [
                outer + more - less for outer, more, less in zip(rect, wanted, inner, strict=True)
            ]
            self.send("/window/rect", width=rect[0], height=rect[1])

    def settled(self) -> list[int]:
        """Return the page's width and height once they have been the same for ten frames."""
        return self.evaluate("""async () => {
          const size = () => [innerWidth, innerHeight];
          for (let same = 0, last = size(); same < 10; last = size()) {
            await new Promise((next) => setTimeout(next, 16));
            same = `${last}` === `${size()}` ? same + 1 : 0;
          }
          return size();
        }""")


def begin(
    open_things: contextlib.ExitStack, command: list[str], given: int | None = None, **environ: str
) -> None:
    """Start a program that ends when its tab is closed; it may be given an open file."""
    files = {
        "stdout": subprocess.DEVNULL,
        "stderr": subprocess.DEVNULL,
        "pass_fds": () if given is None else (given,),
    }
    process = subprocess.Popen(command, env=os.environ | environ, **files)
    if given is not None:
        os.close(given)  # it has its own: who reads what it writes there learns of its end
    open_things.callback(end, process)


def end(process: subprocess.Popen) -> None:
    """End a program; one that does not answer must not hold up the tests."""
    process.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(SECONDS)
    process.kill()
    process.wait()


def free_port() -> int:
    with Server(("127.0.0.1", 0), Handler) as server:
        return server.server_port


@contextlib.contextmanager
def tab(engine: str) -> Iterator[Tab]:
    """Open a tab of this browser, and close the browser at the end."""
    with contextlib.ExitStack() as open_things:
        yield {"firefox": Firefox, "webkit": WebKit}[engine](open_things)
