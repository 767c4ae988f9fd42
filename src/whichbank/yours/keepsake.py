"""One file of all that a reader has written, which runs and writes."""

import ast
import builtins
import dis
import io
import textwrap
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from types import CodeType

import whichbank
from whichbank.yours import course
from whichbank.yours.boxes import BOXES, need_boxes, shown
from whichbank.yours.texts import text_of

_END = '''
def write(prompt, n, temperature=0.7, seed=0):
    """Write n letters on, one after the other; each is read again with all before it."""
    from whichbank.yours.letters import LETTERS, N_HEADS, trained  # the letters and the weights

    weights = trained()
    room, random = len(weights["positions"]), np.random.default_rng(seed)
    ids = [LETTERS.index(letter) for letter in prompt]
    for _ in range(n):
        scores = language_model(np.array(ids[-room:]), N_HEADS, *weights.values())[-1:]
        chances = np.asarray(next_token_weights(scores, temperature, len(LETTERS)), dtype=float)[0]
        ids.append(int(random.choice(len(LETTERS), p=chances / chances.sum())))
        yield LETTERS[ids[-1]]


if __name__ == "__main__":
    prompt = " ".join(sys.argv[1:]) or "The bank said "
    print(prompt, end="", flush=True)
    for letter in write(prompt, 200):
        print(letter, end="", flush=True)
    print()
'''
_ALWAYS = ("import math", "import sys", "import numpy as np")
_MODEL = (
    *("softmax", "layer_norm", "split_heads", "merge_heads", "causal_attention", "gelu"),
    *("block", "stack", "language_model", "next_token_weights"),
)


def keepsake(sources: Mapping[str, str], sample: str = "") -> str:
    """Return the text of one Python file with all of a reader's functions, in the order of the
    machine.

    The course's functions stand where the model needs one that the reader has not written. The file
    runs without the course but for the trained weights: ``python mine.py The bank said`` writes on.

    Parameters
    ----------
    sources : mapping of str
        The text of the exercises' cells, by the names of their boxes. Of a cell its imports,
        functions, classes and assignments are kept. What has a name that is taken already is
        renamed.
    sample : str, optional
        A text that the model has written; it stands in the file's first lines.

    Raises
    ------
    ValueError
        If a name is no box's, a cell is no Python or does not define its function, or it uses a
        name that neither it nor the course defines.

    Examples
    --------
    >>> text = keepsake({"softmax": "def softmax(s):\\n    return np.exp(s) / np.exp(s).sum(-1)"})
    >>> print(text[text.index("# Yours") :][:85])
    # Yours: exercise choosing.2
    def softmax(s):
        return np.exp(s) / np.exp(s).sum(-1)
    """
    need_boxes(sources)
    for name, source in sources.items():
        try:
            ast.parse(shown(source))
        except SyntaxError as error:
            raise ValueError(f"{name}: {error.msg} in line {error.lineno}") from None
    names = [*dict.fromkeys((*_MODEL, *BOXES))]
    needed = _reached(("language_model", "next_token_weights", *sources), sources)
    taken = {name: "" for name in names if name in needed} | {"write": "", "np": "", "math": ""}
    imports, parts = list(_ALWAYS), []
    for name in (name for name in names if name in needed):
        if name in sources:
            own, text = _cleaned(name, sources[name], taken)
            imports += own
            parts.append(f"# Yours: exercise {BOXES[name].exercise}\n{text}")
        else:
            text = text_of(name)
            parts.append(f"# The course's\n{text}")
    body = "\n\n\n".join(parts)
    head = f'"""{_quoted(_told(sources, sample))}\n"""'
    return "\n\n".join((head, "\n".join(dict.fromkeys(imports)), f"\n{body}\n\n{_END}"))


def _told(sources: Mapping[str, str], sample: str) -> str:
    mine = [f"{name} (exercise {BOXES[name].exercise})" for name in BOXES if name in sources]
    told = ["A transformer that writes, letter by letter."]
    told += [textwrap.fill(f"Written by me: {', '.join(mine)}.", 96)] if mine else []
    told += ["It has written:", textwrap.indent(sample.strip(), "    ")] if sample.strip() else []
    return "\n\n".join(told)


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')


def _reached(first: Iterable[str], sources: Mapping[str, str]) -> set[str]:
    """Return the names of all functions of the course that some of them call, and their own."""
    found: set[str] = set()
    waiting = list(first)
    while waiting:
        name = waiting.pop()
        if name in found or not callable(getattr(course, name, None)):
            continue
        found.add(name)
        if name in sources:
            waiting += _globals(compile(shown(sources[name]), name, "exec"))
        else:
            waiting += _globals(getattr(course, name).__code__)
    return found


def _cleaned(name: str, source: str, taken: dict[str, str]) -> tuple[list[str], str]:
    """Return the imports of a cell, and the rest of it that a file needs."""
    text = shown(source)
    tree = ast.parse(text)
    if name not in _bound(tree):
        raise ValueError(f"{name}: its cell defines no function {name}")
    imports, lines = [], text.splitlines()
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            imports.append(ast.unparse(node))
        defines = isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign)
        repeated = defines and set(_bound(node)) - {name} and _same_text(node, taken)
        if not defines or repeated:
            first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
            for at in range(first - 1, node.end_lineno or node.lineno):
                lines[at] = ""
    kept = ast.parse("\n".join(lines))
    renamed = {}
    for node in kept.body:
        for one in _bound(node):
            if one != name and one in taken:
                renamed[one] = f"{one}_of_{name}"
            elif one != name:
                taken[one] = ast.dump(node)
        if name in _bound(node):
            taken[name] = ast.dump(node)
    text = _renamed("\n".join(lines).strip("\n"), renamed)
    names = set(_globals(compile(text, name, "exec")))
    imports = [line for line in imports if names & set(_bound(ast.parse(line).body[0]))]
    imported = {alias for line in imports for alias in _bound(ast.parse(line).body[0])}
    for used in sorted(names):
        known = hasattr(builtins, used) or used in imported or used in taken
        if known or used in renamed.values():
            continue
        if used in whichbank.__all__:
            imports.append(f"from whichbank import {used}")
        else:
            raise ValueError(f"{name} uses {used}, which its cell does not define")
    return imports, _spaced(text)


def _same_text(node: ast.AST, taken: Mapping[str, str]) -> bool:
    return all(taken.get(one) == ast.dump(node) for one in _bound(node))


def _bound(tree: ast.AST) -> list[str]:
    """List the names that statements bind outside of functions."""
    body = tree.body if isinstance(tree, ast.Module) else [tree]
    found: list[str] = []
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.append(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found += [(one.asname or one.name).split(".")[0] for one in node.names]
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            named = (one for target in targets for one in ast.walk(target))
            found += [
                one.id
                for one in named
                if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
            ]
    return found


def _globals(code: CodeType) -> Iterator[str]:
    """Give the names that code looks up outside of its functions."""
    own = set()
    for step in dis.get_instructions(code):
        if step.opname in ("STORE_NAME", "STORE_GLOBAL"):
            own.add(step.argval)
    for one in _codes(code):
        for step in dis.get_instructions(one):
            if step.opname in ("LOAD_GLOBAL", "LOAD_NAME") and step.argval not in own:
                yield step.argval


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from _codes(one)


def _renamed(text: str, names: Mapping[str, str]) -> str:
    """Give other names to what a text binds: not to attributes and not to keywords of calls."""
    if not names:
        return text
    lines = text.splitlines(keepends=True)
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    depth = 0
    places = []
    for at, one in enumerate(tokens):
        depth += (one.string in "([{") - (one.string in ")]}") if one.type == tokenize.OP else 0
        attribute = at > 0 and tokens[at - 1].string == "."
        keyword = depth > 0 and at + 1 < len(tokens) and tokens[at + 1].string == "="
        if one.type == tokenize.NAME and one.string in names and not attribute and not keyword:
            places.append(one)
    for one in reversed(places):
        (row, start), (_, end) = one.start, one.end
        line = lines[row - 1]
        lines[row - 1] = line[:start] + names[one.string] + line[end:]
    return "".join(lines)


def _spaced(text: str) -> str:
    """Leave at most two empty lines where something was taken out."""
    lines: list[str] = []
    for line in text.splitlines():
        if line.strip() or lines[-2:] != ["", ""]:
            lines.append(line.rstrip())
    return "\n".join(lines).strip("\n")
