"""A filter of system calls: what a notebook never needs, and what would widen the box, is refused."""

import errno
import platform
import struct
from functools import cache

# Numbers of the calls on each kind of processor, from the kernel's own tables.
CALLS = {
    "x86_64": {
        "unshare": 272, "setns": 308, "mount": 165, "umount2": 166, "pivot_root": 155, "chroot": 161,
        "open_tree": 428, "move_mount": 429, "fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433,
        "mount_setattr": 442, "ptrace": 101, "process_vm_readv": 310, "process_vm_writev": 311, "pidfd_getfd": 438,
        "kcmp": 312, "memfd_create": 319, "memfd_secret": 447, "shmget": 29, "msgget": 68, "semget": 64,
        "mq_open": 240, "add_key": 248, "request_key": 249, "keyctl": 250, "bpf": 321, "perf_event_open": 298,
        "userfaultfd": 323, "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427,
        "fanotify_init": 300, "open_by_handle_at": 304, "name_to_handle_at": 303, "init_module": 175,
        "finit_module": 313, "delete_module": 176, "kexec_load": 246, "kexec_file_load": 320, "reboot": 169,
        "swapon": 167, "swapoff": 168, "syslog": 103, "acct": 163, "quotactl": 179, "settimeofday": 164,
        "clock_settime": 227, "adjtimex": 159, "sethostname": 170, "iopl": 172, "ioperm": 173, "vhangup": 153,
        "lookup_dcookie": 212, "modify_ldt": 154, "nfsservctl": 180, "uselib": 134,
    },
    "aarch64": {
        "unshare": 97, "setns": 268, "mount": 40, "umount2": 39, "pivot_root": 41, "chroot": 51,
        "open_tree": 428, "move_mount": 429, "fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433,
        "mount_setattr": 442, "ptrace": 117, "process_vm_readv": 270, "process_vm_writev": 271, "pidfd_getfd": 438,
        "kcmp": 272, "memfd_create": 279, "memfd_secret": 447, "shmget": 194, "msgget": 186, "semget": 190,
        "mq_open": 180, "add_key": 217, "request_key": 218, "keyctl": 219, "bpf": 280, "perf_event_open": 241,
        "userfaultfd": 282, "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427,
        "fanotify_init": 262, "open_by_handle_at": 265, "name_to_handle_at": 264, "init_module": 105,
        "finit_module": 273, "delete_module": 106, "kexec_load": 104, "kexec_file_load": 294, "reboot": 142,
        "swapon": 224, "swapoff": 225, "syslog": 116, "acct": 89, "quotactl": 60, "settimeofday": 170,
        "clock_settime": 112, "adjtimex": 171, "sethostname": 161, "vhangup": 58, "lookup_dcookie": 18,
        "nfsservctl": 42,
    },
}  # fmt: skip
SPECIAL = {
    "x86_64": {"clone": 56, "clone3": 435, "socket": 41},
    "aarch64": {"clone": 220, "clone3": 435, "socket": 198},
}
ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
X32 = 0x40000000
CLONE_NEWUSER = 0x10000000
FAMILIES = (1, 2, 10)  # sockets inside the machine, and the two of the internet, which lead nowhere in the box

LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, REFUSE = 0x7FFF0000, 0x00050000
NUMBER, ARCH, ARGUMENT = 0, 4, 16  # where they stand in what the kernel shows to a filter


@cache
def program() -> bytes:
    """Return the filter for this processor, as ``bwrap --seccomp`` reads it; empty for one that is not known."""
    machine = platform.machine()
    if machine not in CALLS:
        return b""
    refused = _refuse(errno.EPERM)
    steps = [_step(LOAD, ARCH), *_unless(EQUAL, ARCHITECTURE[machine], refused)]
    steps.append(_step(LOAD, NUMBER))
    if machine == "x86_64":
        steps += _if(AT_LEAST, X32, refused)
    for number in sorted(CALLS[machine].values()):
        steps += _if(EQUAL, number, refused)
    special = SPECIAL[machine]
    steps += _if(EQUAL, special["clone3"], _refuse(errno.ENOSYS))  # its flags cannot be seen; all fall back to clone
    steps += _guarded(special["clone"], _if(ANY_BIT, CLONE_NEWUSER, refused))
    families = [step for family in FAMILIES for step in _if(EQUAL, family, _step(RETURN, ALLOW))]
    steps += _guarded(special["socket"], [*families, _refuse(errno.EAFNOSUPPORT)])
    steps.append(_step(RETURN, ALLOW))
    return b"".join(steps)


def _step(code: int, value: int, yes: int = 0, no: int = 0) -> bytes:
    return struct.pack("=HBBI", code, yes, no, value)


def _refuse(number: int) -> bytes:
    return _step(RETURN, REFUSE | number)


def _if(test: int, value: int, then: bytes) -> list[bytes]:
    return [_step(test, value, 0, 1), then]


def _unless(test: int, value: int, then: bytes) -> list[bytes]:
    return [_step(test, value, 1, 0), then]


def _guarded(number: int, inner: list[bytes]) -> list[bytes]:
    """Look at the first argument of one call, and leave all other calls as they are."""
    body = [_step(LOAD, ARGUMENT), *inner, _step(LOAD, NUMBER)]
    return [_step(EQUAL, number, 0, len(body)), *body]
