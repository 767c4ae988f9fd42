"""The program inside the box. It needs the standard library, NumPy, safetensors and whichbank,
nothing else.

``supervisor`` is the first process and starts the others; ``session`` runs the student's cells;
``answers`` runs an answer on the cases. What the student's code does to the last two changes
nothing outside but the student's own result.
"""
