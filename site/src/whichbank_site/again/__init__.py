"""It comes back: what a reader was asked returns after days, in another form, on the progress page and at a
chapter's start; and all of it as cards for Anki.
"""
