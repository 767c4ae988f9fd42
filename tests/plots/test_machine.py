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
