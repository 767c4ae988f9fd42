"""Whether what is drawn stands where its number says."""

from pathlib import Path

THUMB = 16  # pixels of Chromium's thumb: it stands half of them in where the value is lowest
FAULTS = Path(__file__).with_name("marks.js").read_text(encoding="utf-8")
