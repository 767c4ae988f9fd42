"""Idioms: phrases whose meaning is not made of the meanings of their words, with their Hindi,
literal and real.
"""

import html
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Idiom:
    """A phrase, what it means, and two translations into Hindi, each in Hindi and in Latin letters.

    ``literal`` has its words, one after the other, put in the order of Hindi grammar: what a
    translator writes who does not know the idiom. ``said`` is the Hindi idiom, and ``said_english``
    its words in English.
    """

    phrase: str
    meaning: str
    literal: str
    literal_latin: str
    said: str
    said_latin: str
    said_english: str

    @property
    def survives(self) -> bool:
        """Whether the words carry the meaning over: Hindi happens to have the same picture."""
        return self.literal == self.said


IDIOMS = (
    Idiom(
        "let the cat out of the bag",
        "tell a secret",
        "बिल्ली को थैले से बाहर निकालना",
        "billī ko thaile se bāhar nikālnā",
        "राज़ खोल देना",
        "rāz khol denā",
        "open the secret",
    ),
    Idiom(
        "hit the scale",
        "step on the scale, to be weighed",
        "तराज़ू को मारना",
        "tarāzū ko mārnā",
        "अपना वज़न करना",
        "apnā vazan karnā",
        "weigh oneself",
    ),
    Idiom(
        "piece of cake",
        "a very easy task",
        "केक का टुकड़ा",
        "kek kā ṭukṛā",
        "बाएँ हाथ का खेल",
        "bāẽ hāth kā khel",
        "a game for the left hand",
    ),
    Idiom(
        "break a leg",
        "good luck on stage",
        "एक टाँग तोड़ दो",
        "ek ṭā̃g toṛ do",
        "शुभकामनाएँ",
        "śubhkāmnāẽ",
        "good wishes",
    ),
    Idiom(
        "kick the bucket",
        "die",
        "बाल्टी को लात मारना",
        "bālṭī ko lāt mārnā",
        "चल बसना",
        "cal basnā",
        "move on and settle",
    ),
    Idiom(
        "rain cats and dogs",
        "rain hard",
        "बिल्लियाँ और कुत्ते बरसना",
        "billiyā̃ aur kutte barasnā",
        "मूसलाधार बारिश होना",
        "mūslādhār bāriś honā",
        "rain in streams like pestles",
    ),
    Idiom(
        "once in a blue moon",
        "hardly ever",
        "नीले चाँद में एक बार",
        "nīle cā̃d mẽ ek bār",
        "शायद ही कभी",
        "śāyad hī kabhī",
        "hardly ever",
    ),
    Idiom(
        "under the weather",
        "unwell",
        "मौसम के नीचे",
        "mausam ke nīce",
        "तबीयत ठीक न होना",
        "tabīyat ṭhīk na honā",
        "one's health not being right",
    ),
    Idiom(
        "cost an arm and a leg",
        "be very expensive",
        "एक बाँह और एक टाँग की क़ीमत लगना",
        "ek bā̃h aur ek ṭā̃g kī qīmat lagnā",
        "बहुत महँगा पड़ना",
        "bahut mahãgā paṛnā",
        "turn out very dear",
    ),
    Idiom(
        "pull someone's leg",
        "tease someone",
        "किसी की टाँग खींचना",
        "kisī kī ṭā̃g khī̃cnā",
        "किसी की टाँग खींचना",
        "kisī kī ṭā̃g khī̃cnā",
        "pull someone's leg",
    ),
)
"""Notes A13 and C9 name "let the cat out of the bag", "hit the scale", "piece of cake" and "break a
leg".
"""


class IdiomTable:
    """Idioms side by side with their Hindi, as a table whose Hindi is marked as Hindi (for fonts
    and screen readers).

    Examples
    --------
    >>> IdiomTable(IDIOMS[2:3])
    piece of cake (a very easy task)
      word by word: kek kā ṭukṛā
      what is said: bāẽ hāth kā khel, "a game for the left hand"
    """

    def __init__(self, idioms: Sequence[Idiom] = IDIOMS) -> None:
        if not idioms:
            raise ValueError("idioms must hold at least one idiom; got none")
        self.idioms = tuple(idioms)

    def __repr__(self) -> str:
        return "\n".join(
            f"{idiom.phrase} ({idiom.meaning})\n"
            f"  word by word: {idiom.literal_latin}\n"
            f'  what is said: {idiom.said_latin}, "{idiom.said_english}"'
            for idiom in self.idioms
        )

    def _repr_html_(self) -> str:
        heads = "".join(
            f'<th scope="col">{head}</th>' for head in ("idiom", "word by word", "what is said")
        )
        meaning = '<br><small style="font-weight:400">{}</small>'
        rows = "".join(
            f'<tr><th scope="row">{html.escape(idiom.phrase)}{meaning.format(html.escape(idiom.meaning))}</th>'
            f"<td>{_hindi(idiom.literal, idiom.literal_latin)}</td>"
            f"<td>{_hindi(idiom.said, idiom.said_latin)}<br>“{html.escape(idiom.said_english)}”</td></tr>"
            for idiom in self.idioms
        )
        return (
            '<table class="table '
            f'wb-idioms"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'
        )


def _hindi(letters: str, latin: str) -> str:
    return f'<span lang="hi">{letters}</span><br><i lang="hi-Latn">{latin}</i>'
