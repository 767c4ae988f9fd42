"""Which Bank? The package behind the course: kernels, corpora, pictures, live figures and exercise checks.

Importing it costs nothing: each room is imported by its own name (``from whichbank.attention import softmax``).
"""

__version__ = "0.1.0"
