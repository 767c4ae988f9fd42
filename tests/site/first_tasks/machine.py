"""How the first tasks of the figures are done: chapters ripples to 16."""

import re

from drawn import numbers
from hand import Hand, middle, near


def task_ripples_1(hand: Hand) -> None:
    hand.sees("With one stone, all bright places look like yours: they lie on its rings.")
    for at, some in (((7, 7), "both"), ((8, 2), "all"), ((2, 8), "all")):
        hand.click(*at)
        hand.sees(f"there the rings of {some} stones cross")
    hand.click(5, 5)
    hand.sees("With five stones, no other place looks like yours.")
    hand.drag("boat", (4, 8))
    assert hand.look().state["point"] == [4, 8]


def task_ripples_2(hand: Hand) -> None:
    def product() -> float:
        return float(hand.find(".wb-clock-sum b").text_content().replace("−", "-"))

    first = product()
    hand.pull(".wb-pad .wb-c0", 150)
    assert hand.look().state["position"] > 30
    near(product(), first)
    hand.pull(".wb-pad .wb-c1", -400)
    assert hand.look().state["offset"] == 0
    near(product(), 8)
    hand.sees("it is 8.00 at k = 0")  # while only t + k is moved
    hand.pull(".wb-pad .wb-c1", 60)
    for slip, flat in (
        ("slip: sines alone", False),
        ("slip: exponent", False),
        ("slip: degrees", True),
    ):
        hand.choose(slip)
        hand.sees("the sum stays" if flat else "the sum runs from")


def task_ripples_3(hand: Hand) -> None:
    score = hand.said.partition("the score is ")[2]
    hand.pull(".wb-at-both", 100)
    assert hand.look().state["places"][0] > 15
    hand.sees("3 after the key", score)
    found = {}
    hand.find("[aria-label='Place of the query']").focus()
    for _ in range(6):
        here = hand.said
        found[numbers(here)[-1]] = here
        hand.page.keyboard.press("ArrowLeft")
        hand.until(lambda: hand.said, lambda now, here=here: now != here, "another score")
    assert "1 after the key" in found[max(found)], "it looks for the word before"


def task_heads_1(hand: Hand) -> None:
    end = ".wb-panels > :last-child .wb-knob :last-child"
    hand.sees("2 of 8 answers wrong", "this row can serve who")
    hand.pull(end, 90)
    hand.sees("1 of 8 answers wrong", "no cut serves whom")
    hand.pull(".wb-four.wb-drag .wb-target", 120)
    hand.sees("no cut serves who.")
    hand.reset()
    hand.tap("2 heads")
    hand.sees("off the line")
    panel = hand.find(".wb-panels > :last-child .wb-panel").bounding_box()
    hand.page.mouse.move(*middle(hand.find(end)))
    hand.page.mouse.down()
    hand.page.mouse.move(panel["x"] + panel["width"], panel["y"] + panel["height"] / 2, steps=8)
    hand.page.mouse.up()
    hand.sees("None of 8 answers wrong")


def task_heads_2(hand: Hand) -> None:
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
    hand.choose(next(option for option in options if option.startswith("trump")))
    hand.tap("while")
    hand.sees("trump (card) ✓")
    hand.press("Silence head 1")
    hand.sees("trump (surname) ✓", "server (computer) ✗")
    hand.press("Silence head 1")
    hand.sees("trump (card) ✓")


def task_masks_1(hand: Hand) -> None:
    money, _, grows = (hand.look().points()[word] for word in ("money", "bank", "grows"))
    hand.pull(".wb-hem", -999)
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


def task_across_2(hand: Hand) -> None:
    told = "With the window closed it writes this for every English sentence."
    hand.sees(told)
    hand.tap("open")
    hand.sees("To write ")
    hand.tap("closed")
    hand.choose("the girl buys the red apple")
    hand.sees(told)


def task_bend_1(hand: Hand) -> None:
    hand.sees("This cut has 3 of the 4", "No cut has all.")
    hand.drag("A", (0.5, -0.6))
    hand.drag("B", (0.5, 1.6))
    hand.sees("This cut has 2 of the 4")


def task_bend_2(hand: Hand) -> None:
    hand.sees("This cut has 3 of the 4", "No cut has all.")
    hand.tap("two sums")
    hand.sees("No cut has all.")
    hand.tap("ReLU")
    hand.sees("This cut has 3 of the 4", "Another one has all.")
    hand.drag("A", (0.5, 0))
    hand.drag("B", (1.5, 0.5))
    hand.sees("All 4 are on the right side")


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


def task_block_2(hand: Hand) -> None:
    hand.sees("With skips, 1.51 of the difference")
    hand.press("Skips")
    hand.sees("Without skips, 2 · 10⁻¹⁴ of the difference")
    hand.press("Norms")
    hand.sees("Without skips and with norms, 0.003 of the difference")


def task_block_3(hand: Hand) -> None:
    hand.sees("The arrows are 0.54 to 2.01 long.")
    hand.find(".wb-choice label:last-child").click()
    hand.pull(".wb-plane :nth-child(2 of .wb-drag)", 40)  # the tip of bank, as it was
    hand.sees("On the ring: which way an arrow points is all that is left of it.")


def written(hand: Hand) -> str:
    """The text so far."""
    return hand.look().state["text"]


def task_writer_1(hand: Hand) -> None:
    hand.sees("The needle falls on")
    hand.press("Play")
    hand.until(lambda: written(hand), lambda text: len(text) > len("The bank") + 5, "writing")
    hand.press("Pause")
    text = hand.until(
        lambda: written(hand), lambda _: "The needle falls on" in hand.said, "a pause"
    )
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
    hand.press("More")
    hand.slide("Top k", "3")
    hand.press("Write again")
    assert found["0.3"] < found["2.0"]
    assert invented() < found["2.0"]


def task_real_1(hand: Hand) -> None:
    hand.sees("At the bottom")
    hand.plays("Play", "After layer 6")
    hand.sees("apple leans to the company")
    hand.tap("phone")
    hand.press("Take out")
    hand.sees("With a gap for phone")
    for word in ("orange", "eating"):
        hand.press("Put it back")
        hand.tap(word)
        hand.press("Take out")
        hand.sees(f"With a gap for {word}", "apple leans to the company")


def task_real_2(hand: Hand) -> None:
    hand.sees("the first apple leans to the company", "the second apple leans to the fruit")
    hand.tap("phone")
    hand.press("Take out")
    hand.sees("the first apple is undecided", "the second apple leans to the fruit")
    hand.press("Put it back")
    hand.choose("Apple launched a new phone while I was eating an apple")
    hand.sees("the second apple is undecided")
    hand.choose("river bank flows")
    hand.find("[aria-label='Look inside layer 1']").click()
    left = []
    for head in range(1, 13):
        hand.find(f".wb-twelve label:has(input[value='{head - 1}'])", str(head)).click()
        shares = []
        for piece, before in (("bank", "river"), ("flows", "bank")):
            hand.tap(piece)
            said = hand.sees(f"Head {head} of layer 1: {piece}")
            found = re.search(rf"{piece} looks at {before} (\d\.\d+)", said)
            shares.append(float(found[1]) if found else 0)
        if min(shares) > 0.9:
            left.append(head)
    assert left == [3]


def task_puzzles_1(hand: Hand) -> None:
    hand.sees("You use 0 numbers")
    for _ in range(2):
        hand.find(".wb-feature + label").click()
    hand.sees("You use 1 number")
    hand.choose("a vowel shows 1")
    hand.sees("You use 2 numbers")
    hand.press("Try it")
    hand.sees("Right on all")


def again(hand: Hand, place: int) -> None:
    """Tap a word of the second reading."""
    hand.find(f".wb-line-of-two:nth-child({place}) > div:nth-child(2) button").click()


def task_cutting_1(hand: Hand) -> None:
    hand.sees("Without layer 1, head 2: tap, in the second reading, the words after which")
    for place in (1, 2):
        again(hand, place)
    # the answer counts as the word before it
    hand.find(".wb-line-of-two:nth-child(4) > .wb-says").click()
    hand.find(".wb-line-of-two:nth-child(4) .wb-guessed")
    hand.press("Cut")
    hand.sees("of 7 are right; with it 7.", "You foresaw")


def task_cutting_2(hand: Hand) -> None:
    hand.sees("Without layer 2, heads 1 and 2: tap, in the second reading, the words after which")
    for place in (1, 2):
        again(hand, place)
    hand.press("Cut")
    said = hand.sees("Without layer 2, heads 1 and 2,", "of 7 are right; with them 7.")
    assert numbers(said.partition("2,")[2].partition("2,")[2])[0] < 3


def task_cutting_3(hand: Hand) -> None:
    hand.tap("evenly")
    said = hand.sees("looks evenly:", "of 7 are right; as it learned to, 7.")
    assert numbers(said.partition("evenly:")[2])[0] < 7
    hand.tap("one back")
    hand.sees("looks one word back: 7 of 7 are right")


def task_cutting_4(hand: Hand) -> None:
    said = hand.sees("will be swapped. What does the model say after")
    again(hand, 2)
    hand.press("Swap")
    assert said != hand.sees("the model says", "now, which came after", "You tapped")


def task_cutting_6(hand: Hand) -> None:
    hand.sees("nats a letter here. Which letter will it guess worst without layer 1, head 1?")
    hand.find('.wb-spelled label:has([value="7"])').click()
    hand.press("Cut")
    hand.sees("Without layer 1, head 1:", "Most is lost at the end of", "Your “k”")
    hand.find(".wb-costs label:nth-child(7)").click()
    hand.sees("Without layer 2, head 3:", "nats a letter, with it 1.14")
    hand.write("Your text", "A bank of sand")
    hand.press("Cut")
    hand.sees("Without layer 2, head 3:", "nats a letter, with it")


def task_cutting_7(hand: Hand) -> None:
    said = set()
    for place in (1, 2, 4):
        again(hand, place)
        said.add(hand.sees("the logit of", "come from layer 2, head"))
    assert len(said) == 3


def task_cutting_5(hand: Hand) -> None:
    for name, told in (
        ("first head", "the first head"),
        ("second head", "the second head"),
        ("both", "both heads"),
    ):
        hand.tap(name)
        hand.sees(f"With {told} made by our hand, 7 of 7 are right")


def task_cost_1(hand: Hand) -> None:
    hand.sees("900 million scores", "3.6 GB")
    hand.tap("line")
    hand.sees("100 scores", "The row of one word has 10.")
    places = [""]

    def rests(place: str) -> bool:
        places.append(place)
        return places[-1] == places[-2]

    corner = hand.find(".wb-ground .wb-drag")
    hand.until(lambda: corner.get_attribute("transform"), rests, "a square at rest")
    hand.pull(".wb-ground .wb-drag", 120)
    words = hand.look().state["words"]
    assert 12 < words < 25, f"a bit farther from its corner in the same frame: {words}"
    hand.tap("encyclopedia")
    hand.sees("900 trillion scores", "The row of one word has 30,000,000")


def task_cost_2(hand: Hand) -> None:
    costs = []
    for length in ("256", "512"):
        hand.slide("Tokens", length)
        costs.append(re.search(r"whole table (\d+(?:\.\d+)?) MB", hand.said)[1])
        hand.sees("about 100 times")
    assert round(float(costs[1]) / float(costs[0])) == 4
    hand.slide("Tokens", "11,585")
    assert "> 16 GB" not in hand.sees("whole table 13 GB")
    hand.slide("Tokens", "16,384")
    hand.sees("whole table 26 GB (not measured) > 16 GB")
    hand.tap("time")
    for length, times in (("256", 100), ("1,024", 400)):
        hand.slide("Tokens", length)
        hand.sees(f"about {times} times as much")


def task_chatgpt_2(hand: Hand) -> None:
    for name, answer, counted in (
        ("reads", "What is the capital of Spain?", 12),
        ("is shown", "Paris.", 1),
        ("is told", "Paris, on the Seine.", 0),
    ):
        hand.tap(name)
        hand.until(
            lambda: hand.find(".wb-answer .wb-rewritten > :last-child").text_content(),
            answer.__eq__,
            answer,
        )
        # what goes is gone, too
        hand.until(lambda: len(hand.place.query_selector_all("u")), counted.__eq__, str(counted))


def task_cost_3(hand: Hand) -> None:
    hand.sees("Nothing is kept yet")
    fades = []
    for _ in range(13):
        hand.press("Step")
        if "fades" in hand.said:
            fades.append("nothing fades" not in hand.said)
    assert fades == [False, True, False]
    hand.sees("Mix ÷ sum is (0.85, 0.77)", "the same")
    hand.plays("Play", "Mix ÷ sum is")


def task_cost_4(hand: Hand) -> None:
    hand.sees("One person gets a token every 120 ms: 8.3 tokens a second.")
    hand.slide("People", "32")
    hand.sees("every 220 ms: together 150 tokens")
    hand.slide("People", "1,024")
    hand.sees("every 3.4 s")
    assert "9.9 TB" in hand.look().text
    for sets, time in (("8", "390 ms"), ("1", "370 ms")):
        hand.tap(sets)
        hand.sees(f"every {time}")


def task_chatgpt_1(hand: Hand) -> None:
    hand.sees("12 · 2 · 64² = 98 thousand, of 115 thousand in all.")
    hand.tap("GPT-3")
    hand.sees("12 · 96 · 12,288² = 174 billion, of 175 billion in all.")
    hand.tap("writer")
    hand.slide("N, blocks", "4")
    hand.sees("= 197 thousand.")
    hand.slide("N, blocks", "2")
    hand.slide("D, width", "128")
    hand.sees("= 393 thousand.")
