"""Text set larger or looser, and what it does to a figure."""

from pathlib import Path

# WCAG 1.4.4, 1.4.10 and 1.4.12: text twice as large, a window as narrow as one of 1280 px at 400%,
# and text set wide.
TWICE = "html { font-size: 200% !important }"
SPACED = """article :not(svg *) { line-height: 1.5 !important; letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important } article p { margin-bottom: 2em !important }"""
SET = """async (text) => {
  document.querySelector("#wb-test-text").textContent = text;
  for (let i = 0; i < 4; i++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}"""
FAULTS = Path(__file__).with_name("zoom.js").read_text(encoding="utf-8")
