from typing import Any

from drawn import Drawn, assert_drawn, numbers


def merge_slider(fig: Any, drawn: Drawn) -> None:
    """The slider shows the merges, the chips every token, the read-out what they cost."""
    assert list(drawn.sliders[0]) == ["Merges", str(fig.applied)]
    assert drawn.spoken == [str(fig.applied)]
    assert drawn.chips == [["·".join(word) for word in line] for line in fig.tokens], "the walls between the letters"
    assert drawn.pictured == [" ".join("·".join(word) for word in line) for line in fig.tokens], "what is read out"
    count = sum(len(word) for line in fig.tokens for word in line)
    words = sum(len(line) for line in fig.tokens)
    said = drawn.said[0]
    tokens, number, share, different, *_ = numbers(said)
    assert (tokens, number, different) == (count, words, len(fig.learned.first(fig.applied).vocabulary))
    assert_drawn([f"{share:.2f}"], [count / words], "tokens per word")
    if fig.applied:
        last, times = fig.merges[fig.applied - 1].replace(" ", " + "), fig.counts[fig.applied - 1]
        assert f"Last merge: {last}, {'once' if times == 1 else f'{times} times'} in the text" in said
    assert ("No merge yet" in said) == (not fig.applied)
    assert (f"Without a number: {' '.join(fig.unknown)}." in said) == bool(fig.unknown)


COMPARERS = {"MergeSlider": merge_slider}
