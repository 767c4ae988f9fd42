"""The sealed box: a student's cells run in it, and nothing but arrays and plain text come out.

``sealed`` builds the walls and reads what comes out; ``inside`` is the program within.
"""
