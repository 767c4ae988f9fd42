"""From a sentence to its words."""

import re


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
    words = re.findall(r"\w+(?:['’-]\w+)*", sentence)
    return [word.lower() for word in words] if lowercase else words
