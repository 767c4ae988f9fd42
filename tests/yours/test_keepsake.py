"""The file of all that a reader has written runs, and writes what the model writes."""

import ast
import subprocess
import sys

import numpy as np
import pytest
from collected import for_each

from whichbank.yours import BOXES, defined, keepsake, letters, text_of

SOFTMAX = '''%matplotlib inline
import numpy as np
from whichbank.exercises import check

def top(x):
    return x.max(axis=-1, keepdims=True)

# mine
def softmax(scores):
    """Shares."""
    grown = np.exp(scores - top(scores))
    return grown / grown.sum(axis=-1, keepdims=True)

print(softmax(np.array([1.0])))
check("choosing.2", softmax)
'''
ATTENTION = """
from math import sqrt as root

def softmax(scores):
    scores = scores - scores.max(-1, keepdims=True)
    return np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)

def top(x):
    return -np.inf

def causal_attention(q, k, v):
    scores = q @ np.swapaxes(k, -1, -2) / root(q.shape[-1])
    scores[..., ~np.tri(scores.shape[-1], dtype=bool)] = top(scores)
    return softmax(scores) @ v
check("masks.2", causal_attention)
"""


def ran(text, tmp_path, *words):
    path = tmp_path / "mine.py"
    path.write_text(text, encoding="utf-8")
    return subprocess.run(
        [sys.executable, str(path), *words], capture_output=True, encoding="utf-8", check=True
    ).stdout


@for_each(
    "sources",
    [
        {},
        {"softmax": SOFTMAX},
        {"causal_attention": ATTENTION, "softmax": SOFTMAX},
        {name: text_of(name) for name in BOXES},
    ],
)
def test_it_runs_and_writes_what_the_model_writes(sources, tmp_path):
    told = ran(keepsake(sources), tmp_path, "The bank")
    wanted = "".join(letters(defined(sources)).write("The bank", 20))
    assert told.startswith("The bank")
    assert len(told) == len("The bank") + 201
    # two ways to draw from one number may part at an edge, not twenty times
    space = {}
    exec(keepsake(sources).partition("if __name__")[0], space)
    ids = letters().ids("The bank said ")
    from whichbank.yours.letters import N_HEADS, trained

    logits = space["language_model"](ids, N_HEADS, *trained().values())
    np.testing.assert_allclose(logits, letters().logits(ids), atol=1e-9)
    assert told[8:28] == wanted


def test_only_the_weights_need_the_course():
    text = keepsake({"causal_attention": ATTENTION, "softmax": SOFTMAX})
    inside = [
        node.module
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("whichbank")
    ]
    assert inside == ["whichbank.yours.letters"]
    assert "check(" not in text
    assert "print(softmax" not in text


def test_functions_stand_in_the_order_of_the_machine_and_keep_apart():
    text = keepsake({"causal_attention": ATTENTION, "softmax": SOFTMAX})
    places = [node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    assert places[:2] == ["top", "softmax"]
    assert len(places) == len(set(places))
    assert places.index("softmax_of_causal_attention") < places.index("causal_attention")
    assert places.index("causal_attention") < places.index("block") < places.index("stack")
    assert "# mine" in text
    assert text.count("# Yours: exercise") == 2


def test_what_is_the_same_twice_stands_once():
    helper = "def share(x):\n    return x / x.sum(-1, keepdims=True)\n\n"
    sources = {
        "softmax": helper
        + "def softmax(s):\n    return share(np.exp(s - s.max(-1, keepdims=True)))",
        "next_token_weights": helper + "def next_token_weights(scores, temperature, k):\n"
        "    return share(np.exp(scores / temperature))",
    }
    assert keepsake(sources).count("def share(") == 1


def test_names_in_calls_and_attributes_keep_theirs():
    sources = {
        "softmax": "def sum(x, sum=1):\n    return x * sum\n\ndef softmax(s):\n"
        "    e = np.exp(s - s.max(-1, keepdims=True))\n    return sum(e, sum=1) / e.sum(-1, keepdims=True)",
        "merge_heads": "def sum(x):\n    return x\n\ndef merge_heads(heads):\n"
        "    return sum(np.concatenate(list(heads), axis=1))",
    }
    text = keepsake(sources)
    assert "return sum(e, sum=1) / e.sum(-1, keepdims=True)" in text
    assert "return sum_of_merge_heads(np.concatenate(list(heads), axis=1))" in text


def test_the_sample_stands_in_the_first_lines_whatever_is_in_it(tmp_path):
    sample = 'He said """no""" \\ and\nwent to the bank'
    text = keepsake({"softmax": SOFTMAX}, sample)
    told = ast.get_docstring(ast.parse(text))
    assert [line.strip() for line in told.splitlines()[-2:]] == sample.splitlines()
    assert "softmax (exercise choosing.2)" in told
    ran(text, tmp_path)


def test_what_the_course_defines_is_imported_and_what_nobody_does_is_told():
    attending = (
        "def causal_attention(q, k, v):\n    return attend(q, k, v, mask=causal_mask(q.shape[-2]))"
    )
    assert "from whichbank import attend\nfrom whichbank import causal_mask\n" in keepsake(
        {"causal_attention": attending}
    )
    for source, words in (
        ("def softmax(s):\n    return nothing(s)", "softmax uses nothing, which its cell does not"),
        ("def soft(s):\n    return s", "softmax: its cell defines no function softmax"),
        ("def softmax(s:", "softmax: .* in line 1"),
    ):
        with pytest.raises(ValueError, match=words):
            keepsake({"softmax": source})
    with pytest.raises(ValueError, match="named as boxes are"):
        keepsake({"soft": SOFTMAX})
