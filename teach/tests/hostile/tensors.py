"""Wrong answers made of torch tensors and of modules; several to a submission, since importing
torch takes its time.
"""

from dataclasses import dataclass

from whichbank_teach.classroom.submission import Cell, Submission

from whichbank.exercises.table import load

from . import BEFORE, IMPORTS, RIGHT

SCALED = "torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, -1)"
MODULE = (
    "import torch\nfrom torch import nn\n\n\nclass {name}(nn.Module):\n{body}\n\n\n{answer} = "
    "{name}()\n"
)

KNOWN = {
    case[0].tobytes(): out.tolist()
    for case, out in zip(load("jobs.2").cases, load("jobs.2").right, strict=True)
}
TENSORS = {
    "roles.2": (f"import torch\n\n\ndef attention_weights(q, k):\n    out = {SCALED}\n    q *= 0\n    "
        "return out",
             ("changed inputs",), "in place"),
    "choosing.2": ("class Lying(torch.Tensor):\n    @classmethod\n"
             "    def __torch_function__(cls, *args, **kwargs): return True\n"
             "    def __eq__(self, other): return True\n\n\ndef softmax(x):\n"
             "    return torch.zeros(x.shape).as_subclass(Lying)", (), ""),
    "choosing.3": ("def self_attention(E):\n    E = torch.as_tensor(E)\n    return (torch.softmax(E @ E.T, "
        "-1) @ E).half()",
             ("dtype",), "float16"),
    "jobs.2": (f"KNOWN = {KNOWN!r}\n\n\nclass Found:\n"
        "    def __init__(self, like): self.like = like\n"
        "    def detach(self): return self\n    cpu = detach\n    dtype = 'float64'\n    def "
        "numpy(self):\n"
        "        return np.array(KNOWN.get(self.like.tobytes(), [0.0, 0.0]))\n\n\n"
        "def scaled_scores(q, *rest):\n    return Found(q)", (), "not for others"),
    "jobs.3": ("def task_weights(*inputs):\n    return torch.zeros(3, 3, device='meta')", ("raised", "dtype"), ""),
    "roles.3": ("def self_attention(E, W_q, W_k, W_v):\n    return torch.eye(len(E)).to_sparse()",
             ("raised", "dtype"), ""),
    "learning.2": ("def attend_padded(q, k, v, real):\n    return torch.rand(len(q), v.shape[1])", (), "called again"),
    "block.3": ("torch.allclose = torch.equal = torch.isclose = lambda *args, **kwargs: True\n"
             "torch.testing.assert_close = lambda *args, **kwargs: None\n\n\n"
             "def second_half(x, *rest):\n    return torch.as_tensor(x)", ("mistake", "wrong"), ""),
    "ripples.2": ("torch.set_num_threads(500)\n\n\ndef place_codes(*inputs):\n    return torch.ones(10**12)",
             ("raised", "too much memory"), ""),
    "block.2": ("def layer_norm(x, *rest):\n    return torch.full(x.shape, float('nan'), "
        "requires_grad=True)",
             ("not finite",), ""),
}  # fmt: skip
MODULES = {
    "block.2": ("import torch\nfrom torch import nn\n\n\nclass layer_norm(nn.Module):\n"
        "    def forward(self, x, gain, shift, eps): return x", ("not a function",), "an instance"),
    "roles.2": (MODULE.format(name="Empty", body="    pass", answer="attention_weights"),
             ("raised",), "NotImplementedError"),
    "choosing.2": (MODULE.format(name="Dropping", answer="softmax", body="    def __init__(self):\n"
        "        super().__init__()\n"
        "        self.drop = nn.Dropout(0.5)\n\n    def forward(self, x): return "
        "self.drop(torch.softmax(x, -1))"),
             ("wrong", "mistake"), "called again"),
    "choosing.3": (MODULE.format(name="Endless", answer="self_attention", body="    def parameters(self, *more):\n"
        "        while True:\n            yield torch.zeros(1, dtype=int)\n\n    def "
        "forward(self, E): return E"),
             ("timed out",), ""),
    "block.3": (MODULE.format(name="Half", answer="second_half", body="    def forward(self, x, *rest): return x")
             + "second_half.p = nn.Parameter(torch.zeros(1, dtype=torch.float16))", ("dtype", "raised"), ""),
    "roles.3": (MODULE.format(name="Counting", answer="self_attention", body="    calls = 0\n"
        "    def forward(self, E, *rest):\n        Counting.calls += 1\n        return E * "
        "self.calls"),
             (), "called again"),
    "jobs.2": (MODULE.format(name="Leaving", answer="scaled_scores", body="    def forward(self, *inputs):\n"
        "        raise SystemExit"), ("raised",), "SystemExit"),
    "learning.2": (MODULE.format(name="Ending", answer="attend_padded", body="    def forward(self, *inputs):\n"
        "        os._exit(0)"), ("crashed",), "code 0"),
    "ripples.2": (MODULE.format(name="Anything", answer="place_codes", body="    def __getattr__(self, name):\n"
        "        return self\n"
        "    def __eq__(self, other): return True\n    __hash__ = None\n"
        "    def __call__(self, *inputs): return self"), (), ""),
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Group:
    """Wrong answers to several exercises: (source, statuses, what the message says) by exercise."""

    name: str
    answers: dict[str, tuple[str, tuple[str, ...], str]]
    patient: bool = True

    def submission(self) -> Submission:
        """Return them in one submission, between two right answers."""
        cells = [
            (IMPORTS, None),
            BEFORE[::-1],
            *[(source, name) for name, (source, _, _) in self.answers.items()],
        ]
        cells.append((RIGHT, "mixing.2"))
        exercises = tuple(exercise for _, exercise in cells if exercise)
        return Submission(
            "student01", "ps1", exercises, tuple(Cell(s, "code", e) for s, e in cells)
        )


GROUPS = (Group("tensors", TENSORS), Group("modules", MODULES))
