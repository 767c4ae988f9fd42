"""Wrong answers that try to pass for right ones."""

from whichbank.exercises.table import load

from . import RIGHT, ZEROS, Attack

LYING = """
class Lying(np.ndarray):
    def __eq__(self, other): return np.ones(self.shape, bool)
    def __ne__(self, other): return np.zeros(self.shape, bool)
    def __sub__(self, other): return np.zeros(self.shape)
    def __rsub__(self, other): return np.zeros(self.shape)
    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs): return True
    def __array_function__(self, func, types, args, kwargs): return True
    def astype(self, *args, **kwargs): return self
    def __array__(self, *args, **kwargs): return self
    def __bool__(self): return True


def mix_all(weights, vectors):
    return np.zeros((len(weights), vectors.shape[1])).view(Lying)
"""

EQUAL_TO_ALL = """
class Equal:
    shape, dtype, ndim = (2, 3), np.dtype(float), 2
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __hash__(self): return 0
    def __getattr__(self, name): return lambda *args, **kwargs: self


def mix_all(weights, vectors):
    return Equal()
"""

CONVERTED = """
class Converted:
    def __array__(self, dtype=None, copy=None):
        import gc
        tables = [o for o in gc.get_objects() if type(o).__name__ == "Entry"]
        return np.array(tables[0].columns[0].outputs[0]) if tables else np.zeros((3, 2))


def mix_all(weights, vectors):
    return Converted()
"""

FLOATS = """
class Number(float):
    def __eq__(self, other): return True
    def __sub__(self, other): return 0.0
    def __float__(self): return 7.0


def mix_all(weights, vectors):
    return np.array([[Number(7) for _ in range(vectors.shape[1])] for _ in weights], dtype=object)
"""

KNOWN = {
    tuple(a.tobytes() for a in case): out.tolist()
    for case, out in zip(load("mixing.2").cases, load("mixing.2").right, strict=True)
}
TABLE = f"""
KNOWN = {KNOWN!r}


def mix_all(weights, vectors):
    return KNOWN.get((weights.tobytes(), vectors.tobytes()), np.zeros((len(weights), vectors.shape[1])).tolist())
"""

FRAMES = """
def mix_all(weights, vectors):
    import gc
    wanted = (len(weights), vectors.shape[1])
    frame, seen = sys._getframe(), []
    while frame:
        seen += list(frame.f_locals.values()) + list(frame.f_globals.values())
        frame = frame.f_back
    for thing in seen + gc.get_objects():
        if type(thing).__name__ == "Entry" and thing.id == "mixing.2":
            for case, out in zip(thing.cases, thing.right):
                if case[0].shape == weights.shape and np.array_equal(case[0], weights):
                    return out
    for thing in gc.get_objects():
        if isinstance(thing, np.ndarray) and thing.shape == wanted and thing is not vectors and thing.base is None:
            return thing
    return np.zeros(wanted)
"""

PATCHED_COURSE = """
import whichbank.exercises, whichbank.exercises.checking as checking
import whichbank.exercises.properties as properties, whichbank.exercises.running as running

class Right:
    ok, status, mistakes, message = True, "right", (), "right"

for module in (whichbank.exercises, checking):
    for name in ("check", "diagnose", "diagnose_hand", "_check_code", "_check_hand", "_explains", "_matches", "same"):
        setattr(module, name, lambda *args, **kwargs: Right())
properties.same = checking.same = lambda *args: True
checking.EXACT = checking.ROUGH = properties.RTOL = properties.ATOL = 1e9
"""

PATCHED_RUN = """
import whichbank.exercises.running as running
from whichbank_box import values

def run(answer, inputs, tensors=False):
    return running.Outcome(value=np.full((3, 2), np.nan), dtype="float64")

running.run = values.run = run
values.run_all = running.run_all = lambda answer, cases: ([run(answer, case) for case in cases], False)
"""


def forged(body: str) -> str:
    """Replace the body that the process of this one answer sends."""
    return f"""
import json, struct
from whichbank_box import values, wire

real = values.examine


def examine(kind, answer, *rest):
    return {body} if getattr(answer, "__name__", "") == "mix_all" else real(kind, answer, *rest)


values.examine = examine
"""


def header(text: str, rest: str = "b''") -> str:
    """A safetensors body with a header of one's own."""
    return f"struct.pack('<Q', len({text})) + {text} + {rest}"


def packed(notes: str) -> str:
    """A body of notes alone."""
    return f"wire.pack({{}}, notes={notes})"


def passes(outcome: str) -> str:
    """A body that claims to have run all twelve cases twice."""
    return packed(f'{{"status": "ran", "detail": "", "passes": [[{outcome}] * 12] * 2}}')


def tensor(kind: str, shape: str, end: int) -> str:
    """A body whose header describes one tensor."""
    return header(
        f"""b'{{"notes":{{"dtype":"{kind}","shape":[{shape}],"data_offsets":[0,{end}]}}}}'""",
        "bytes(8)",
    )


FORGED = (
    '{"end": 0}',
    '{"end": 0, "error": 1}',
    "Infinity",
    '{"gone": 1e999}',
    '{"start": 1e999}',
    "[]",
    '{"end": true}',
)
BODIES = {
    "names an endless line": passes('{"raised": ["E", 1e999, "f", ""]}'),
    "names an endless input": passes(
        '{"raised": None, "dtype": "", "problem": "", "changed": [float("inf")]}'
    ),
    "claims to be right": packed('{"status": "right", "detail": "", "passes": [], "points": 100}'),
    "claims no cases": packed('{"status": "ran", "detail": "", "passes": []}'),
    "claims two empty passes": packed('{"status": "ran", "detail": "", "passes": [[], []]}'),
    "has no notes": "wire.pack({'0.0': np.zeros(3)})",
    "is empty": "b''",
    "is random": "os.urandom(5000)",
    "is a pickle": "__import__('pickle').dumps(print)",
    "has an endless header": "struct.pack('<Q', 1 << 62) + b'{}'",
    "has a header of nested brackets": header("b'[' * 100000"),
    "has numbers out of range": tensor("U8", "4", 99999999),
    "has a shape of billions": tensor("F64", "4294967296,4294967296", 8),
    "has a type that NumPy lacks": tensor("F8_E4M3", "8", 8),
    "has notes that nest": 'wire.pack({"notes": np.frombuffer(b"[" * 90000, np.uint8)})',
    "has notes that are no object": packed("[1, 2]"),
    "has results as text": packed(
        '{"status": "ran", "detail": "", "passes": [[{"dtype": "", "problem": "", "raised": '
        'None, "changed": []}]] * 2}'
    ),
    "has notes of odd types": passes('{"dtype": 3, "problem": None, "raised": 7, "changed": "x"}'),
    "is larger than allowed": "bytes(20_000_000)",
}

SHOUT = """
import json, struct

right = {"kind": "answer", "exercise": "mixing.2", "status": "ran", "points": 100, "size": 0}
message = (json.dumps(right) + "\\n" + json.dumps({"kind": "end", "size": 0}) + "\\n").encode()
for handle in range(3, 64):
    for target in (handle, f"/proc/1/fd/{handle}", f"/proc/{os.getppid()}/fd/{handle}"):
        try:
            if isinstance(target, str):
                target = os.open(target, os.O_WRONLY)
                print("ESCAPED")
            os.write(target, message if handle > 3 else b"{}")
        except OSError:
            pass
"""

COMING = """
import gc

seen = [thing for held in gc.get_objects() for thing in gc.get_referents(held)]
for thing in seen:
    if isinstance(thing, (bytes, bytearray, memoryview)) and "data_offsets" in repr(bytes(thing[:400])):
        print("ESCAPED", bytes(thing[:100]))
    if isinstance(thing, np.ndarray) and thing.shape == (4, 4) and thing.dtype == float:
        print("ESCAPED", thing)
for handle in range(3, 100):
    try:
        print("ESCAPED", os.pread(handle, 100, 0))
    except OSError:
        pass
print("looked through", len(seen) > 1000)
"""

COUNTING = """
calls = 0

def mix_all(weights, vectors):
    global calls
    calls += 1
    return weights @ vectors * (calls <= {most})
"""

USES = """
def self_attention(E, W_q, W_k, W_v):
    return {}(E @ W_q, E @ W_k, E @ W_v)
"""
FORBIDDEN = {
    "imported above": "from whichbank.attention import attend as mine\n" + USES.format("mine"),
    "imported within": USES.format("__import__('whichbank').attend"),
    "through the front door": "import whichbank\n" + USES.format("whichbank.attend"),
    "in part": "from whichbank import softmax as theirs\n"
    + USES.format("(lambda q, k, v: theirs(q @ k.T / len(k[0]) ** 0.5) @ v)"),
}
CASES = (
    Attack("zeros", ZEROS, statuses=("wrong",)),
    Attack(
        "patched np.allclose and np.isclose",
        ZEROS,
        "np.allclose = np.isclose = lambda *a, **k: True",
    ),
    Attack(
        "patched np.array_equal and np.testing",
        ZEROS,
        "np.array_equal = lambda *a, **k: True\nfor n in dir(np.testing):\n"
        "    if n.startswith('assert'):\n        setattr(np.testing, n, lambda *a, **k: None)",
    ),
    Attack(
        "patched builtins",
        ZEROS,
        "import builtins\nbuiltins.all = builtins.any = lambda *a: True\nbuiltins.abs = lambda "
        "x: x * 0",
    ),
    Attack("a subclass that lies", LYING),
    Attack("an object equal to everything", EQUAL_TO_ALL, statuses=("dtype",)),
    Attack("an object that converts itself to the answer it found", CONVERTED),
    Attack("floats that lie", FLOATS, statuses=("wrong", "mistake")),
    Attack(
        "not a number", ZEROS.replace("np.zeros(", "np.nan * np.ones("), statuses=("not finite",)
    ),
    Attack(
        "infinite numbers",
        ZEROS.replace("np.zeros(", "np.inf * np.ones("),
        statuses=("not finite",),
    ),
    Attack("numbers near the largest", ZEROS.replace("np.zeros(", "1.7e308 * np.ones(")),
    Attack("an empty array", "def mix_all(w, v):\n    return np.zeros((0,))", statuses=("shape",)),
    Attack(
        "an array that broadcasts",
        "def mix_all(w, v):\n    return np.array(1.0)",
        statuses=("shape",),
    ),
    Attack(
        "a structured array",
        "def mix_all(w, v):\n    return np.zeros(3, dtype=[('a', float)])",
        statuses=("dtype",),
    ),
    Attack("a masked array", ZEROS.replace("np.zeros(", "np.ma.masked_all("), statuses=()),
    Attack("complex numbers", "def mix_all(w, v):\n    return w @ v + 0j", statuses=("dtype",)),
    Attack(
        "numbers as text", "def mix_all(w, v):\n    return (w @ v).astype(str)", statuses=("dtype",)
    ),
    Attack(
        "dates", "def mix_all(w, v):\n    return np.zeros(3, 'datetime64[s]')", statuses=("dtype",)
    ),
    Attack("a dictionary", "def mix_all(w, v):\n    return {'right': True}", statuses=("dtype",)),
    Attack(
        "a type that lies about itself",
        "class A:\n    __class__ = np.ndarray\n\n\ndef mix_all(w, v):\n    return A()",
    ),
    Attack(
        "a dtype that raises",
        "class A(np.ndarray):\n    @property\n    def dtype(self): raise SystemExit\n\n\n"
        "def mix_all(w, v):\n    return (w @ v * 0).view(A)",
    ),
    Attack("the learner's table", TABLE, says=("not for others",)),
    Attack("expected answers from frames and memory", FRAMES),
    Attack("inputs that are still to come", COMING + ZEROS, says=("looked through True",)),
    Attack("patched checks of the course", ZEROS, PATCHED_COURSE, statuses=("wrong", "crashed")),
    Attack("patched running of the course", ZEROS, PATCHED_RUN, neighbors=False),
    *(
        Attack(f"a body that {name}", ZEROS, later=forged(body), statuses=("crashed",))
        for name, body in BODIES.items()
    ),
    Attack(
        "a body that names changes that are none",
        ZEROS,
        statuses=("nothing returned", "crashed"),
        later=forged(passes('{"dtype": "", "problem": "", "raised": None, "changed": [99, -5]}')),
    ),
    *(
        Attack(
            f"a forged message, {text}",
            f"os.write(3, {text.encode()!r})\n" + ZEROS,
            neighbors=True,
            hangs=True,
        )
        for text in FORGED
    ),
    Attack("forged frames on every open file", ZEROS + SHOUT),
    Attack(
        "printed praise",
        ZEROS + "\nprint('Exercise mixing.2: right. All 12 cases agree. 2 points')",
        statuses=("wrong",),
    ),
    Attack("right at first, then not", COUNTING.format(most=9), statuses=("changing answer",)),
    Attack(
        "right the first time only",
        COUNTING.format(most=1),
        statuses=("wrong",),
        says=("when it is called again",),
    ),
    Attack(
        "random numbers",
        "def mix_all(w, v):\n    return w @ v + np.random.default_rng().normal(size=(len(w), 1))",
        says=("when it is called again",),
    ),
    Attack(
        "a result that the next call overwrites",
        "STORE = np.zeros(100)\n\n\ndef mix_all(w, v):\n    out = STORE[: len(w) * "
        "v.shape[1]].reshape(len(w), -1)\n"
        "    out[:] = 0\n    out += 1\n    return out",
    ),
    Attack(
        "inputs changed in place",
        "def mix_all(w, v):\n    out = w @ v\n    v *= 0\n    return out",
        statuses=("changed inputs",),
    ),
    Attack(
        "the inputs returned",
        "def mix_all(w, v):\n    return v",
        statuses=("shape", "mistake", "wrong"),
    ),
    Attack(
        "a right answer of another exercise",
        "def mix_all(w):\n    return softmax(w)",
        statuses=("raised",),
    ),
    Attack(
        "a class in place of a function",
        "class mix_all:\n    def __new__(cls, w, v):\n        return w @ v",
        statuses=("not a function",),
    ),
    Attack(
        "numbers in place of a function", "mix_all = np.ones((3, 2))", statuses=("not a function",)
    ),
    Attack("text in place of a function", "mix_all = 'right'", statuses=("not a function",)),
    Attack("a generator", "def mix_all(w, v):\n    yield from w @ v", statuses=("dtype",)),
    Attack("a coroutine", "async def mix_all(w, v):\n    return w @ v", statuses=("dtype",)),
    Attack(
        "praise in an error",
        "def mix_all(w, v):\n    raise ValueError('right. All 12 cases agree.\\n' * 9)",
        statuses=("raised",),
    ),
    Attack(
        "an error whose text raises",
        "class E(Exception):\n    def __str__(self): raise SystemExit\n\n\ndef mix_all(w, v):\n  "
        "  raise E()",
    ),
    Attack("a right answer that is deleted", RIGHT + "\ndel mix_all", statuses=("not attempted",)),
    Attack(
        "the table of answers",
        'from whichbank.exercises.table import load\nanswer_01_1 = load("tokens.1").right',
        exercise="tokens.1",
    ),
    Attack(
        "its file",
        "import glob, whichbank\nprint(glob.glob(whichbank.__path__[0] + '/**/*.npz', "
        "recursive=True))",
        never=("answers",),
    ),
    *(
        Attack(
            f"the course's own function, {name}",
            answer,
            exercise="roles.3",
            statuses=("raised",),
            says=("asks for NumPy alone",),
        )
        for name, answer in FORBIDDEN.items()
    ),
)
