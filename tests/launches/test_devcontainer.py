"""The container for Codespaces: its file says what the Makefile and the site's server do."""

import json
import re
import tomllib

from small_book import ROOT

# The properties of a container made from an image, as containers.dev specifies them, that the
# course uses.
KNOWN = {
    "name": str,
    "image": str,
    "hostRequirements": dict,
    "postCreateCommand": str,
    "forwardPorts": list,
    "portsAttributes": dict,
    "customizations": dict,
}
ACTIONS = {"notify", "openBrowser", "openBrowserOnce", "openPreview", "silent", "ignore"}


def test_the_container_builds_with_make_and_forwards_the_sites_port():
    container = json.loads(
        (ROOT / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8")
    )
    assert {name: type(value) for name, value in container.items()} == KNOWN

    command, target = container["postCreateCommand"].split()
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert command == "make"
    assert re.search(rf"^{target}:", makefile, re.MULTILINE)
    assert re.search(r"^VENV := \.venv$", makefile, re.MULTILINE)
    settings = container["customizations"]["vscode"]["settings"]
    assert (
        settings["python.defaultInterpreterPath"] == "${containerWorkspaceFolder}/.venv/bin/python"
    )

    default = re.search(
        r'"--port", type=int, default=(\d+)',
        (ROOT / "tools" / "book.py").read_text(encoding="utf-8"),
    )
    assert container["forwardPorts"] == [int(default[1])]
    assert list(container["portsAttributes"]) == [default[1]]
    assert container["portsAttributes"][default[1]]["onAutoForward"] in ACTIONS

    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "requires-python"
    ]
    image = re.fullmatch(r"python:(3\.\d+)-\w+", container["image"])
    assert tuple(map(int, image[1].split("."))) >= tuple(
        map(int, wanted.removeprefix(">=").split("."))
    )
