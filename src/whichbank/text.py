"""From a sentence to its words."""

import re
import unicodedata


def tokenize(sentence: str, *, lowercase: bool = True) -> list[str]:
    """Split a sentence into words; punctuation is dropped.

    Parameters
    ----------
    sentence : str
        The text. An apostrophe or a hyphen inside a word stays in it.
    lowercase : bool, default True
        Write every word in lower case. It makes one word of "Apple" and "apple", and loses what told them apart.

    Returns
    -------
    list of str
        The words in their order; empty for a text without words.

    Raises
    ------
    TypeError
        If sentence is not a string.

    Examples
    --------
    >>> tokenize("Server, can I have the check?")
    ['server', 'can', 'i', 'have', 'the', 'check']
    """
    if not isinstance(sentence, str):
        raise TypeError(f"sentence must be a string; got {type(sentence).__name__}")
    # \w leaves out combining marks, which would cut Hindi words apart: they count as part of the letter before them.
    marked = "".join("\u0301" if unicodedata.category(c).startswith("M") else c for c in sentence)
    spans = re.finditer(r"\w[\w\u0301]*(?:['’-]\w[\w\u0301]*)*", marked)
    words = [sentence[span.start() : span.end()] for span in spans]
    return [word.lower() for word in words] if lowercase else words
