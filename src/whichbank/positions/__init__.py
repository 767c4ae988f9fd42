"""Position codes: waves, rotations, and what both promise (note E9).

``sines`` and ``rope`` hold kernels for every array library. A trained table,
``whichbank.positions.learned``, needs torch and is imported by its own name.
"""

from whichbank.positions.invariants import offset_spread, rotary_spread
from whichbank.positions.rope import rotary
from whichbank.positions.sines import frequencies, ripples, sinusoidal, sinusoidal_nd, waves

__all__ = [
    "frequencies",
    "offset_spread",
    "ripples",
    "rotary",
    "rotary_spread",
    "sinusoidal",
    "sinusoidal_nd",
    "waves",
]
