"""The course's functions as texts: as they are, and with one thing broken."""

import ast
import inspect
import textwrap
from dataclasses import dataclass

from whichbank.exercises.table import load
from whichbank.yours import course
from whichbank.yours.boxes import BOXES


def text_of(name: str) -> str:
    """Return the text of a function of the course, without annotations and examples.

    >>> print(text_of("merge_heads"))
    def merge_heads(heads):
        \"\"\"Lay the heads of each word side by side: (H, T, d) becomes (T, D).\"\"\"
        return heads.swapaxes(0, 1).reshape(heads.shape[1], -1)
    """
    source = inspect.getsource(getattr(course, name))
    (function,) = ast.parse(source).body
    assert isinstance(function, ast.FunctionDef)
    opened = f"def {function.name}("
    arguments = ", ".join(one.arg for one in function.args.args)
    arguments = textwrap.fill(arguments, 96 - len(opened), subsequent_indent=" " * len(opened))
    told = (ast.get_docstring(function) or "").split("\n\n")[0].replace("\n", "\n    ")
    lines = source.splitlines()[function.body[0].end_lineno :]
    code = textwrap.indent(textwrap.dedent("\n".join(lines)), "    ").strip("\n")
    return f'{opened}{arguments}):\n    """{told}"""\n{code}'


@dataclass(frozen=True)
class Break:
    """One thing to break in a box, and what the check of its exercise calls it.

    Attributes
    ----------
    box : str
        The box.
    name : str
        What is broken, such as "no √d".
    mistake : str
        What ``check`` calls it, such as "no_scale".
    edits : tuple of (str, str)
        What changes in the text of the course's function: each first text becomes the second.
    """

    box: str
    name: str
    mistake: str
    edits: tuple[tuple[str, str], ...]

    @property
    def source(self) -> str:
        """The text of the broken function."""
        text = text_of(self.box)
        for before, after in self.edits:
            text = text.replace(before, after)
        return text

    @property
    def hint(self) -> str:
        """What ``check`` says of it."""
        return load(BOXES[self.box].exercise).hints[self.mistake]


def _broken(box: str, name: str, mistake: str, *edits: tuple[str, str]) -> Break:
    return Break(box, name, mistake, edits)


_SHARES = "powers / powers.sum(axis=-1, keepdims=True)"
_HIDDEN = "np.where(may_attend, scores, -1e9)"
_SCALE = " / math.sqrt(q.shape[-1])"
_NORMS = [
    ("layer_norm(x, norms[0], norms[1], 1e-5)", "x"),
    ("layer_norm(x, norms[2], norms[3], 1e-5)", "x"),
]
_SKIPS = [("x + merge_heads", "merge_heads"), ("x + gelu", "gelu")]
_ALL_BLOCKS = [("zip(norms,", "zip(norms[:1],"), ("strict=True", "strict=False")]
_LAST = "layer_norm(x, last_norm[0], last_norm[1], 1e-5)"
_OTHER_WAY = ("np.exp(scores - scores.max(", "np.exp(-scores + scores.min(")
BREAKS = (
    _broken("softmax", "over the wrong axis", "wrong_axis", ("axis=-1", "axis=0")),
    _broken("softmax", "not divided by the sum", "not_divided", (_SHARES, "powers")),
    _broken("softmax", "the smallest score wins", "negated", _OTHER_WAY),
    _broken("layer_norm", "over the words", "over_words", ("axis=-1", "axis=-2")),
    _broken("layer_norm", "no gain", "no_gain", ("gain * away", "away")),
    _broken("layer_norm", "no shift", "no_shift", (" + shift", "")),
    _broken("causal_attention", "no √d", "no_scale", (_SCALE, "")),
    _broken("causal_attention", "no mask", "not_masked", (_HIDDEN, "scores")),
    _broken("causal_attention", "the past hidden", "past_hidden", ("=bool)", "=bool).T")),
    _broken("merge_heads", "a reshape alone", "no_transpose", (".swapaxes(0, 1)", "")),
    _broken("merge_heads", "the last head first", "backward", ("heads.swap", "heads[::-1].swap")),
    _broken("many_heads", "no √d", "no_scale", (_SCALE, "")),
    _broken("many_heads", "keys that ask", "roles_swapped", ("q, k, v =", "k, q, v =")),
    _broken("block", "no skip", "no_skip", *_SKIPS),
    _broken("block", "no norm", "no_norm", *_NORMS),
    _broken("stack", "the first block alone", "one_block", *_ALL_BLOCKS),
    _broken("stack", "no last norm", "no_last_norm", (_LAST, "x")),
    _broken("language_model", "no positions", "no_positions", (" + positions[: len(ids)]", "")),
    _broken("next_token_weights", "no temperature", "no_temperature", (" / temperature", "")),
    _broken("next_token_weights", "times it", "multiplied", ("/ temperature", "* temperature")),
    _broken("batch_loss", "the wrong axis", "wrong_axis", ("axis=-1, keep", "axis=0, keep")),
    _broken("step", "uphill", "uphill", ("head - rate", "head + rate")),
    _broken("step", "what came left out", "not_minus_right", (" - right)", ")")),
)
"""What can be broken in the boxes, in their order: the machine runs on, and its text changes."""
