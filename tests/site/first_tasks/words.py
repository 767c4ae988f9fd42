"""How the first tasks of the figures are done: the introduction and chapters tokens to reading."""

from drawn import Drawn
from hand import Hand, middle


def task_intro_1(hand: Hand) -> None:
    hand.sees("One vector for both sentences")
    hand.pull(".wb-pulled", -150)
    hand.sees("One bank in, two out", "toward money in one sentence, toward river in the other")
    hand.page.wait_for_timeout(1000)  # until they have swung to rest
    hand.pull(".wb-pulled", 150)
    hand.sees("One vector for both sentences")


def task_intro_2(hand: Hand) -> None:
    hand.sees("After layer 6")  # it begins by itself
    hand.find(".wb-wave").focus()
    hand.page.keyboard.press("Home")
    hand.sees("At the bottom each word has its vector of the table")
    hand.plays("Play", "After layer 6")


def tokens(drawn: Drawn) -> list[str]:
    """The words of the text as they are cut."""
    return [word for line in drawn.chips for word in line]


def task_tokens_1(hand: Hand) -> None:
    for _ in range(4):
        before = tokens(hand.look())
        pairs = [one.text_content() for one in hand.place.query_selector_all(".wb-tally span")]
        counts = [int(one.text_content()) for one in hand.place.query_selector_all(".wb-tally b")]
        assert counts[0] == max(counts), "the pair that is merged next is the most frequent"
        left, right = pairs[0].split(" + ")
        hand.press("Step")
        after = tokens(hand.look())
        assert before != after == [word.replace(f"{left}·{right}", left + right) for word in before]
    assert "other" in after
    assert not {"and", "mother", "brother"} & set(after)


def task_tokens_2(hand: Hand) -> None:
    assert "·".join(tokens(hand.look())).split("·")
    hand.plays("Play", "With 2000 merges")
    hand.write("Your text", "the day after")
    assert tokens(hand.look())[:2] == ["the", "day"]
    hand.choose("two apples")
    assert tokens(hand.look())[0] == "A·pp·le"


def task_company_1(hand: Hand) -> None:
    hand.plays("Play", "After 3.00 passes")
    hand.sees(
        "16 of 16 words are nearest to one of their own group: words that keep the same company "
        "end up together"
    )
    x, y = middle(hand.find(".wb-plane .wb-point path"))
    hand.page.mouse.move(x, y)
    hand.page.mouse.down()
    hand.page.mouse.move(x - 120, y + 120, steps=20)
    hand.page.mouse.up()
    assert hand.look().state["step"] < 30, "it is pulled back"


def task_company_2(hand: Hand) -> None:
    hand.plays("Play", "sums")
    for word in ("she", "peeled", "a", "ripe", "for", "breakfast"):
        hand.tap(word)
        if word in ("a", "for", "breakfast"):
            hand.sees(f"These neighbors leave only one word: the chance of {word} is")
        else:
            hand.sees("keep the same company and fit alike", f"the chance of {word} is")
    hand.tap("banana")
    hand.sees("the chance of banana is 0.33")
    hand.pull(".wb-brackets .wb-left", -150)
    hand.sees("These neighbors do not give it away")


def task_company_3(hand: Hand) -> None:
    hand.tap("python")
    hand.sees("(underlined) occur in one article, which begins “apollo")


def task_average_1(hand: Hand) -> None:
    served = {
        "I was eating an apple": [],
        "Apple launched a new phone": [],
    }
    for share in range(0, 101, 10):
        hand.slide("Fruit sentences", f"{share}%")
        for sentence, shares in served.items():
            if "✓ near enough" in hand.find(".wb-wish", sentence).text_content():
                shares.append(share)
    assert list(served.values()) == [[70, 80, 90, 100], [0, 10, 20]], "never both"
    hand.drag("apple", (1.2, 0.2), (0.2, 1.1))
    hand.sees("right for one only")


def task_average_2(hand: Hand) -> None:
    hand.slide("Near enough", "0.40")
    assert "right for both" not in hand.look().said[0]
    for share in range(0, 101, 10):  # as wide as this there is a place for both
        hand.slide("Fruit sentences", f"{share}%")
        hand.slide("Near enough", "0.80")
        if "right for both" in hand.look().said[0]:
            return
    raise AssertionError("never both")


def task_reading_1(hand: Hand) -> None:
    hand.plays("Play", "16 words back")
    for name, share in (("Sieve", "0.0008%"), ("Basket", "only 2%"), ("Chest", "up 6%")):
        hand.tap(name)
        assert share in hand.said


def task_reading_2(hand: Hand) -> None:
    hand.plays("Play", "16 words back")
    hand.tap("RNN")
    hand.sees("The RNN still holds “river”: 16 words back, it makes up 27%")
    hand.tap("LSTM")
    hand.sees("16 words back, it makes up 17%")
    hand.tap("attention")
    hand.sees("Attention looks back: “river”, 16 words back, makes up 75%")
