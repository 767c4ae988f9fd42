"""Put the built site into one file that can be taken along: ``python -m tools.archive`` writes
which-bank.zip.

What ``shutil.make_archive`` writes differs from day to day. Here the same site makes the same file,
byte for byte: sorted names, and one time for all, the first that a zip can hold.
"""

import sys
import zipfile
from pathlib import Path

from tools.book import SITE

NAME = "which-bank.zip"
NOT_TAKEN = (NAME, "which-bank.pdf")
# a page from a folder may not read it, and it is larger than all the rest
NOT_TAKEN_FROM = "_static/model/"
STORED = (".png", ".woff", ".woff2")  # compressed as they are
TIME = (1980, 1, 1, 0, 0, 0)


def archive(site: Path, target: Path) -> None:
    """Write every file below a folder into a zip, which may be in it, all in a folder named as the
    zip is.
    """
    names = sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    with zipfile.ZipFile(target, "w") as out:
        for name in names:
            if name in NOT_TAKEN or name.startswith(NOT_TAKEN_FROM):
                continue
            entry = zipfile.ZipInfo(f"{target.stem}/{name}", TIME)
            entry.external_attr = 0o644 << 16
            entry.create_system = 3  # the same on every machine
            entry.compress_type = (
                zipfile.ZIP_STORED if name.endswith(STORED) else zipfile.ZIP_DEFLATED
            )
            out.writestr(entry, (site / name).read_bytes(), compresslevel=9)


def main() -> None:
    """Write the zip into the site."""
    if not (SITE / "index.html").exists():
        sys.exit("The site is not built: run `make book` first.")
    target = SITE / NAME
    archive(SITE, target)
    print(f"{target.relative_to(SITE.parent.parent)}: {target.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
