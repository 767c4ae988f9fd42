import pytest

from whichbank.plots import machine

COLUMNS = {
    "reads": [("tokens", "01"), ("attention", "08")],
    "writes": [("tokens", "01"), ("across", "12"), ("scores", "")],
}


def test_words_name_every_box_the_blocks_and_the_arrow():
    words = repr(machine(COLUMNS, blocks={"reads": (1, 1), "writes": (1, 2)}, across=("reads", "writes", 1)))
    assert words == (
        "Machine, from bottom to top. reads: tokens (01), attention (08); several times: attention. "
        "writes: tokens (01), across (12), scores (); several times: across, scores. "
        "An arrow leads from the top of reads to across of writes."
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("options", [{}, {"blocks": {"reads": (0, 1)}, "across": ("reads", "writes", 2)}])
def test_draws(theme, options):
    assert machine(COLUMNS, **options).png(theme)[:4] == b"\x89PNG"


@pytest.mark.parametrize(
    ("columns", "options", "message"),
    [
        ({}, {}, "columns must be some"),
        (COLUMNS, {"blocks": {"reads": (0, 2)}}, "'reads' must be a column with a box 2"),
        (COLUMNS, {"blocks": {"sings": (0, 0)}}, "'sings' must be a column"),
        (COLUMNS, {"across": ("reads", "writes", 3)}, "'writes' must be a column with a box 3"),
    ],
)
def test_refuses(columns, options, message):
    with pytest.raises(ValueError, match=message):
        machine(columns, **options)
