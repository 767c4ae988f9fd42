"""How the first tasks of the figures are done: chapters ripples to 16."""

import re
from itertools import pairwise

from drawn import numbers
from hand import Hand, near


def alike(hand: Hand) -> int:
    """How many places look like the point."""
    return 0 if "no other place" in hand.said else int(numbers(hand.said.replace(",", ""))[1])


def task_ripples_1(hand: Hand) -> None:
    before = hand.look().points()
    hand.move("dog", "man")
    hand.move("man", "bites")
    assert hand.look().state["order"] == [2, 1, 0], "man bites dog"
    assert hand.look().points() == before, "no new vector changes"


def task_ripples_2(hand: Hand) -> None:
    hand.sees("1 stone", "all lie on its rings")
    left = [alike(hand)]
    for at in ((7, 7), (8, 2), (2, 8), (5, 5)):
        hand.click(*at)
        left.append(alike(hand))
    assert all(later <= earlier for earlier, later in pairwise(left))
    assert left[-1] == 0
    hand.press("Take out the last", times=4)
    hand.choose("On a line: 1-D")
    assert alike(hand) > 0


def task_ripples_3(hand: Hand) -> None:
    def product() -> float:
        return float(hand.find(".wb-clock-sum b").text_content().replace("−", "-"))

    first = product()
    hand.pull(".wb-pad .wb-c0", 150)
    assert hand.look().state["position"] > 30
    near(product(), first)
    hand.pull(".wb-pad .wb-c1", -400)
    assert hand.look().state["offset"] == 0
    near(product(), 8)
    hand.sees("0 apart, and the sum stays 8.00")
    hand.pull(".wb-pad .wb-c1", 60)
    for slip, flat in (
        ("slip: sines alone", False),
        ("slip: exponent", False),
        ("slip: degrees", True),
    ):
        hand.choose(slip)
        hand.sees("the sum stays" if flat else "the sum runs from")


def task_heads_1(hand: Hand) -> None:
    options = [
        one.text_content() for one in hand.place.query_selector_all("select option:not([disabled])")
    ]
    assert len(options) == 5
    for option in options:
        hand.choose(option)
        hand.tap("while")
        hand.sees("Asked at “while”")
        before, _, after = ([int(x) for x in row] for row in hand.look().tables[1])
        assert before[2] > after[2], f"{option}: head 2 looks ahead"
        assert after[1] > before[1], f"{option}: head 1 looks back"


def task_masks_1(hand: Hand) -> None:
    money, _, grows = (hand.look().points()[word] for word in ("money", "bank", "grows"))
    hand.press("Hide later words")
    now = hand.look().points()
    assert now["money"] != money
    assert now["grows"] == grows
    hand.sees("Money no longer sees bank and grows, only itself")
    hand.tap("grows")
    hand.sees("Grows comes last and still sees every word, so hiding does not move it.")


def task_masks_2(hand: Hand) -> None:
    hand.sees("Bank no longer sees money, grows and padding, only river and itself")
    hand.tap("money")
    hand.press("Earlier")
    hand.sees("The last step moved money and bank; river and grows stayed.")
    hand.press("Later")
    hand.press("Hide padding")
    assert "The last step" not in hand.said, "no word's new vector changes"
    hand.press("Hide padding")
    hand.move("pad", "river")
    assert hand.look().state["order"][0] == 4
    hand.press("Hide padding")
    hand.sees("The last step moved every word.")
    hand.press("Hide padding")
    hand.press("Hide later words")
    hand.sees("Nothing is hidden: every word sees every other.")
    hand.move("money", "pad")
    assert hand.look().state["order"][0] == 2
    assert "The last step" not in hand.said, "without a mask the order does not count"


def task_across_1(hand: Hand) -> None:
    hand.plays("Play", "To write hai")
    looks = {}
    for sentence, word in (
        ("the boy sees the river bank", "kinārā"),
        ("the boy sees the city bank", "baiṅk"),
    ):
        hand.choose(sentence)
        hand.tap(word)
        for head in ("head 1", "head 2"):
            hand.tap(head)
            looks[word, head] = (
                hand.sees(f"To write {word}, {head} looks most at ")
                .split(" looks most at ")[1]
                .split()[0]
            )
    assert {looks["kinārā", head] for head in ("head 1", "head 2")} == {"river", "bank"}
    assert {looks["baiṅk", head] for head in ("head 1", "head 2")} == {"city", "bank"}


def task_block_1(hand: Hand) -> None:
    hand.sees("The whole block’s loss is 2.31")
    for label, says in (
        ("feed-forward (MLP)", "Without the MLP the loss is"),
        ("attention", "Without attention the loss is"),
        ("skip around attention", "Without the skip the loss is"),
        ("norm before attention", "Without the norm the loss is"),
    ):
        hand.find(f".wb-part[aria-label='{label}']").click()
        hand.sees(says)
        hand.find(f".wb-part[aria-label^='{label}']").click()
        hand.sees("The whole block’s loss is 2.31")


def written(hand: Hand) -> str:
    """The text so far."""
    return hand.look().state["text"]


def task_writer_1(hand: Hand) -> None:
    hand.sees("The draw falls on")
    hand.press("Play")
    hand.until(lambda: written(hand), lambda text: len(text) > len("The bank") + 5, "writing")
    hand.press("Pause")
    text = hand.until(lambda: written(hand), lambda _: "The draw falls on" in hand.said, "a pause")
    other = hand.find(".wb-letter:not(.wb-comes)")
    letter = other.query_selector("b").text_content()
    other.click()
    hand.until(
        lambda: written(hand),
        lambda now: now == text + {"space": " ", "end of item": "\n"}.get(letter, letter),
        "the letter",
    )


def task_writer_2(hand: Hand) -> None:
    long = len(written(hand))

    def invented() -> int:
        hand.until(lambda: len(written(hand)), lambda now: now == long, "the text")
        hand.until(lambda: hand.said, lambda said: "letter" in said, "the next letter")
        return len(hand.place.query_selector_all(".wb-written u"))

    assert invented() > 0, "made-up words are underlined"
    found = {}
    for heat in ("0.3", "2.0"):
        hand.slide("Temperature", heat)
        hand.press("Write again")
        found[heat] = invented()
    hand.press("More settings")
    hand.slide("Top k", "3")
    hand.press("Write again")
    assert found["0.3"] < found["2.0"]
    assert invented() < found["2.0"]


def pulls(hand: Hand) -> dict[str, int]:
    """What each word does to the one that is followed, in thousandths: below 0 it pulls to the
    company.
    """
    words = [
        one.text_content()
        for one in hand.place.query_selector_all("table:has-text('Pull on') thead th")
    ]
    return dict(zip(words, map(int, hand.look().tables[1][0]), strict=True))


def task_real_1(hand: Hand) -> None:
    hand.plays("Play", "After layer 6")
    hand.sees("apple leans to company")
    hand.slide("Layer", "3")
    found = sorted(pulls(hand).items(), key=lambda one: one[1])
    assert {word for word, _ in found[:2]} == {"launched", "phone"}
    assert found[-1][0] == "eating"


def task_real_2(hand: Hand) -> None:
    hand.choose("river bank flows")
    hand.slide("Layer", "1")
    left = []
    for head in range(1, 13):
        hand.find(f".wb-stage .wb-choice label:has(input[value='{head - 1}'])", str(head)).click()
        looks = hand.look().tables[-1]
        if all(int(row[i]) > 90 for i, row in enumerate(looks[1:])):
            left.append(head)
    assert left == [3]


def task_cost_1(hand: Hand) -> None:
    costs = []
    for length in ("4,096", "8,192"):
        hand.slide("Tokens", length)
        costs.append(re.search(r"whole table (\d+(?:\.\d+)? m?s)", hand.said)[1])
    assert costs[0] != costs[1]
    hand.tap("memory")
    hand.slide("Tokens", "11,585")
    assert "> 16 GB" not in hand.sees("whole table 13 GB")
    hand.slide("Tokens", "16,384")
    hand.sees("whole table 26 GB (guess) > 16 GB")
