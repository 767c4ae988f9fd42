"""A filter of system calls: what a notebook never needs, and what would widen the box, is refused.

libseccomp knows the numbers of the calls on every processor that Linux runs on, and writes the
filter. Its shared library is part of every Debian and Ubuntu (apt itself needs it) and of Fedora.
PyPI has no wheel of it, so it is called through ctypes. Without it there is no filter, and so no
box.
"""

import ctypes
import errno
import platform
import tempfile
from functools import cache

from .work import BoxError

REFUSED = """
    unshare setns mount umount2 pivot_root chroot open_tree move_mount fsopen fsconfig fsmount fspick mount_setattr
    ptrace process_vm_readv process_vm_writev pidfd_getfd kcmp memfd_create memfd_secret shmget msgget semget mq_open
    add_key request_key keyctl bpf perf_event_open userfaultfd io_uring_setup io_uring_enter io_uring_register
    fanotify_init open_by_handle_at name_to_handle_at init_module finit_module delete_module kexec_load
    kexec_file_load reboot swapon swapoff syslog acct quotactl settimeofday clock_settime adjtimex sethostname iopl
    ioperm vhangup lookup_dcookie modify_ldt nfsservctl uselib
""".split()  # noqa: SIM905
# sockets inside the machine, and the two of the internet, which lead nowhere in the box
FAMILIES = (1, 2, 10)
CLONE_NEWUSER = 0x10000000

ALLOW, REFUSE = 0x7FFF0000, 0x00050000
# the attribute that says what becomes of calls in the manner of another processor
OTHER_PROCESSOR = 2
EQUAL, GREATER, MASKED = 4, 6, 7
UNKNOWN = -1


class _Comparison(ctypes.Structure):
    _fields_ = (
        ("argument", ctypes.c_uint),
        ("how", ctypes.c_int),
        ("a", ctypes.c_uint64),
        ("b", ctypes.c_uint64),
    )


class _Version(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_uint) for name in ("major", "minor", "micro"))


@cache
def library() -> ctypes.CDLL:
    """Load libseccomp; BoxError if it is not installed."""
    try:
        found = ctypes.CDLL("libseccomp.so.2")
    except OSError:
        raise BoxError(
            "The box needs libseccomp, which knows the system calls of this machine's processor: "
            "sudo apt install libseccomp2 (Debian, Ubuntu) or sudo dnf install libseccomp (Fedora)."
        ) from None
    found.seccomp_version.restype = ctypes.POINTER(_Version)
    found.seccomp_init.argtypes, found.seccomp_init.restype = [ctypes.c_uint32], ctypes.c_void_p
    found.seccomp_release.argtypes, found.seccomp_release.restype = [ctypes.c_void_p], None
    found.seccomp_attr_set.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_uint32]
    found.seccomp_export_bpf.argtypes = [ctypes.c_void_p, ctypes.c_int]
    found.seccomp_rule_add_array.argtypes = [
        ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int, ctypes.c_uint, ctypes.POINTER(_Comparison),
    ]  # fmt: skip
    return found


def version() -> str:
    """Return libseccomp's version."""
    found = library().seccomp_version().contents
    return f"{found.major}.{found.minor}.{found.micro}"


def number(name: str) -> int:
    """Return a call's number on this processor; a negative one if it has no such call.

    Raises BoxError if this libseccomp is too old to know it.
    """
    found = library().seccomp_syscall_resolve_name(name.encode())
    if found == UNKNOWN:
        raise BoxError(
            f"libseccomp {version()} does not know the system call {name}: the box needs a newer "
            "one."
        )
    return found


@cache
def program() -> bytes:
    """Return the filter for this processor, as ``bwrap --seccomp`` reads it.

    Raises BoxError if libseccomp is missing, too old, or cannot make a rule for this processor.
    """
    made = library().seccomp_init(ALLOW)
    try:
        _done(
            library().seccomp_attr_set(made, OTHER_PROCESSOR, REFUSE | errno.EPERM),
            "calls of other processors",
        )
        for name in REFUSED:
            _refuse(made, name, errno.EPERM)
        _refuse(made, "clone3", errno.ENOSYS)  # its flags cannot be seen; all fall back to clone
        flags = 1 if platform.machine().startswith("s390") else 0
        _refuse(
            made, "clone", errno.EPERM, _Comparison(flags, MASKED, CLONE_NEWUSER, CLONE_NEWUSER)
        )
        for family in set(range(max(FAMILIES))) - set(FAMILIES):
            _refuse(made, "socket", errno.EAFNOSUPPORT, _Comparison(0, EQUAL, family))
        _refuse(made, "socket", errno.EAFNOSUPPORT, _Comparison(0, GREATER, max(FAMILIES)))
        with tempfile.TemporaryFile() as file:
            _done(library().seccomp_export_bpf(made, file.fileno()), "the whole")
            file.seek(0)
            return file.read()
    finally:
        library().seccomp_release(made)


def _refuse(made: int, name: str, error: int, *when: _Comparison) -> None:
    compared = (_Comparison * len(when))(*when)
    _done(
        library().seccomp_rule_add_array(made, REFUSE | error, number(name), len(when), compared),
        name,
    )


def _done(status: int, what: str) -> None:
    if status != 0:
        raise BoxError(
            f"libseccomp {version()} cannot make the box's filter of system calls for "
            f"{platform.machine()}: {errno.errorcode.get(-status, status)} for {what}."
        )
