"""The plane's description tells everything that is drawn."""

from whichbank.plots import plane

POINTS = {"apple": (0.6, 0.6), "orange": (1.0, 0.1), "phone": (0.1, 1.0)}


def test_circles_are_described_and_drawn():
    bare, circled = plane(POINTS), plane(POINTS, circles={"orange": 0.4, "phone": 0.25})
    assert circled.alt == bare.alt + " Circles: radius 0.4 around orange, radius 0.25 around phone."
    assert circled.png("light") != plane(POINTS, circles={"orange": 0.4, "phone": 0.4}).png("light")
