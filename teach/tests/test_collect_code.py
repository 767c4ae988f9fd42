"""What a cell defines and checks is seen without running it, however it is written."""

from collected import for_each
from whichbank_teach.collect.code import binding, checked_as, essence, same


@for_each("source", [
    "def f(x): return 1", "class f: pass", "async def f(): pass", "f = 1", "f: int = 1", "a, f = 1, 2",
    "(f) = 2", "from m import f", "import m as f", "import f.g", "if True:\n    f = 1", "x = f = 1",
    "try:\n    import f\nfinally:\n    x", "for f in x: pass", "with open(x) as f: pass", "f += 1", "(f := 2)",
    "@jit\ndef f(): pass", "match x:\n    case 1:\n        f = 2", "%%time\nf = 1", "f = 1 +", "def f(:",
    "class  f(", "f = torch.nn.Linear(", "%time x\nf = 1", "try:\n    pass\nexcept E:\n    f = 1",
    "while 1:\n    f = 2", "!pip install x\nfiles = !ls\nf?\nf = 1",
])  # fmt: skip
def test_a_definition_is_seen(source):
    assert binding(source, "f")


@for_each("source", [
    "", "g = 1", "f == 1", "def g():\n    f = 1", "x.f = 1", "f(1)", "# f = 1", "'f = 1'", "print(f)", "f: int",
    "%%bash\nf = 1", "%%writefile f\nf = 1", "def ff(:", "if f == 1 (", "  f = 1\n  (", "lambda: (f := 1)",
])  # fmt: skip
def test_a_use_is_no_definition(source):
    assert not binding(source, "f")


def test_the_last_definition_of_a_cell_counts():
    assert binding("f = 1\nf = 2", "f") == binding("f  =  2  # two", "f") != binding("f = 1", "f")


def test_checks_are_seen():
    assert (
        checked_as('check("mixing.2", f)\ncheck("mixing.2", g)\ncheck("mixing.3", h)', "mixing.2")
        == "g"
    )
    assert checked_as('check("mixing.2")', "mixing.2") is checked_as("x = 1", "mixing.2") is None
    assert checked_as("check(name, f)  # mixing.2", "mixing.2") is None


@for_each(
    "source",
    [
        "(" * 5000,
        "-" * 50_000 + "1",
        "x = " + "[" * 3000 + "]" * 3000,
        "a" * 300_000,
        "x = 1\0",
        "\ud800 = 1",
        "f = " + "1+" * 20_000 + "1",
        "\n" * 150_000 + "(%",
        " " * 150_000 + "(%",
        "f =" + " " * 150_000 + "(%",
        "check(" * 20_000 + "%",
        "a," * 60_000 + "(%",
    ],
)
def test_code_made_to_break_a_parser_breaks_nothing(source):
    binding(source + "\nf = 1", "f")
    checked_as(source + "\ncheck('mixing.2', f)", "mixing.2")
    essence(source)
    assert same(source, source)


def test_cells_that_differ_in_blanks_and_comments_are_the_same():
    assert same("x=1", "x = 1  # one")
    assert same("x = (", "x  =  (")
    assert not same("x = 1", "x = 2")
    assert not same("", "x = 1")
