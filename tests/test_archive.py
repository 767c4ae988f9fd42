"""The zip of the site: whole, the same each time, and usable where it is unpacked."""

import os
import zipfile

from tools.archive import archive


def test_a_zip_holds_the_site_and_is_the_same_each_time(tmp_path):
    site = tmp_path / "html"
    files = {
        "index.html": b"<a href='book/a.html'>",
        "book/a.html": b"a" * 5000,
        "_images/b.png": b"\x89PNG" + b"b" * 99,
    }
    for name, data in reversed(files.items()):
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_bytes(data)
    (site / "which-bank.pdf").write_bytes(b"%PDF")
    (site / "_static/model").mkdir(parents=True)
    (site / "_static/model/0123.bin").write_bytes(b"weights")
    target = site / "which-bank.zip"
    archive(site, target)
    once = target.read_bytes()
    os.utime(site / "index.html", (1, 1))
    archive(site, target)  # the first zip is in the folder now
    assert target.read_bytes() == once
    with zipfile.ZipFile(target) as packed:
        assert packed.namelist() == [f"which-bank/{name}" for name in sorted(files)]
        assert {name: packed.read(f"which-bank/{name}") for name in files} == files
        assert {entry.external_attr >> 16 for entry in packed.infolist()} == {0o644}
    assert len(once) < 3000
