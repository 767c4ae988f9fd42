"""How well two colors can be told apart."""

from collections.abc import Sequence


def ratio(first: Sequence[float], second: Sequence[float]) -> float:
    """Return the contrast ratio of two opaque colors, (red, green, blue) up to 255, by the formula
    of WCAG 2.
    """
    dark, light = sorted([_lightness(first), _lightness(second)])
    return (light + 0.05) / (dark + 0.05)


def _lightness(color: Sequence[float]) -> float:
    parts = [x / 255 for x in color]
    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
