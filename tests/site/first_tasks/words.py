"""How the first tasks of the figures are done: the introduction and chapters tokens to reading."""

import re

from drawn import Drawn
from hand import Hand, near


def task_intro_1(hand: Hand) -> None:
    hand.until(
        lambda: hand.look().sliders[0][1],
        lambda share: share == "70%",
        "the dot that has become two",
    )
    hand.drag("money bank", (1.0, 1.0))
    hand.sees("Without its neighbors bank is one dot: the same vector in both sentences")
    hand.drag("money bank", (1.5, 0.5))
    hand.sees(
        "One bank, two dots: its neighbors pull it toward money in one sentence, toward river in "
        "the other"
    )


def tokens(drawn: Drawn) -> list[str]:
    """The words of the text as they are cut."""
    return [word for line in drawn.chips for word in line]


def task_tokens_1(hand: Hand) -> None:
    for _ in range(4):
        before = tokens(hand.look())
        shown = [
            one.text_content()
            for one in hand.place.query_selector_all(".wb-pairs li:not([hidden])")
        ]
        pairs, counts = zip(*(one.split(": ") for one in shown), strict=True)
        assert int(counts[0]) == max(map(int, counts)), (
            "the pair that is merged next is the most frequent"
        )
        left, right = pairs[0].split(" + ")
        hand.press("Step")
        after = tokens(hand.look())
        assert before != after == [word.replace(f"{left}·{right}", left + right) for word in before]
    assert "other" in after
    assert not {"and", "mother", "brother"} & set(after)


def task_tokens_2(hand: Hand) -> None:
    for merges, word in ((5, "Apple"), (16, "apple")):
        hand.slide("Merges", str(merges - 1))
        first = hand.find(".wb-pairs li").text_content().split(": ")[0].replace(" + ", "")
        assert first == word, f"{first} is the first of the list before merge {merges}"
        assert word not in tokens(hand.look())
        hand.press("Step")
        assert word in tokens(hand.look())
    hand.choose("a new sentence")
    hand.slide("Merges", "6")
    assert "an" in tokens(hand.look())


def task_tokens_3(hand: Hand) -> None:
    whole = "·".join(tokens(hand.look())).split("·")
    assert whole
    hand.slide("Merges", "2000")
    hand.choose("four sentences")
    cut = tokens(hand.look())
    assert {"a", "day", "the", "is", "better", "great", "A·pp·le"} <= set(cut)
    hand.write("Your text", "the day after")
    assert tokens(hand.look())[:2] == ["the", "day"]


def task_company_1(hand: Hand) -> None:
    hand.plays("Play", "After pass 3")
    hand.sees(
        "16 of 16 words are nearest to a word of their own group: words that keep the same "
        "company end up together"
    )


def task_company_2(hand: Hand) -> None:
    assert group_mates(hand) < 9
    hand.plays("Play", "After pass 6")
    assert group_mates(hand) == 18
    hand.choose("ripe")
    assert (
        "“ripe” is nearest to “sweet”" in hand.said or "“ripe” is nearest to “fresh”" in hand.said
    )


def group_mates(hand: Hand) -> int:
    """How many words are nearest to one of their own group."""
    return int(re.search(r"(\d+) of \d+ words are nearest", hand.said)[1])


def task_company_3(hand: Hand) -> None:
    for word in ("she", "peeled", "a", "ripe", "for", "breakfast"):
        hand.find(".wb-tokens button", word).click()
        if word in ("a", "for", "breakfast"):
            hand.sees(f"These neighbors leave only one word: the chance of {word} is")
        else:
            hand.sees("keep the same company and fit alike", f"the chance of {word} is")


def task_company_4(hand: Hand) -> None:
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
    hand.sees("right for one sentence only")


def task_reading_1(hand: Hand) -> None:
    hand.plays("Play", "16 words back")
    for name, share in (("Sieve, keeps half", "0.0"), ("Basket", "2.2"), ("Chest", "5.9")):
        hand.tap(name)
        assert share in hand.said


def task_reading_3(hand: Hand) -> None:
    hand.plays("Play", "16 words back")
    hand.tap("RNN")
    hand.sees("The RNN still holds “river”: 16 words back, it makes up 27%")
    hand.tap("LSTM")
    hand.sees("16 words back, it makes up 17%")
    hand.tap("attention")
    hand.sees("Attention looks back: “river”, 16 words back, makes up 75%")


def task_reading_2(hand: Hand) -> None:
    known = {}
    for distance in (4, 8, 16, 32, 64, 128):
        hand.slide("Distance", str(distance))
        hand.sees(f"At {distance} words,")
        known[distance] = dict(
            zip(
                ("RNN", "LSTM", "attention"),
                (y for _, y in hand.look().charts[0]["dots"]),
                strict=True,
            )
        )
        near(known[distance]["attention"], 1, 0.01)
    near(known[32]["LSTM"], 1, 0.01)
    assert known[128]["RNN"] < 0.5
    assert known[128]["LSTM"] < 0.5
