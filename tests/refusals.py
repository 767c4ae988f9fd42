"""Tables of bad calls: each is refused with a message that names the argument, the rule and what
came.
"""

import builtins
import re
from collections.abc import Callable
from typing import Any

import pytest
from collected import for_each


def refusals(table: str, names: dict[str, Any]) -> Callable[..., None]:
    """Make a test of a table: one case a line, ``call → Error: how its message begins``.

    Three dots match anything; a line that begins with a space continues the one before. The calls
    are evaluated with names.
    """
    lines = re.sub(r"\n +", " ", table.strip()).splitlines()
    cases = [re.fullmatch(r"(.*?) +→ (\w+): (.+)", line).groups() for line in lines]

    @for_each("call, error, message", cases)
    def test(call: str, error: str, message: str) -> None:
        with pytest.raises(
            getattr(builtins, error), match="^" + ".*".join(map(re.escape, message.split("...")))
        ):
            eval(call, names)

    return test
