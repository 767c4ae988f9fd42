"""The joined module of a figure, asked in a browser."""

from typing import Any

import numpy as np

# Each module as a notebook loads it: with what it imports written into it.
LOAD = """async (modules) => {
  window.loaded = {};
  for (const [name, source] of Object.entries(modules))
    loaded[name] = await import(URL.createObjectURL(new Blob([source], {type: "text/javascript"})));
}"""


def leaves(value: Any) -> list[np.ndarray]:
    """Return all numbers in a value, by the names that it gives them; words count as their
    characters' numbers.
    """
    if isinstance(value, dict):
        return [leaf for name in sorted(value) for leaf in leaves(value[name])]
    if isinstance(value, str):
        value = [value]
    parts = value if isinstance(value, list) else []
    if parts and all(isinstance(part, str) for part in parts):
        value = [ord(sign) for sign in "\n".join(parts)]
    try:
        return [np.asarray(value, dtype=float)]
    except (TypeError, ValueError):  # not a table
        return [leaf for part in parts for leaf in leaves(part)]


def listed(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: listed(part) for name, part in value.items()}
    return value.tolist() if isinstance(value, np.ndarray) else value
