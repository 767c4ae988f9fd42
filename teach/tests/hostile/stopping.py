"""Submissions that end, stop, flood or outlive what runs them."""

from . import BELOW, RIGHT, Attack


def inside(body: str) -> str:
    """An answer whose body is some statements, indented by four."""
    return f"def mix_all(weights, vectors):\n    {body}\n    return weights @ vectors\n"


FORK_BOMB = """
def mix_all(weights, vectors):
    while True:
        try:
            os.fork()
        except OSError:
            pass
"""
SHELL_BOMB = """
import subprocess

subprocess.Popen(["sh", "-c", "b() { b | b & }; b; sleep 60"])
"""
DAEMON = """
import time

for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            while True:
                print("still here")
                time.sleep(0.01)
        os._exit(0)
"""
KILLERS = """
def mix_all(weights, vectors):
    if os.fork() == 0:
        os.setsid()
        while True:
            for other in os.listdir("/proc"):
                if other.isdigit() and int(other) not in (1, os.getpid()):
                    try:
                        os.kill(int(other), 9)
                    except OSError:
                        pass
    return weights @ vectors
"""
DEAF = """
import signal

for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
    try:
        signal.signal(number, signal.SIG_IGN)
    except OSError:
        pass
while True:
    pass
"""
EATER = "held = []\nwhile True:\n    held.append(bytearray(b'x' * 10_000_000))"
EATERS = """
for _ in range(12):
    if os.fork() == 0:
        held = bytearray(b"x" * 400_000_000)
        while True:
            pass
import time
time.sleep(60)
"""
SHARED = """
import mmap, time
held = [mmap.mmap(-1, 200_000_000) for _ in range(4)]
for piece in held:
    for place in range(0, len(piece), 4096):
        piece[place] = 1
time.sleep(60)
"""
LEADERLESS = """
import ctypes, threading, time

def eat():
    held = []
    for _ in range(130):
        held.append(bytearray(b"x" * 10_000_000))
        time.sleep(0.01)
    time.sleep(60)

threading.Thread(target=eat).start()
ctypes.CDLL(None).pthread_exit(None)
"""
SOCKETS = """
import socket, time

held = []
for _ in range(8):
    if os.fork() == 0:
        while True:
            pair = socket.socketpair()
            for end in pair:
                end.setblocking(False)
                end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 22)
                try:
                    while True:
                        end.send(b"x" * 100_000)
                except OSError:
                    pass
            held.append(pair)
time.sleep(60)
"""
DISK = """
for folder in ("/tmp", "/dev/shm", "/tmp/work"):
    try:
        for i in range(1000):
            with open(f"{folder}/{i}", "wb") as file:
                file.write(b"x" * 10_000_000)
    except OSError as error:
        print("full", error.errno)
"""
FILES = "for i in range(10**9):\n    open(f'/tmp/work/{i}', 'w').close()"
LOCKED = "os.makedirs('/tmp/a/b/c')\nos.chmod('/tmp/a/b', 0)\nos.chmod('/tmp/a', 0)\nos._exit(0)"
SPARSE = """
for folder in ("/tmp", "/dev/shm"):
    try:
        with open(f"{folder}/sparse", "wb") as file:
            file.truncate(1 << 40)
        print("ESCAPED")
    except OSError as error:
        print("refused", error.errno)
"""
THREADS = """
import threading, time

def spin():
    while True:
        time.sleep(0.001)

for _ in range(2000):
    threading.Thread(target=spin).start()
"""
KILLER = """
import threading, time

def end():
    time.sleep(0.3)
    os._exit(0)

threading.Thread(target=end, daemon=True).start()
"""
SEGFAULT = "import ctypes; ctypes.string_at(0)"
NESTED = "def mix_all(w, v):\n    return " + "(" * 5000 + "w @ v" + ")" * 5000
DEEP = "x = " + "-" * 200_000 + "1\n" + RIGHT
CONSTANT = "x = 'a' * 10**11\n" + RIGHT

CASES = (
    Attack(
        "an endless loop in the answer",
        inside("while True: pass"),
        statuses=("timed out",),
        hangs=True,
    ),
    Attack(
        "an endless loop in its cell",
        "while True: pass\n" + BELOW,
        statuses=("timed out",),
        hangs=True,
    ),
    Attack("sleep", inside("import time; time.sleep(1000)"), statuses=("timed out",), hangs=True),
    Attack("an endless loop that ignores all signals", DEAF, statuses=("timed out",), hangs=True),
    Attack(
        "a pattern without end",
        inside("import re; re.match('(a+)+$', 'a' * 60 + 'b')"),
        statuses=("timed out",),
        hangs=True,
    ),
    Attack(
        "a number without end",
        inside("10 ** 10 ** 8 % 7"),
        statuses=("timed out", "right", "too much memory"),
        hangs=True,
    ),
    Attack("sys.exit in the answer", inside("sys.exit(0)"), statuses=("raised",)),
    Attack(
        "sys.exit in its cell", "sys.exit(0)\n" + RIGHT, statuses=("raised",), says=("SystemExit",)
    ),
    Attack("os._exit in the answer", inside("os._exit(0)"), statuses=("crashed",)),
    Attack(
        "os._exit in its cell", "os._exit(0)\n" + BELOW, statuses=("crashed",), says=("code 0",)
    ),
    Attack(
        "KeyboardInterrupt in the answer", inside("raise KeyboardInterrupt"), statuses=("raised",)
    ),
    Attack(
        "KeyboardInterrupt in its cell", "raise KeyboardInterrupt\n" + RIGHT, statuses=("raised",)
    ),
    Attack("GeneratorExit", inside("raise GeneratorExit"), statuses=("raised",)),
    Attack(
        "a segmentation fault in the answer",
        inside(SEGFAULT),
        statuses=("crashed",),
        says=("SIGSEGV",),
    ),
    Attack("a segmentation fault in its cell", SEGFAULT + "\n" + BELOW, statuses=("crashed",)),
    Attack("abort", inside("os.abort()"), statuses=("crashed",), says=("SIGABRT",)),
    Attack(
        "everything killed by the answer",
        inside("os.kill(-1, 9); os._exit(0)"),
        statuses=("crashed",),
    ),
    Attack(
        "everything killed by its cell", "os.kill(-1, 9)\n" + BELOW, statuses=("crashed", "raised")
    ),
    Attack(
        "the session killed",
        inside("os.kill(os.getppid(), 9); import time; time.sleep(60)"),
        statuses=("crashed", "timed out"),
    ),
    Attack(
        "the session stopped",
        inside("os.kill(os.getppid(), 19); os._exit(0)"),
        statuses=("crashed", "timed out"),
    ),
    Attack(
        "itself stopped", inside("os.kill(os.getpid(), 19)"), statuses=("timed out",), hangs=True
    ),
    Attack(
        "the first process killed",
        inside("[os.kill(1, n) for n in (1, 2, 3, 9, 10, 11, 14, 15, 19, 20)]; os._exit(0)"),
        statuses=("crashed",),
    ),
    Attack(
        "memory eaten by the answer",
        inside(EATER.replace("\n", "\n    ")),
        patient=True,
        statuses=("too much memory",),
    ),
    Attack(
        "memory eaten by its cell",
        EATER + "\n" + BELOW,
        patient=True,
        statuses=("raised", "too much memory"),
    ),
    Attack("memory eaten by many", EATERS + BELOW, patient=True, statuses=("too much memory",)),
    Attack("memory eaten and shared", SHARED + BELOW, patient=True, statuses=("too much memory",)),
    Attack(
        "memory eaten once the first thread has ended",
        LEADERLESS + BELOW,
        patient=True,
        statuses=("too much memory",),
    ),
    Attack("memory in sockets", SOCKETS + BELOW, patient=True, statuses=("too much memory",)),
    Attack("an array of terabytes", inside("np.ones(10**12)"), statuses=("too much memory",)),
    Attack(
        "a view of terabytes",
        "def mix_all(w, v):\n    return np.broadcast_to(1.0, (10**6, 10**6))",
        statuses=("raised", "dtype", "too much memory", "crashed"),
    ),
    Attack(
        "results of many megabytes",
        "def mix_all(w, v):\n    return np.ones((1100, 1100))",
        patient=True,
        statuses=("dtype",),
        says=("far too large",),
    ),
    Attack(
        "a shower of lines",
        "while True: print('x' * 1000)\n" + BELOW,
        statuses=("too much output",),
    ),
    Attack(
        "one endless line",
        "while True: sys.stdout.write('x' * 1000)\n" + BELOW,
        statuses=("too much output",),
    ),
    Attack(
        "one endless line of errors",
        "while True: os.write(2, b'x' * 1000)\n" + BELOW,
        statuses=("too much output",),
    ),
    Attack(
        "output of an answer",
        inside("[print('x' * 10000) for _ in range(10**9)]"),
        statuses=("timed out",),
        hangs=True,
    ),
    Attack("forks in the answer", FORK_BOMB, statuses=("timed out", "crashed", "too much memory")),
    Attack(
        "forks in its cell",
        "while True:\n    try: os.fork()\n    except OSError: pass\n",
        statuses=("timed out", "too much memory"),
        hangs=True,
    ),
    Attack(
        "forks of a shell left behind",
        SHELL_BOMB + "\ndef mix_all(w, v): ...",
        statuses=("not attempted",),
    ),
    Attack("threads without number", THREADS + RIGHT.replace("@", "+"), statuses=("raised",)),
    Attack("a killer left behind", KILLERS, statuses=("crashed",)),
    Attack(
        "memory only reserved",
        "import mmap\nmmap.mmap(-1, 2_000_000_000)\n" + BELOW,
        statuses=("raised",),
    ),
    Attack("daemons left behind", DAEMON + "\ndef mix_all(w, v): ...", statuses=("not attempted",)),
    Attack(
        "a thread that ends the process later",
        KILLER + "import time; time.sleep(1)",
        statuses=("crashed",),
    ),
    Attack(
        "a disk full of data", DISK + "\nmix_all = 0", statuses=("not a function",), says=("full",)
    ),
    Attack("a disk full of files", FILES, statuses=("too much memory",)),
    Attack("folders that are closed against removal", LOCKED, statuses=("crashed",)),
    Attack(
        "a file with a hole",
        SPARSE + "\nmix_all = 0",
        statuses=("not a function",),
        says=("refused",),
    ),
    Attack(
        "recursion without end",
        "def mix_all(w, v):\n    return mix_all(w, v)",
        statuses=("raised",),
    ),
    Attack(
        "recursion that breaks the stack",
        "sys.setrecursionlimit(10**9)\n\n\ndef mix_all(w, v):\n    return max([w], key=lambda x: "
        "mix_all(w, v))",
        statuses=("crashed", "too much memory", "timed out", "raised"),
    ),
    Attack(
        "an iterator without end",
        "class E:\n    def __len__(self): return 3\n    def __getitem__(self, i): return "
        "[0.0]\n\n\n"
        "def mix_all(w, v):\n    return E()",
        hangs=True,
    ),
    Attack(
        "a list that holds itself",
        "def mix_all(w, v):\n    x = []\n    x.append(x)\n    return x",
        statuses=("raised", "dtype", "crashed"),
    ),
    Attack(
        "a sequence without end",
        "class E:\n    def __len__(self): return 1 << 62\n    def __getitem__(self, i): return "
        "0.0\n\n\n"
        "def mix_all(w, v):\n    return E()",
    ),
    Attack(
        "huge whole numbers", "def mix_all(w, v):\n    return [[10**400] * v.shape[1]] * len(w)"
    ),
    Attack("brackets too deep for the parser", NESTED, statuses=("raised", "crashed")),
    Attack(
        "signs too deep for the compiler", DEEP, statuses=("raised", "crashed", "too much memory")
    ),
    Attack("a text of a hundred gigabytes", CONSTANT, statuses=("raised",), says=("MemoryError",)),
    Attack("a zero byte in the source", "x = '\0'\n" + RIGHT, statuses=("raised",)),
    Attack("half a character in the source", "x = '\ud800'\n" + RIGHT, statuses=("raised",)),
    Attack(
        "a syntax error",
        "def mix_all(weights, vectors)\n    return weights @ vectors",
        statuses=("raised",),
        says=("SyntaxError",),
    ),
    Attack(
        "no answer to a question",
        "n = int(input('How many? '))\n" + RIGHT,
        statuses=("raised",),
        says=("nobody to ask",),
    ),
    Attack(
        "tools of the session replaced",
        "import json, socket\njson.dumps = json.loads = os.write = os.fork = os.getpid = None\n"
        + inside("x"),
    ),
)
