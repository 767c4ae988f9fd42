"""Real text, which ships inside the gensim wheel: news items and articles of Wikipedia."""

from functools import cache

from whichbank.text import tokenize


def _datapath(name: str) -> str:
    try:
        from gensim.test.utils import datapath
    except ImportError:
        raise ImportError(
            "this text ships with gensim, which is not installed: it has no wheel for Python 3.14 "
            "yet. Use Python 3.11, 3.12 or 3.13"
        ) from None
    return datapath(name)


@cache
def lee_items() -> tuple[str, ...]:
    """Return the 300 news items of the Lee background corpus as they were printed, with capitals
    and full stops.

    Notes
    -----
    Lee, Pincombe and Welsh 2005; the Australian Broadcasting Corporation's news of 2000 and 2001.
    """
    with open(_datapath("lee_background.cor"), encoding="utf-8") as file:
        return tuple(" ".join(line.split()) for line in file)


@cache
def lee_background() -> tuple[tuple[str, ...], ...]:
    """Return the items of ``lee_items``, each as lower-case words."""
    return tuple(tuple(tokenize(item)) for item in lee_items())


@cache
def wikipedia_sample() -> tuple[tuple[str, ...], ...]:
    """Return 106 articles of the English Wikipedia, each as lower-case words, about 453,000 in all.

    Reading them takes some seconds the first time, and no time after that.

    Notes
    -----
    The articles, the words and their order are those of ``gensim.corpora.WikiCorpus``, which reads
    the dump with processes of its own; one process is enough here. Text by the authors of
    Wikipedia, CC BY-SA.
    """
    import bz2

    path = _datapath("enwiki-latest-pages-articles1.xml-p000000010p000030302-shortened.bz2")
    from gensim.corpora.wikicorpus import (
        ARTICLE_MIN_WORDS,
        IGNORED_NAMESPACES,
        extract_pages,
        process_article,
    )

    other_pages = tuple(f"{name}:" for name in IGNORED_NAMESPACES)
    with bz2.open(path) as file:
        pages = extract_pages(file, filter_namespaces=("0",))
        articles = [process_article((text, title, page)) for title, text, page in pages if text]
    return tuple(
        tuple(words)
        for words, title, _ in articles
        if len(words) >= ARTICLE_MIN_WORDS and not title.startswith(other_pages)
    )
