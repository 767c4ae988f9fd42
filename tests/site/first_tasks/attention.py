"""How the first tasks of the figures are done: chapters mixing to learning."""

from drawn import numbers
from hand import Hand, assert_at, near


def task_mixing_1(hand: Hand) -> None:
    hand.drag("new bank", (1.97, 0.03))
    hand.sees("New bank is 1.00 money.")
    hand.reset()
    for word, weight in (("money", "1.00"), ("bank", "0.00"), ("grows", "0.00")):
        hand.slide(word, weight)
    hand.sees("New bank is 1.00 money")
    assert_at(hand, "new bank", (2, 0))
    hand.press("Keep the sum at 1")
    for corner in ((0, 0), (0, 2), (2.3, 1.3), (2.3, -0.3)):
        hand.drag("new bank", corner)
        hand.sees("New bank is ")
    hand.press("Keep the sum at 1")
    for word in ("money", "bank", "grows"):
        hand.slide(word, "0.00")
    hand.sees("The weights sum to 0.00, not 1: new bank leaves the triangle")
    assert_at(hand, "new bank", (0, 0))


def task_mixing_2(hand: Hand) -> None:
    from_x, from_y = hand.look().points()["new flows"]
    hand.sees("The weights sum to 0.43, not 1: new flows leaves the triangle.")
    hand.press("Divide by the sum")
    hand.sees("New flows is ")
    to_x, to_y = hand.look().points()["new flows"]
    near(to_x, from_x / 0.43, 0.01)
    near(to_y, from_y / 0.43, 0.01)
    for table, says in (
        ("as first written", "sum to 1.05, not 1"),
        ("as written again", "sum to 1.08, not 1"),
        ("mended", "New bank is "),
    ):
        hand.choose(table)
        hand.tap("bank")
        hand.sees(says)


def takes(hand: Hand) -> list[float]:
    """How much apple takes from phone, fruit and itself."""
    return [float(row[2]) for row in hand.look().tables[0]]


def task_choosing_1(hand: Hand) -> None:
    hand.drag("apple", (1.2, 0.7))
    phone, fruit, _ = takes(hand)
    assert phone > fruit
    hand.drag("apple", (1, 1))
    phone, fruit, _ = takes(hand)
    assert phone == fruit
    hand.drag("apple", (-1.25, 1.25))
    assert takes(hand)[0] < 0.02


def weights_of(hand: Hand, column: int) -> list[float]:
    """How much each word looks at one."""
    return [float(row[column]) for row in hand.look().tables[0]]


def task_choosing_2(hand: Hand) -> None:
    hand.sees("As they are, the scores sum to 2.00: the bar overflows, and debt falls out below 0")
    hand.tap("÷ sum")
    hand.sees("The shares sum to 1, but that of debt is below 0")
    hand.drag("debt", (-4, 0))
    hand.sees("nothing can be divided by 0")
    hand.drag("debt", (-4.5, 0))
    hand.sees("every sign turns: debt, which fits worst, gets most")
    hand.tap("softmax")
    for corner in ((-4.5, -0.5), (-4.5, 2), (0, 0), (3, 2)):
        hand.drag("debt", corner)
        hand.sees("Each share is above 0, and the bar is just full")
        points = hand.look().points()
        assert inside(*(points[name] for name in ("new bank", "money", "bank", "debt")))


def task_choosing_3(hand: Hand) -> None:
    hand.drag("bank", (0, 0))
    assert [row[1] for row in hand.look().tables[0]][1] == "0.33"
    hand.reset()
    before = weights_of(hand, 2)
    hand.drag("grows", (2.5, 0))
    assert all(now > then for now, then in zip(weights_of(hand, 2), before, strict=True))
    hand.reset()
    hand.slide("temperature", "0.10")
    assert hand.look().tables[1][1][2:] == ["1.50", "0.50"]
    assert weights_of(hand, 0)[::2] == [1, 1]
    hand.slide("temperature", "100.00")
    hand.sees("the words meet in one place, their mean")


def inside(point: list[float], *corners: list[float]) -> bool:
    """Whether a point lies in a triangle."""
    turns = [
        (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True)
    ]
    return min(turns) >= -1e-6 or max(turns) <= 1e-6


def give(hand: Hand, bank: float, grows: float, lesson: str) -> None:
    """Hold the two shares and the verdict to what the text says."""
    hand.sees(lesson)
    seen = numbers(hand.look().charts[0]["label"])
    near(seen[0], bank)
    near(seen[1], grows)


def volumes(hand: Hand, *loud: float) -> None:
    """Set the three sliders."""
    for word, volume in zip(("money", "bank", "grows"), loud, strict=True):
        hand.slide(word, f"{volume:.1f}")


def task_jobs_1(hand: Hand) -> None:
    volumes(hand, 2, 1, 1)
    give(hand, 0.84, 0.05, "Only one job is done")
    volumes(hand, 0.5, 2, 1)
    hand.sees("Only one job is done")
    hand.plays("Play", "300")
    assert "0 of 300 do both" in " ".join(hand.find(".wb-kinds").text_content().split())


def task_jobs_2(hand: Hand) -> None:
    hand.drag("grows", (0, 1))
    hand.drag("bank", (2, 1))
    hand.sees("Both jobs are done")
    assert [one.text_content() for one in hand.place.query_selector_all(".wb-matrix i")] == [
        "0.0",
        "1.0",
        "2.0",
        "0.0",
    ]
    hand.drag("grows", (1, 2))
    hand.drag("bank", (1, 0))  # the lower left number is 0 … and both are done
    assert [one.text_content() for one in hand.place.query_selector_all(".wb-matrix i")][2] == "0.0"
    hand.sees("Both jobs are done")


def finds(hand: Hand) -> float:
    """What the query finds."""
    return numbers(hand.said)[-1]


def task_roles_1(hand: Hand) -> None:
    _, across, height = hand.look().planes[0]["points"][1]  # from one size to the next
    hand.drag("query", (0, 1), (2 * across, 3))
    near(finds(hand), 5, 0.02)
    hand.drag("query", (across / 2, 2))
    hand.sees("50% of the way from small to medium")
    near(finds(hand), 2.51, 0.02)
    hand.slide("temperature", "10.00")
    for at in (0, across, 2 * across):
        hand.drag("query", (at, 2))
        near(finds(hand), 10 / 3, 0.06)
    hand.slide("temperature", "0.01")
    hand.drag("query", (0.4 * across, 2))
    near(finds(hand), 2)
    hand.slide("temperature", "0.10")
    hand.drag("query", (0, 2))  # out of the way of medium
    hand.drag("medium", (2 * across, height))
    hand.drag("query", (2 * across, 3))
    near(finds(hand), 4, 0.2)  # about 4: a hand moves the price a little, too


def task_roles_2(hand: Hand) -> None:
    hand.plays("Play", "new bank is (1.65, -1.65)")
    hand.tap("scores")
    hand.sees("Scores: the query of bank times each key.", "2 · 2 + 1 · 0 = 4")
    hand.tap("mix")
    for word in ("money", "grows"):
        hand.tap(word)
        hand.sees(f"new {word} is (")


def weights(hand: Hand) -> list[float]:
    """How much of each word goes into the new one."""
    return [float(row[-1]) for row in hand.look().tables[0][:3]]


def task_roles_3(hand: Hand) -> None:
    for matrix, nature in (("keys", (1, -1)), ("keys", (-1, 1)), ("queries", (-2, 1))):
        hand.tap(matrix)
        hand.drag("nature", nature)
        money, bank, river = weights(hand)
        assert min(money, river) <= bank <= max(money, river)
    assert river > money  # its favorite is another one now


def task_roles_4(hand: Hand) -> None:
    hand.choose("1 change nothing")
    plain = weights(hand)
    hand.choose("4 both turned")
    assert weights(hand) == plain
    hand.choose("5 our matrices")
    ours = weights(hand)
    hand.tap("keys")
    hand.drag("finance", (0, 0))
    hand.drag("nature", (0, 0))
    hand.sees("All keys reach equally far", "0.33")
    hand.choose("5 our matrices")
    hand.tap("values")
    made = hand.look().tables[1]
    hand.drag("nature", (1, 1))
    assert weights(hand) == ours
    assert hand.look().tables[1] != made
    hand.choose("5 our matrices")
    hand.tap("both")
    assert_at(hand, "bank asks", (2, -1))
    assert_at(hand, "money", (2, 0))


def task_downhill_1(hand: Hand) -> None:
    def gap() -> float:
        money, river = numbers(" ".join(hand.look().tables[1][1][-2:]))  # of new bank
        return river - money

    first = gap()
    hand.drag("finance", (-1.5, 1.5))
    hand.drag("nature, flows", (-1.5, 1.5))
    assert gap() > 5 > first


def task_downhill_2(hand: Hand) -> None:
    def end_at(rate: str, lesson: str) -> float:
        hand.slide("Rate", rate)
        return numbers(hand.sees(lesson))[-1]

    assert "the loss is" not in hand.said  # before the first walk nothing tells its end
    hand.slide("Step", "30")
    hand.sees("The walker comes down")
    ends = [
        end_at("4", "swings less each time"),
        end_at("7.9", "Too long: the walker is tossed from wall to wall"),
        end_at("20", "off the map"),
        end_at("0.1", "Too short"),
    ]
    assert ends[0] == min(ends)
    assert ends[2] == max(ends)
    hand.slide("Rate", "2")
    [walker] = [name for name in hand.look().points() if name.startswith("loss ")]
    hand.drag(walker, (-1, 4))
    hand.sees("The walker comes down")
    hand.plays("Play", "Pause")
    hand.until(lambda: hand.look().state["step"], lambda step: step > 3, "the walk")


def task_learning_1(hand: Hand) -> None:
    for step in range(5, 51, 5):
        hand.press("5 steps")
        hand.sees(f"After {step} steps: apple means")
    hand.press("Play")
    said = hand.sees("After 800 steps: apple means company")
    assert numbers(said)[1] > 80
    assert "“apple” looks most at “launched”" in said
    hand.tap("orange")
    hand.sees("“orange” looks most at")


def task_scale_1(hand: Hand) -> None:
    for by, d in ((-999, 1), (999, 1024)):
        hand.pull(".wb-grip", by)
        assert hand.look().state["d"] == d
    hand.sees("A typical score is 32 away from 0. One key takes nearly all, by chance")
    hand.tap("√d")
    hand.sees("A typical score ÷ √d is 1.0 away from 0. The choice is open")
    hand.find(".wb-choice label:last-child").click()
    hand.sees("All keys get about the same")
