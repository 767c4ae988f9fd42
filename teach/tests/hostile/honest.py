"""Right answers in odd surroundings: each must get all its points."""

from . import RIGHT, Attack

LOOP = """
def mix_all(a, b):
    return [[sum(float(x) * float(y) for x, y in zip(row, column)) for column in b.T] for row in a]
"""
MAGICS = """
%matplotlib inline
%load_ext autoreload
%autoreload 2
!pip install numpy \\
    --quiet
files = !ls
elapsed = %timeit -o 1 + 1
%time number = 3
mix_all?
?mix_all
pip install scipy
text = '''
%this is text
!and this
'''
assert number == 3 and files == [] and "%this" in text


def mix_all(weights, vectors):
    %time out = weights @ vectors
    return out
"""
NOISE = """
import warnings, logging

warnings.warn("careful")
warnings.simplefilter("error")
logging.warning("careful")
print("\\x1b[31mred\\x1b[0m <script>alert(1)</script>\\x07 done\\n 10%\\r100%")
sys.stderr.write("to stderr\\n")
np.seterr(all="raise")


def mix_all(weights, vectors):
    warnings.warn("deprecated", DeprecationWarning)
    print("mixing")
    np.float64(1.0) / np.float64(0.0)
    return weights @ vectors


mix_all(np.ones((1, 1)), np.ones((1, 1)))
"""
PLOT = """
import matplotlib.pyplot as plt

fig, ax = plt.subplots()
ax.plot([1, 2])
plt.show()
display(fig)
fig
"""
TORCH = """
import torch
import torch.nn.functional as F


def mix_all(weights, vectors):
    weights, vectors = torch.as_tensor(weights), torch.as_tensor(vectors)
    return weights @ vectors
"""
TENSORS_ONLY = """
import torch


def attention_weights(q, k):
    return torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, dim=-1)


check("roles.2", attention_weights)
"""
MODULE = """
import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self):
        super().__init__()
        self.unused = nn.Parameter(torch.zeros(1))

    def forward(self, x, gain, shift, eps):
        variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
        return (x - mean) / torch.sqrt(variance + eps) * gain + shift


layer_norm = LayerNorm().double()
check("block.2", layer_norm)
"""
ASYNC = """
import asyncio


async def wait():
    await asyncio.sleep(0.01)
    return 1


one = await wait()
await wait()
"""
REMEMBERED = """
from functools import lru_cache

KEPT = {}


def mix_all(weights, vectors):
    key = weights.tobytes(), vectors.tobytes(), weights.shape
    if key not in KEPT:
        KEPT[key] = weights @ vectors
    return KEPT[key].copy()
"""
WIDGETS = """
import ipywidgets
from IPython.display import HTML, display

display(HTML("<b>bold</b>"))
ipywidgets.IntSlider(description="d")
"""
STUB = 'def mix_all(weights, vectors):\n    """New vectors."""\n    ...\n\n\ncheck("mixing.2", mix_all)'

CASES = (
    Attack(
        "plain",
        RIGHT + '\n\ncheck("mixing.2", mix_all)',
        says=("All 14 cases agree",),
    ),
    Attack("other names for the inputs, and lists for a result", LOOP),
    Attack("magics", MAGICS),
    Attack("a cell magic", "%%time\n" + RIGHT + "print('ran')", says=("ran",)),
    Attack("cells of other languages", RIGHT, helper="%%bash\nexit 1", later="%%html\n<b>bold</b>"),
    Attack(
        "a file written by a cell",
        "from tools import mix_all",
        helper="%%writefile tools.py\n" + RIGHT,
    ),
    Attack(
        "warnings, prints and strict settings",
        NOISE,
        says=("red <script>", "to stderr", "\n100%"),
        never=("\x1b", "\x07", " 10%"),
    ),
    Attack("a picture", RIGHT, helper=PLOT),
    Attack("widgets and HTML", RIGHT, later=WIDGETS),
    Attack(
        "torch inside, tensors in and out, and a module",
        TORCH,
        also=((TENSORS_ONLY, "roles.2"), (MODULE, "block.2")),
    ),
    Attack(
        "a loop of one's own",
        RIGHT.replace("weights @ vectors", "one * weights @ vectors"),
        helper=ASYNC,
    ),
    Attack("an await in its cell", ASYNC + RIGHT),
    Attack(
        "a helper before",
        "def mix_all(a, b):\n    return helped(a, b)",
        helper="helped = lambda a, b: a @ b",
    ),
    Attack(
        "a helper after",
        "def mix_all(a, b):\n    return helped(a, b)",
        later="helped = lambda a, b: a @ b",
    ),
    Attack("another name", "def my_mix(a, b):\n    return a @ b\n\n\ncheck('mixing.2', my_mix)"),
    Attack(
        "another name, and the stub left in place",
        STUB + "\ndef mine(a, b):\n    return a @ b\ncheck('mixing.2', mine)",
    ),
    Attack("the answer below the stub", STUB, later=RIGHT),
    Attack("the name used for something else later", RIGHT, later="mix_all = 3"),
    Attack(
        "an instance that can be called",
        "class Mixer:\n    def __call__(self, a, b): return a @ b\n\n\nmix_all = Mixer()",
    ),
    Attack(
        "a partial function",
        "import functools\nmix_all = functools.partial(np.einsum, 'ts,sd->td')",
    ),
    Attack("a function of NumPy", "mix_all = np.matmul"),
    Attack(
        "a result of single precision",
        RIGHT.replace("weights @ vectors", "(weights @ vectors).astype(np.float32)"),
    ),
    Attack("a matrix", RIGHT.replace("weights @ vectors", "np.asmatrix(weights) @ vectors")),
    Attack(
        "fractions",
        "from fractions import Fraction as F\n\n\ndef mix_all(a, b):\n    return [[sum(F(x) * "
        "F(y) for x, y in zip(r, c)) for c in b.T] for r in a]",
    ),
    Attack("results that are remembered", REMEMBERED),
    Attack("Windows lines and a mark of order", ("\ufeff" + RIGHT).replace("\n", "\r\n")),
    Attack(
        "names in other scripts",
        "def mix_all(β, größe):\n    return β @ größe  # 混ぜる 🎉\n\n\nprint('🎉')",
        says=("🎉",),
    ),
    Attack("a cell with a syntax error before", RIGHT, helper="def broken(:\n    pass"),
    Attack("a cell that raises before", RIGHT, helper="raise ValueError('in my experiment')"),
    Attack("a cell that asks before", RIGHT, helper="name = input('Your name: ')"),
    Attack("a cell that ends the process before", RIGHT, helper="os._exit(1)"),
    Attack("a cell that exits", RIGHT, helper="exit()", later="quit()"),
    Attack("a cell that hangs before", RIGHT, helper="while True: pass", hangs=True),
    Attack("a cell that hangs after", RIGHT, later="import time\ntime.sleep(1000)", hangs=True),
    Attack(
        "a cell that needs Colab",
        RIGHT,
        helper="from google.colab import drive\ndrive.mount('/content/drive')",
    ),
    Attack("a call that hangs below the answer", RIGHT + "\nwhile True: pass", hangs=True),
    Attack("a cell that forks", RIGHT, helper="pid = os.fork()\nprint('forked')"),
    Attack(
        "a cell that leaves a thread",
        RIGHT,
        helper="import threading, time\n\n\ndef spin():\n    while True:\n"
        "        time.sleep(0.01)\n\n\nthreading.Thread(target=spin).start()",
    ),
    Attack(
        "a cell that leaves a loud thread",
        RIGHT,
        helper="import threading\n\n\ndef shout():\n    while True:\n"
        "        print('x' * 1000)\n\n\nthreading.Thread(target=shout, daemon=True).start()",
    ),
    Attack(
        "a cell that leaves work for the end",
        RIGHT,
        helper="import atexit, time\natexit.register(time.sleep, 1000)",
    ),
    Attack(
        "a cell that closes what it prints to",
        RIGHT,
        helper="os.close(1); os.close(2)\nsys.stdout = sys.stderr = None",
    ),
    Attack(
        "a cell that traces",
        RIGHT,
        helper="sys.settrace(lambda *a: None); sys.setprofile(lambda *a: None)",
    ),
    Attack("a cell that breaks imports", RIGHT, helper="sys.meta_path.clear(); sys.path.clear()"),
    Attack(
        "a cell that replaces open",
        RIGHT,
        helper="import builtins\nbuiltins.open = builtins.print = None",
    ),
    Attack(
        "a cell that removes the folder",
        RIGHT,
        helper="import shutil\nshutil.rmtree('/tmp', ignore_errors=True)",
    ),
    Attack("a cell that goes away", RIGHT, helper="os.chdir('/proc')"),
    Attack(
        "a cell that replaces signals",
        RIGHT,
        helper="import signal\n[signal.signal(n, signal.SIG_IGN) for n in (2, 14, 15)]",
    ),
    Attack("a cell with a lot of data", RIGHT, helper="data = np.full((300, 1000, 200), 0.5)"),
    Attack(
        "a pool of processes",
        RIGHT,
        helper="from multiprocessing.dummy import Pool\nPool(2).map(abs, range(9))",
    ),
    Attack(
        "a module from the future",
        "from __future__ import annotations\n\n\n" + RIGHT.replace("weights,", "weights: Nope,"),
    ),
    Attack(
        "a program's guard",
        'if __name__ == "__main__":\n    def mix_all(a, b):\n        return a @ b',
    ),
    Attack(
        "an answer that takes a while",
        RIGHT.replace("return", "import time; time.sleep(0.03)\n    return"),
    ),
    Attack(
        "no imports of its own cell",
        "import numpy as xp\n\n\ndef mix_all(a, b):\n    return xp.dot(a, b)",
    ),
)
