"""Submissions that try to read, write or reach what is outside the box.

Each tries many ways and prints ESCAPED with what worked. ``@CANARY@`` becomes a file that only the
instructor should see, ``@HOST@`` the process that marks.
"""

from . import Attack

ANSWER = "mix_all = 0"


def trying(body: str, setup: str = "") -> str:
    """Try statements one by one; each must fail. ``attempt`` is called with a name and a
    function.
    """
    return f"""
import ctypes, errno, socket, struct, subprocess
{setup}
tried = 0

def attempt(name, action, harmless=lambda value: False):
    global tried
    tried += 1
    try:
        value = action()
    except BaseException as error:
        return
    if not harmless(value):
        print("ESCAPED", name, repr(value)[:200])

{body}
print("tried", tried)
"""


NETWORK = trying(
    """
for family, address in ((socket.AF_INET, ("1.1.1.1", 80)), (socket.AF_INET, ("127.0.0.1", 8888)),
                        (socket.AF_INET6, ("::1", 80)), (socket.AF_UNIX, "\\0dbus"),
                        (socket.AF_UNIX, "/run/docker.sock")):
    for kind in (socket.SOCK_STREAM, socket.SOCK_SEQPACKET):
        attempt(f"connect {address}", lambda: (s := socket.socket(family, kind), s.settimeout(1), s.connect(address)))
attempt("udp", lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("8.8.8.8", 53)))
attempt("dns", lambda: socket.gethostbyname("example.org"))
for family in (16, 17, 40, 38, 21, 44):  # netlink, packet, vsock, alg, rds, xdp
    for kind in (1, 2, 3, 5):
        attempt(f"socket {family}", lambda: socket.socket(family, kind))
attempt("url", lambda: __import__("urllib.request").request.urlopen("http://169.254.169.254/", timeout=1))
attempt("interfaces", lambda: [n for _, n in socket.if_nameindex() if n != "lo"], lambda value: not value)
"""
)

FILES = trying(
    """
for path in ("/root/.bashrc", "/etc/shadow", "/etc/passwd", "/etc/hostname", "/proc/1/environ", "/proc/1/mem",
             "/proc/1/maps", "/proc/1/root/etc/passwd", "/proc/1/cwd", "/dev/mem", "/dev/kmsg", "/dev/sda", CANARY,
             "/proc/kcore", "/proc/sysrq-trigger", "/proc/kallsyms_"):
    attempt(f"read {path}", lambda: open(path, "rb").read(10), lambda value: path == "/dev/null")
for folder in ("/root", "/home", "/proc/1/fd", "/proc/1/root", "/sys", "/run", "/var", "/srv", "/mnt", "/boot", "/opt"):
    attempt(f"list {folder}", lambda: os.listdir(folder), lambda value: value in ([], [".pyenv"]))
for i, path in enumerate(("/etc/shadow", CANARY, "/root", "/proc/1/root", "/proc/1/exe")):
    attempt(f"symlink {path}", lambda: (os.symlink(path, f"/tmp/work/s{i}"), open(f"/tmp/work/s{i}").read()))
    attempt(f"hard link {path}", lambda: os.link(path, f"/tmp/work/h{i}"))
attempt("hard link of a library", lambda: os.link(np.__file__, "/tmp/work/numpy"))
for folder in ("/", "/usr", "/usr/lib", "/box", "/box/lib", "/box/lib/whichbank", "/box/lib/whichbank_box", "/etc",
               "/dev", "/proc", os.path.dirname(np.__file__), os.path.dirname(os.__file__), "/work", "/root",
               "/bin", "/var/tmp"):
    attempt(f"write {folder}", lambda: open(f"{folder}/written", "w"))
    attempt(f"remove in {folder}", lambda: [os.unlink(f"{folder}/{n}") for n in os.listdir(folder)[:1] or [1 / 0]])
mounts = [line.split() for line in open("/proc/self/mountinfo")]
loose = [m[4] for m in mounts if m[5].split(",")[0] != "ro" and m[4] not in ("/tmp", "/dev/shm", "/proc")]
attempt("mounts", lambda: [m for m in loose if not m.startswith(("/dev/", "/proc/"))], lambda value: not value)
attempt("write a library", lambda: open(np.__file__, "a"))
attempt("write the program", lambda: open("/box/lib/whichbank_box/supervisor.py", "a"))
attempt("rename", lambda: os.rename("/box/lib", "/box/other"))
attempt("own", lambda: os.chown("/tmp/work", 0, 0))
""",
    setup="CANARY = '@CANARY@'",
)

SECRETS = trying(
    """
attempt("import", lambda: __import__("whichbank_teach"))
attempt("import", lambda: __import__("nbgrader").__file__ or 1 / 0)  # its folder is there, and empty
for folder in list(sys.path):
    for name in ("whichbank_teach", "nbgrader"):
        attempt(f"{folder}/{name}", lambda: os.listdir(f"{folder}/{name}"), lambda value: not value)
found, walked = [], set()
for start in ("/box", "/work", "/root", "/tmp", "/home", "/usr/lib", "/usr/local", "/opt", "/srv", *sys.path):
    for folder, inner, names in os.walk(start):
        inner[:] = [n for n in inner if n not in ("torch", "numpy", "scipy", "sklearn", "sympy", "matplotlib", "test")]
        inner[:] = [n for n in inner if os.path.join(folder, n) not in walked]  # packages lie in /work or in /usr
        walked |= {folder}
        found += [os.path.join(folder, n) for n in names if "whichbank_teach" in folder or n == "gradebook.db"]
attempt("sources", lambda: found, lambda value: not value)
nothing = lambda value: not value
attempt("environment", lambda: [k for k in os.environ if "SECRET" in k or "TOKEN" in k or "WORK" in k], nothing)
attempt("open files", lambda: [n for n in os.listdir("/proc/self/fd") if int(n) > 5], nothing)
import gc
attempt("memory", lambda: [o for o in gc.get_objects() if isinstance(o, dict) and "secret" in o], nothing)
attempt("others", lambda: {int(p) for p in os.listdir("/proc") if p.isdigit()} - {1, os.getpid()}, nothing)
"""
)

POWERS = trying(
    """
libc = ctypes.CDLL(None, use_errno=True)
failed = lambda value: value == -1
attempt("mount", lambda: libc.mount(b"none", b"/tmp/work", b"tmpfs", 0, None), failed)
attempt("remount", lambda: libc.mount(b"none", b"/", None, 32, None), failed)
attempt("unmount", lambda: libc.umount2(b"/box/lib/whichbank", 2), failed)
for flag in (0x10000000, 0x00020000, 0x20000000, 0x40000000, 0x08000000, 0x04000000, 0x02000000):
    attempt(f"unshare {flag:x}", lambda: libc.unshare(flag), failed)
    attempt(f"clone {flag:x}", lambda: libc.syscall(CLONE, flag | 17, 0, 0, 0, 0) or os._exit(0), failed)
attempt("chroot", lambda: libc.chroot(b"/tmp"), failed)
attempt("ptrace", lambda: libc.ptrace(16, 1, None, None), failed)
attempt("ptrace of the parent", lambda: libc.ptrace(16, os.getppid(), None, None), failed)
attempt("setuid", lambda: os.setuid(0))
attempt("setgid", lambda: os.setgid(0))
attempt("setgroups", lambda: os.setgroups([0]))
attempt("user", lambda: os.getuid() == 0 or 1 / 0)
attempt("priority", lambda: os.setpriority(os.PRIO_PROCESS, 0, -20))
attempt("real time", lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50)))
attempt("host name", lambda: socket.sethostname("taken"))
attempt("clock", lambda: __import__("time").clock_settime(0, 0))
attempt("memfd", lambda: os.memfd_create("m"))
attempt("device", lambda: os.mknod("/tmp/work/null", 0o20666, os.makedev(1, 3)))
attempt("shared memory", lambda: libc.shmget(0, 1 << 30, 0o1777), failed)
attempt("bpf", lambda: libc.syscall(321, 0, 0, 0), failed)
attempt("keyctl", lambda: libc.syscall(250, 0, -3, 0, 0, 0), failed)
attempt("io_uring", lambda: libc.syscall(425, 8, ctypes.create_string_buffer(256)), failed)
attempt("userfaultfd", lambda: libc.syscall(323, 0), failed)
attempt("process_vm_readv", lambda: libc.process_vm_readv(1, None, 0, None, 0, 0) and 0 or -1, failed)
attempt("32-bit calls", lambda: libc.syscall(0x40000000 | 39), failed)
import resource
for kind in "NPROC", "AS", "FSIZE", "NOFILE", "CPU", "CORE", "MEMLOCK":
    attempt(f"limit {kind}", lambda: resource.setrlimit(getattr(resource, f"RLIMIT_{kind}"), (1 << 62,) * 2))
for path, text in (("/proc/sys/kernel/hostname", "x"), ("/proc/self/oom_score_adj", "-1000"),
                   ("/proc/1/oom_score_adj", "-1000"), ("/proc/self/uid_map", "0 0 1"),
                   ("/proc/sys/vm/drop_caches", "1"), ("/sys/fs/cgroup/x", "1")):
    attempt(f"write {path}", lambda: open(path, "w").write(text) and 1)
quiet = dict(stdin=subprocess.DEVNULL, capture_output=True, timeout=5)
for program in ("sudo -n true", "su -c true", "mount -t tmpfs x /tmp/work", "unshare -r true", "chsh", "newgrp root",
                "bwrap --ro-bind / / true"):
    attempt(program, lambda: subprocess.run(program.split(), **quiet).returncode, lambda value: value != 0)
for number in (0, 15, 9):
    attempt(f"signal {number} to the host", lambda: os.kill(HOST, number))
parent = lambda: int(open("/proc/1/status").read().split("PPid:")[1].split()[0])
attempt("parent of the first", parent, lambda value: value == 0)
attempt("terminal", lambda: open("/dev/tty"))
attempt("typing", lambda: __import__("fcntl").ioctl(0, 0x5412, b"x"))
""",
    setup="HOST = int('@HOST@')\nCLONE = 56 if os.uname().machine == 'x86_64' else 220",
)

CASES = (
    Attack("the network", NETWORK + ANSWER, statuses=("not a function",), says=("tried 3",)),
    Attack("files outside", FILES + ANSWER, statuses=("not a function",), says=("tried",)),
    Attack(
        "sources, secrets and other processes",
        SECRETS + ANSWER,
        patient=True,
        statuses=("not a function",),
        says=("tried",),
    ),
    Attack(
        "powers over the system", POWERS + ANSWER, statuses=("not a function",), says=("tried",)
    ),
)
