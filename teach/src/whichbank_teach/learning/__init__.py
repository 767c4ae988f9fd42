"""What a class has learned, by the progress files that readers hand over: ``whichbank-teach
learn``.

A file holds what its reader answered, and no name unless the reader gave it one. Nothing of it goes
into the gradebook.
"""
