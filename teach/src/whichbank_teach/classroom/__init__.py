"""A class: its folder, its students, and the notebooks that they get."""
