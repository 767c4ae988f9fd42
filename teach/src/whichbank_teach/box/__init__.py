"""The sealed box: a student's cells run in it, and nothing but arrays and plain text come out.

bubblewrap makes it of the kernel's own means in milliseconds, without a daemon or an image as
containers need them. ``sealed`` builds the walls and reads what comes out; ``inside`` is the
program within.
"""
