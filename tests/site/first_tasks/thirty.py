"""How the first tasks of the figures are done: the thirty minutes."""

from hand import Hand

from first_tasks.attention import assert_at, weights
from first_tasks.machine import task_writer_1


def task_thirty_1(hand: Hand) -> None:
    hand.sees("One vector for both sentences")
    hand.pull(".wb-pulled", -150)
    hand.sees("One bank in, two out")


def task_thirty_2(hand: Hand) -> None:
    assert_at(hand, "new bank", (1.25, 0.7))
    for corner in ((0, 0), (0, 2), (2.3, 1.3), (2.3, -0.3)):
        hand.drag("new bank", corner)
        hand.sees("New bank is ")


def task_thirty_3(hand: Hand) -> None:
    assert_at(hand, "new bank", (1.42, 0.42))
    hand.drag("money", (-2, -1))
    assert float(hand.look().tables[2][1][0]) < 0.02
    hand.reset()
    hand.choose("river bank flows")
    hand.tap("bank")
    assert_at(hand, "new bank", (0.42, 1.42))


def task_thirty_4(hand: Hand) -> None:
    hand.tap("money")
    money, bank, _ = weights(hand)
    assert money > 10 * bank
    hand.tap("bank")
    money, bank, _ = weights(hand)
    assert money > 5 * bank
    hand.drag("finance", (0, 1))
    hand.drag("nature", (-1, 2))
    money, bank, _ = weights(hand)
    assert bank > money
    hand.drag("finance", (0, 0))
    hand.drag("nature", (0, 0))
    hand.sees("All keys reach equally far", "0.33")


def task_thirty_5(hand: Hand) -> None:
    hand.sees("After layer 6")  # it begins by itself
    hand.plays("Play", "After layer 6")
    hand.sees("the first apple leans to the company", "the second apple leans to the fruit")
    hand.tap("phone")
    hand.sees("phone leans to the company")
    hand.press("Take out")
    hand.sees("the first apple is undecided", "the second apple leans to the fruit")
    hand.press("Put it back")
    hand.press("Look inside")
    hand.sees("of layer 5")
    hand.reset()
    hand.choose("Apple launched a new phone while I was eating an apple")
    hand.sees("the second apple is undecided")


def task_thirty_6(hand: Hand) -> None:
    task_writer_1(hand)
