"""Before and after: what a reader is asked before the course and after a part of it, and what is
gained, on the pages *before* and *after*.
"""
