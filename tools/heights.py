"""Keep a place free on the built pages for each live figure: as high as the figure will be, in a
window of any width.

Then no text moves when a figure comes to life, a link finds its heading, and a reload the line that
was read. An installed Chromium measures the figures once. Without one, they are as high as the
record says, which ``make heights`` writes after a change of the figures: true to a line of text,
for another machine has other fonts.
"""

import functools
import hashlib
import json
import queue
import re
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import Any

from tools.chromium import ARGUMENTS, installed
from tools.server import Handler, Server

# Widths of the window; from the last on the text gets no wider.
WIDTHS = (320, 360, 390, 430, 480, 481, 545, 600, 641, 700, 752)
SECONDS = 300
RECORD = Path(__file__).with_suffix(".json")
ROOT = Path(__file__).resolve().parent.parent
MODELS = re.compile(r'<script type="application/json" id="wb-models">(.*?)</script>', re.DOTALL)
# Each page is opened once, in a frame that takes one width after the other.
MEASURE = """<!doctype html><iframe style="height: 900px"></iframe><script>
const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
const measure = async (pages, widths) => {
  const [frame, found] = [document.querySelector("iframe"), {}];
  for (const page of pages) {
    await new Promise((done) => Object.assign(frame, { src: page, onload: done }));
    frame.contentWindow.dispatchEvent(new Event("scroll")); // a reader's first sign: all figures start
    const places = [...frame.contentDocument.querySelectorAll(".wb-live")];
    while (!places.every((place) => place.matches(":has(.wb-figure), .wb-still"))) await new Promise(setTimeout);
    found[page] = [];
    frame.style.width = `${widths[0]}px`;
    for (let i = 0; i < 3; i++) await painted(); // what has just started is whole
    for (const [turn, width] of [...widths, ...widths].entries()) {
      frame.style.width = `${width}px`;
      await painted(); // what a figure draws otherwise for this width is drawn
      if (turn < widths.length) continue; // the second time nothing is on its way any more
      // A place is at least as high as is foreseen: with whole pixels above its figure's height it is just as high.
      const high = (place) => Math.ceil(place.getBoundingClientRect().height);
      found[page].push(Object.fromEntries(places.map((place) => [place.dataset.model, high(place)])));
    }
  }
  await fetch("measured", { method: "POST", body: JSON.stringify(found) });
};
measure(PAGES, WIDTHS);
</script>"""


def reserve(site: Path, record: Path) -> None:
    """Write into each page of the site how high its figures will be; the record keeps what was
    measured.
    """
    texts = {
        file.relative_to(site).as_posix(): file.read_text(encoding="utf-8")
        for file in site.glob("book/*.html")
    }
    parts = [
        *site.glob("_static/figures/*"),
        *site.glob("_static/*.css"),
        *site.glob("_static/styles/*.css"),
    ]
    drawn = hashlib.sha256(
        b"\0".join([MEASURE.encode(), *(part.read_bytes() for part in sorted(parts))])
    )
    keys = {}
    for page, text in texts.items():
        if models := MODELS.search(text):
            keys[page] = hashlib.sha256(drawn.digest() + models[1].encode()).hexdigest()
    known = json.loads(record.read_text()) if record.exists() else {}
    new = [page for page, key in keys.items() if key not in known]
    found = measured(site, new) if new else {}
    kept = {
        key: known.get(key) or found[page]
        for page, key in keys.items()
        if key in known or page in found
    }
    record.write_text(json.dumps(kept))
    recorded = json.loads(RECORD.read_text())
    for page, key in keys.items():
        told = style(kept.get(key) or recorded.get(page, []))
        whole = texts[page].replace("</head>", f"<style>{told}</style></head>", 1)
        (site / page).write_text(whole, encoding="utf-8")


def style(heights: list[dict[str, int]]) -> str:
    """Return the style sheet that tells the heights, each from the width on at which it changes."""
    rules, before = [], {}
    for width, at in zip(WIDTHS, heights, strict=False):
        new = "".join(
            f"[data-model={name}]{{--wb-high:{px}px}}"
            for name, px in at.items()
            if before.get(name) != px
        )
        rules.append(f"@media(min-width:{width}px){{{new}}}" if new and rules else new)
        before = at
    return "".join(rules)


def measured(site: Path, pages: list[str]) -> dict[str, list[dict[str, int]]]:
    """Return the heights of the figures on these pages, for each width; nothing where no Chromium
    is installed.
    """
    path = installed()
    if path is None:
        return {}
    answers: queue.Queue[Any] = queue.Queue()
    page = (
        MEASURE.replace("PAGES", json.dumps(pages)).replace("WIDTHS", json.dumps(WIDTHS)).encode()
    )

    class Measuring(Handler):
        def do_GET(self) -> None:
            if self.path != "/measure":
                return super().do_GET()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page)
            return None

        def do_POST(self) -> None:
            answers.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

    with (
        Server(("127.0.0.1", 0), functools.partial(Measuring, directory=str(site))) as server,
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile,
    ):
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/measure"
        window = (f"--user-data-dir={profile}", "--window-size=1280,900", "--hide-scrollbars")
        command = [path, "--headless", *ARGUMENTS, *window, address]
        browser = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            return answers.get(timeout=SECONDS)
        finally:
            browser.terminate()
            browser.wait()
            server.shutdown()


def main() -> None:
    """Measure the figures of the built site, and write the record."""
    site = ROOT / "_build" / "html"
    pages = [f"book/{file.name}" for file in sorted(site.glob("book/*.html"))]
    found = measured(
        site, [page for page in pages if MODELS.search((site / page).read_text("utf-8"))]
    )
    if not found:
        raise SystemExit("There is no Chromium, or no built site, to measure.")
    told = ",\n".join(f"{json.dumps(page)}: {json.dumps(at)}" for page, at in found.items())
    RECORD.write_text(f"{{\n{told}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
