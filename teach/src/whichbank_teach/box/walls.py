"""The command line that builds the box: what can be seen in it, and as whom its program runs."""

import compileall
import itertools
import os
import shutil
import stat
import sys
import sysconfig
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import whichbank

from .inside.watch import FOLDERS
from .work import MB, Limits

LIBRARY = "/box/lib"
START = (
    f"import gc, sys; gc.disable(); sys.path[:0] = [{LIBRARY!r}]; sys.path += [*sys.argv[1:], "
    "'']; sys.argv = ['']; from whichbank_box.supervisor import main; main()"
)
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64")
FROM_ETC = ("/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime")
ANSWERS = "exercises/answers"
HIDDEN = ("whichbank_teach", "whichbank_authoring", "nbgrader")
SURROUNDINGS = {
    "PATH": "/usr/bin:/bin",
    "HOME": "/tmp/home",
    "USER": "student",
    "LOGNAME": "student",
    "LANG": "C.UTF-8",
    "TERM": "dumb",
    "MPLBACKEND": "Agg",
    "MPLCONFIGDIR": "/tmp/home/matplotlib",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "OMP_WAIT_POLICY": "PASSIVE",
}
_count = itertools.count()


@dataclass(frozen=True)
class Places:
    """What of this machine the box shows: the interpreter, the folders of packages, and other
    folders elsewhere.
    """

    python: str
    packages: tuple[str, ...]
    shown: tuple[tuple[str, str], ...]
    hidden: tuple[str, ...]


@cache
def places() -> Places:
    """Find the interpreter that runs this, and what it imports."""
    python = os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)
    packages = tuple(
        dict.fromkeys(
            p
            for p in sys.path
            if Path(p).name in ("site-packages", "dist-packages") and os.path.isdir(p)
        )
    )
    course = Path(whichbank.__file__).parent
    shown = [*_system(), (python, python)]
    shown += [
        (p, p)
        for p in (os.path.join(sys.base_prefix, lib) for lib in ("lib", "lib64"))
        if os.path.isdir(p)
    ]
    shown += [(p, p) for p in packages]
    program = Path(__file__).parent / "inside"
    for folder in (program, course):
        # the box can write nothing there, and would compile it each time
        compileall.compile_dir(folder, quiet=2)
    shown += [(str(course), f"{LIBRARY}/whichbank"), (str(program), f"{LIBRARY}/whichbank_box")]
    base = sysconfig.get_path(
        "purelib", vars={"base": sys.base_prefix, "platbase": sys.base_prefix}
    )
    hidden = [f"{LIBRARY}/whichbank/{ANSWERS}"]
    hidden += [base] if base not in packages and os.path.isdir(base) else []
    for package in {*packages}:
        hidden += [str(path) for name in HIDDEN for path in Path(package).glob(f"*{name}*")]
        hidden += [str(path) for path in Path(package).glob(f"whichbank/{ANSWERS}")]
    return Places(python, packages, tuple(dict.fromkeys(shown)), tuple(sorted(hidden)))


def _system() -> list[tuple[str, str]]:
    return [(p, p) for p in (*SYSTEM, *FROM_ETC) if os.path.exists(p) and not os.path.islink(p)]


def bwrap() -> str | None:
    """Return where bubblewrap's program is."""
    return shutil.which("bwrap")


def nobody() -> int | None:
    """Return a user id that no one else has, for the superuser to change to; None for anyone else.

    Each box has its own, since the system counts processes by user.
    """
    if os.geteuid() != 0:
        return None
    slot = next(_count) % 256
    wide = Path("/proc/self/uid_map").read_text().split()[-1] == "4294967295"
    return (
        0x40000000 + os.getpid() * 256 + slot if wide else 61184 + (os.getpid() * 16 + slot) % 4096
    )


def command(limits: Limits, filter_handle: int, user: int | None) -> list[str]:
    """Return the command line of a box, with the open file that the filter of system calls is read
    from.

    A ``user`` is given where what the box shows cannot be read by that user from outside: then one
    bubblewrap puts it where it can, changes the user, and starts the other.
    """
    where = places()
    inner: list[Any] = [bwrap(), "--unshare-all"]
    inner += ["--disable-userns", "--unshare-user", "--uid", "1000", "--gid", "1000"]
    inner += ["--die-with-parent", "--new-session", "--as-pid-1", "--hostname", "box", "--clearenv"]
    for name, value in SURROUNDINGS.items():
        inner += ["--setenv", name, value]
    inner += [
        "--size",
        str(limits.disk_mb * MB),
        "--tmpfs",
        "/tmp",
        "--proc",
        "/proc",
        "--dev",
        "/dev",
    ]
    inner += ["--size", str(limits.disk_mb * MB), "--tmpfs", "/dev/shm", "--remount-ro", "/dev"]
    closed = _on_the_way(where)
    for folder in closed:
        inner += ["--perms", "0755", "--size", "4096", "--tmpfs", folder]
    for source, target in where.shown:
        inner += ["--ro-bind", source, target]
    for path in where.hidden:
        if os.path.isdir(path) or path.startswith(LIBRARY):
            inner += ["--size", "4096", "--tmpfs", path, "--remount-ro", path]
        else:
            inner += ["--ro-bind", "/dev/null", path]
    inner += _links()
    for folder in ("/", *closed):
        inner += ["--remount-ro", folder]
    inner += ["--chdir", "/tmp", "--seccomp", str(filter_handle)]
    inner += ["--", where.python, "-I", "-S", "-B", "-X", "utf8", "-c", START, *where.packages]
    return inner if user is None else [*_gathered(user), *inner]


def _on_the_way(where: Places) -> list[str]:
    """Return the folders within the temporary ones that lead to what is shown, such as a course
    unpacked there.

    Each is mounted by itself and closed: the work can put nothing in the way of a package, and
    clears away none.
    """
    found = set()
    for _, target in where.shown:
        for folder in FOLDERS:
            first, *rest = target.removeprefix(f"{folder}/").split("/")
            if target.startswith(f"{folder}/") and rest:
                found.add(f"{folder}/{first}")
    return sorted(found)


def _links() -> list[str]:
    found = []
    for path in SYSTEM:
        if os.path.islink(path):
            found += ["--symlink", os.readlink(path), path]
    return found


def _gathered(user: int) -> list[str]:
    outer: list[Any] = [bwrap(), "--die-with-parent"]
    outer += ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    outer += ["--tmpfs", "/tmp", "--bind", "/proc", "/proc", "--dev-bind", "/dev", "/dev"]
    sources = list(dict.fromkeys(source for source, _ in places().shown))
    for folder in sorted(
        {str(parent) for source in sources for parent in Path(source).parents} - {"/"}
    ):
        outer += ["--perms", "0755", "--dir", folder]
    for source in sources:
        outer += ["--ro-bind", source, source]
    change = ["setpriv", "--reuid", str(user), "--regid", str(user), "--clear-groups", "--"]
    return [*outer, *_links(), "--", *change]


@cache
def open_to_all() -> bool:
    """Whether any user of this machine may read all that the box shows."""
    return all(_open(Path(source)) for source, _ in places().shown)


def _open(path: Path) -> bool:
    through = all(folder.stat().st_mode & stat.S_IXOTH for folder in path.absolute().parents)
    return through and bool(path.stat().st_mode & stat.S_IROTH)
