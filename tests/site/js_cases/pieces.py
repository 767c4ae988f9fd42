"""Cases for pieces.js, made by the library tokenizers with a small vocabulary."""

from typing import Any

from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer
from tokenizers.processors import BertProcessing

MARKS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
SIGNS = list("abcdefghijklmnopqrstuvwxyz0123456789.,'!?-σςß日本हनदबक")
PIECES = [
    *MARKS,
    *SIGNS,
    *(f"##{sign}" for sign in SIGNS),
    "bank",
    "##s",
    "##ing",
    "river",
    "the",
    "cafe",
    "##ank",
]
TEXTS = (
    "",
    " \t\n",
    "The river banks!",
    "banking, b-anks",
    "Café CAFÉ cafe\u0301 İstanbul",
    "हिन्दी बैंक",
    "日本bank 日 本",
    "😀 the 😀bank",
    "ΣΑΣ ς Straße",
    "a [MASK] b[SEP]c [mask] [CLS",
    "zero\u200bwidth soft\u00adhyphen nul\0 \ufffd no\u00a0break \u3000wide",
    "a" * 100 + " " + "b" * 101,
    "$5 «x» …—– ‘q’ ¿",
    "\U0001d400 \ufb01 ½ ｆｕｌｌ",
)


def tokenizer(pieces: list[str] = PIECES) -> Tokenizer:
    """Return a tokenizer as the real model has it, that knows these pieces."""
    made = Tokenizer(
        WordPiece({piece: i for i, piece in enumerate(dict.fromkeys(pieces))}, unk_token="[UNK]")
    )
    made.normalizer, made.pre_tokenizer = BertNormalizer(), BertPreTokenizer()
    made.add_special_tokens(MARKS)
    made.post_processor = BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    return made


def word_cases() -> list[tuple[list, Any]]:
    cases = []
    for text in TEXTS:
        if not any(mark in text for mark in MARKS):
            normal = BertNormalizer().normalize_str(text)
            cases.append(
                ([text], [word for word, _ in BertPreTokenizer().pre_tokenize_str(normal)])
            )
    return cases


def cut_cases() -> list[tuple[list, Any]]:
    cases, made = [], tokenizer()
    for text in TEXTS:
        cut = made.encode(text)
        spans: list[Any] = [
            cut.word_to_chars(at) for at in dict.fromkeys(cut.word_ids) if at is not None
        ]
        words = [made.normalizer.normalize_str(text[start:end]).strip() for start, end in spans]
        word_of = [-1 if at is None else at for at in cut.word_ids]
        cases.append(
            (
                [text, "\n".join(dict.fromkeys(PIECES))],
                {"ids": cut.ids, "words": words, "wordOf": word_of},
            )
        )
    return cases


CASES = {("nets/pieces.js", "modelWords"): word_cases, ("nets/pieces.js", "cutText"): cut_cases}
