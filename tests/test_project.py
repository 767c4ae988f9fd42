"""The files around the course: pins, workflows, citation, licenses, and what README promises."""

import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
import yaml
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import whichbank
from tools import install

ROOT = Path(__file__).resolve().parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def requirements(name: str) -> list[Requirement]:
    lines = (line.partition("#")[0].strip() for line in read(name).splitlines())
    return [Requirement(line) for line in lines if line and not line.startswith("-")]


def pins(name: str, python: str) -> dict[str, str]:
    """Return the versions that a file pins on Linux, for one Python."""
    linux = {"sys_platform": "linux", "os_name": "posix", "platform_system": "Linux"}
    here = (
        default_environment()
        | linux
        | {"python_version": python, "python_full_version": f"{python}.9"}
    )
    chosen = [one for one in requirements(name) if one.marker is None or one.marker.evaluate(here)]
    assert len({one.name for one in chosen}) == len(chosen)
    return {one.name: str(one.specifier).removeprefix("==") for one in chosen}


# Versions


def test_requirements_are_exact_pins_of_no_special_build():
    for one in requirements("requirements.txt"):
        assert re.fullmatch(r"==[\w.]+", str(one.specifier)), one
        assert one.url is None
        assert not one.extras
    assert not [line for line in read("requirements.txt").splitlines() if line.startswith("-")]


def required() -> list[Requirement]:
    """Return what the packages and the groups require themselves: what `make lock` resolves."""
    files = [
        tomllib.loads(read(name))
        for name in (
            "pyproject.toml",
            "site/pyproject.toml",
            "authoring/pyproject.toml",
            "teach/pyproject.toml",
        )
    ]
    needs = [need for file in files for need in file["project"]["dependencies"]]
    needs += [need for group in files[0]["dependency-groups"].values() for need in group]
    return [one for one in map(Requirement, needs) if not one.name.startswith("whichbank")]


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
def test_requirements_hold_what_the_packages_and_the_groups_need(python):
    pinned = pins("requirements.txt", python)
    for need in required():
        if need.marker is None or need.marker.evaluate({"python_version": python}):
            assert need.specifier.contains(pinned[need.name]), need


def test_what_is_installed_needs_what_is_pinned_and_nothing_is_pinned_that_nothing_needs():
    here = {
        canonicalize_name(one.name): one for one in requirements("requirements.txt") if applies(one)
    }
    settings = tomllib.loads(read("pyproject.toml"))["tool"]["uv"]["override-dependencies"]
    overridden = {one.name: one.specifier for one in map(Requirement, settings)}
    waiting, reached = [one for one in required() if applies(one)], set()
    while waiting:
        need = waiting.pop()
        name, version = canonicalize_name(need.name), metadata.version(need.name).partition("+")[0]
        if name.startswith(("nvidia-", "cuda-")) or name == "triton":
            continue  # where torch comes with CUDA
        assert name in here, f"run `make lock`: {need} is not pinned"
        asked = overridden.get(name, need.specifier)
        assert asked.contains(version, prereleases=True), (
            f"run `make lock`: {need}, and pinned is {version}"
        )
        assert here[name].specifier.contains(version), (
            f"run `make`: {name} is installed as {version}, not {here[name]}"
        )
        if (name, *need.extras) not in reached:
            reached.add((name, *need.extras))
            needs = map(Requirement, metadata.requires(name) or ())
            waiting += [
                one
                for one in needs
                if applies(one) or any(applies(one, extra) for extra in need.extras)
            ]
    unneeded = set(here) - {name for name, *_ in reached}
    assert not unneeded, "run `make lock`"


def applies(one: Requirement, extra: str = "") -> bool:
    return one.marker is None or one.marker.evaluate({"extra": extra})


def test_an_install_on_colab_changes_nothing_there():
    on_colab = {
        one.name: str(one.specifier).removeprefix("==")
        for one in requirements("launches/colab-constraints.txt")
    }
    needs = [
        Requirement(one) for one in tomllib.loads(read("pyproject.toml"))["project"]["dependencies"]
    ]
    assert {one.name for one in needs} & set(on_colab) >= {
        "numpy",
        "torch",
        "matplotlib",
        "ipywidgets",
        "anywidget",
    }
    for need in needs:
        assert all(one.operator == ">=" for one in need.specifier), (
            f"{need} is more than a lower bound"
        )
        if need.name in on_colab:
            assert need.specifier.contains(on_colab[need.name]), (
                f"Colab has {need.name} {on_colab[need.name]}"
            )


def test_binder_has_the_same_pins_and_torch_without_cuda():
    python = read("binder/runtime.txt").strip().removeprefix("python-")
    here, there = pins("requirements.txt", python), pins("binder/requirements.txt", python)
    assert there.pop("torch") == here["torch"] + "+cpu"
    assert there == {name: here[name] for name in there}
    needed = {
        Requirement(one).name
        for one in tomllib.loads(read("pyproject.toml"))["project"]["dependencies"]
    }
    assert needed - {"torch"} <= set(there)
    assert "jupyterlab" in there
    assert install.WEIGHTS in read("binder/postBuild").split()


def test_one_version_everywhere():
    assert tomllib.loads(read("pyproject.toml"))["project"]["version"] == whichbank.__version__
    assert yaml.safe_load(read("CITATION.cff"))["version"] == whichbank.__version__


# GitHub and Binder


@pytest.mark.parametrize(
    ("schema", "files"),
    [
        ("vendor.github-workflows", WORKFLOWS),
        ("custom.github-workflows-require-timeout", WORKFLOWS),
        ("vendor.dependabot", [ROOT / ".github" / "dependabot.yml"]),
        ("vendor.citation-file-format", [ROOT / "CITATION.cff"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_file_follows_its_schema(schema, files):
    command = [
        sys.executable,
        "-m",
        "check_jsonschema",
        "--builtin-schema",
        schema,
        *map(str, files),
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_pinned_by_commit_with_the_version_in_a_comment(path):
    uses = [
        line.split("uses:")[1].strip()
        for line in path.read_text(encoding="utf-8").splitlines()
        if "uses:" in line
    ]
    assert uses
    for one in uses:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one), one


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_may_only_read_and_only_the_deployment_may_publish(path):
    workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    rights = {
        name: job["permissions"] for name, job in workflow["jobs"].items() if "permissions" in job
    }
    build = {"contents": "read", "pages": "read"}  # the site's address is asked for
    publishing = {"build": build, "deploy": {"pages": "write", "id-token": "write"}}
    assert rights == (publishing if path.name == "publish.yml" else {})
    for job in workflow["jobs"].values():
        for step in job["steps"]:
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False
            assert "${{" not in step.get("run", ""), (
                "an expression in a script can be made to run as code"
            )


def test_only_a_commit_whose_tests_passed_is_published():
    publish, test = (
        yaml.safe_load(read(f".github/workflows/{name}.yml")) for name in ("publish", "test")
    )
    # YAML 1.1 takes `on` for true.
    assert publish[True] == {
        "workflow_run": {"workflows": [test["name"]], "types": ["completed"], "branches": ["main"]}
    }
    assert "main" in test[True]["push"]["branches"]
    run = "github.event.workflow_run"
    build, deploy = publish["jobs"]["build"], publish["jobs"]["deploy"]
    assert build["if"] == f"{run}.conclusion == 'success' && {run}.event != 'pull_request'"
    assert build["steps"][0]["with"]["ref"] == f"${{{{ {run}.head_sha }}}}", (
        "what was tested is what is built"
    )
    assert (deploy["needs"], "if" in deploy) == ("build", False), (
        "the deployment is left out where the build is"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no bash and no executable bit")
@pytest.mark.parametrize("name", [".ci/run", "binder/postBuild"])
def test_a_script_can_be_run(name):
    assert (ROOT / name).stat().st_mode & 0o111
    assert read(name).startswith("#!/usr/bin/env bash\n")
    assert "set -euo pipefail" in read(name)
    subprocess.run(["bash", "-n", str(ROOT / name)], check=True)


# README and licenses


def test_the_makefile_has_every_target_that_is_named():
    targets = set(re.findall(r"^([a-z][\w-]*):", read("Makefile"), flags=re.MULTILINE))
    for name in ("README.md", ".ci/run", ".github/workflows/publish.yml"):
        named = set(
            re.findall(r"(?:`|^|exec |run: )make ([a-z][\w-]*)", read(name), flags=re.MULTILINE)
        )
        assert named, f"{name} names no target"
        assert named <= targets, f"{name} names {sorted(named - targets)}, which the Makefile lacks"


def test_every_path_that_readme_names_is_there():
    text = read("README.md")
    links = re.findall(r"\]\((?!http)([^)#]+)\)", text)
    rooms = re.findall(r"`((?:\.ci/run|[\w.]+/[\w./]*|_\w+\.yml|Makefile))`", text)
    assert {"LICENSE", "LICENSE-TEXT", "CITATION.cff"} <= set(links)
    assert len(rooms) > 8
    missing = [name for name in (*links, *rooms) if not (ROOT / name).exists()]
    assert not missing


def test_every_test_that_the_table_of_faults_names_is_there():
    named = re.findall(r"`([\w./]+\.py)::(\w+)`", read("tests/README.md"))
    assert len(named) > 40
    made = r"^(?:def {0}\(|{0} = )"
    assert [
        test
        for file, test in named
        if not re.search(made.format(test), read(f"tests/{file}"), re.MULTILINE)
    ] == []


def test_readmes_python_runs():
    blocks = re.findall(r"```python\n(.*?)```", read("README.md"), flags=re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, "README.md", "exec"), {})
