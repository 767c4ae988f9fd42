"""The questions of *Check yourself*: one TOML file for each chapter, read by
``whichbank.figures.Quiz``.
"""
