"""Which cells are folded: those that only import or only draw, and none that teaches."""

from collected import for_each
from whichbank_site.pages.folding import kind

IMPORTS = "import numpy as np\nfrom whichbank import plots\nfrom whichbank.figures import Quiz\n"
IMPORTS += "from whichbank.plots import plane\ntorch.set_num_threads(1)"


@for_each(
    "code, expected",
    [
        ("plane(dict(zip(words, E)), moved={'bank': new})", "picture"),
        ("both = PLANE | banks\nplots.curves(sizes, both, log='x')", "picture"),
        ("Quiz.of('mixing')", "figure"),
        ("two = hand_table('money')\nfig = Quiz(two)\nfig.row = 2\nfig", "figure"),
        ("plane(E @ W)", ""),
        ("plane(softmax(scores))", ""),
        ("plane({word: E[i] for i, word in enumerate(words)})", ""),
        ("def mix(w):\n    return w\n\n\nplane(mix(E))", ""),
        ("print(Quiz.of('mixing'))", ""),
        ("import re\n\nwords = re.split(' ', text)", ""),
        ("weights = softmax(scores)", ""),
        ("%pip list", ""),
        ("", ""),
    ],
)
def test_a_cell_is_folded_only_where_it_teaches_nothing(code, expected):
    drawing = {}
    assert kind(IMPORTS, drawing) == "imports"
    assert kind(code, drawing) == expected
