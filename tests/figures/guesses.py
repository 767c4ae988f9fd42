"""Guesses of a book that is made up."""

import tomllib
from typing import Any

TOML = """
[[prediction]]
id = "guesses.1"
key = "doubled-recipe"
kind = "choice"
question = "You double every share of the *recipe*. How does `tea` taste?"
reason_from = "The shares sum to 1."
options = ["the same", "twice as strong", "too weak to tell"]
why = ["In the kitchen it does. A sum has no kettle.", "", "No share got smaller."]
answer = 1
result = "The sum doubles too: [6, 2, 2]."
seen = "[6. 2. 2.]"

[[prediction]]
id = "guesses.2"
key = "tea-left"
kind = "number"
question = "How many kilos of tea are left?"
answer = 3.0
within = 0.5
low = 0
high = 10
step = 0.1
unit = "kg"
mistakes = [{value = 8, why = "That is what was sold."}]
result = "3.0 kg are left."
seen = "3.0"

[[prediction]]
id = "guesses.3"
key = "mix-of-two"
kind = "point"
question = "Where is the mix of money and bank?"
axes = ["finance", "nature"]
low = [0, 0]
high = [2.5, 1.5]
shown = {money = [2, 0], bank = [1, 1]}
answer = [1.25, 0.7]
within = 0.3
result = "It is at (1.25, 0.70)."

[[prediction]]
id = "guesses.4"
key = "largest-weight"
kind = "order"
question = "Which weight is the largest, which the smallest?"
items = ["bank", "money", "grows"]
answer = [1, 2, 0]
result = "money 0.7, grows 0.2, bank 0.1."

[[prediction]]
id = "guesses.5"
key = "fall-of-accuracy"
kind = "curve"
question = "How does the accuracy fall with the distance?"
x = [1, 2, 4, 8]
axes = ["words", "accuracy"]
low = 0
high = 1
answer = [0.9, 0.8, 0.6, 0.5]
within = 0.1
result = "It falls from 0.9 to 0.5."
"""
TABLES = {one["kind"]: one for one in tomllib.loads(TOML)["prediction"]}
RIGHT: dict[str, Any] = {
    "choice": 1,
    "number": 3.5,
    "point": [1.25, 0.5],
    "order": [1, 2, 0],
    "curve": [0.9, 0.8, 0.6, 0.1],
}
WRONG: dict[str, Any] = {
    "choice": 0,
    "number": 10,
    "point": [0, 1.5],
    "order": [1, 0, 2],
    "curve": [0, 0, 0, 0],
}
