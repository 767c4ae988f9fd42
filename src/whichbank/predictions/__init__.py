"""What a reader guesses before each result: one TOML file for each chapter, read by
``whichbank.figures.Predict``.
"""
