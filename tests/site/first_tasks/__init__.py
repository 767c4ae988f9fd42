"""What the text asks first at each live figure (asked.toml), and how it is done: from how it opens,
by its controls.
"""

from first_tasks import attention, machine, thirty, words

PARTS = (words, attention, machine, thirty)
HANDS = {name: do for part in PARTS for name, do in vars(part).items() if name.startswith("task_")}
