"""The architecture of all-MiniLM-L6-v2, around the course's own encoder."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor, nn

from whichbank.transformer import Encoder, Trace

if TYPE_CHECKING:
    from tokenizers import Tokenizer

N_VOCAB, D_MODEL, N_HEADS, D_FF, N_LAYERS, MAX_LENGTH = 30522, 384, 12, 1536, 6, 512
EPS = 1e-12


@dataclass(frozen=True)
class Layers:
    """One sentence on its way through the model.

    Attributes
    ----------
    pieces : tuple of str
        The T pieces of words, [CLS] and [SEP] included.
    words : tuple of str
        The words, in lower case as the model sees them; punctuation counts as words.
    word_of : tuple of int or None
        To which word each piece belongs; None for [CLS] and [SEP].
    vectors : array, shape (7, T, 384), float32
        The pieces' vectors after layer 0 (nothing looked at yet), 1, …, 6.
    weights : array, shape (6, 12, T, T), float32
        The attention weights of each layer and head.
    """

    pieces: tuple[str, ...]
    words: tuple[str, ...]
    word_of: tuple[int | None, ...]
    vectors: np.ndarray
    weights: np.ndarray

    def word(self, word: str, nth: int = 0) -> np.ndarray:
        """Return the vectors of a word, in any case, after each layer, the mean over its pieces:
        shape (7, 384).

        ``nth`` tells which one, where the sentence has several.
        """
        places = [i for i, one in enumerate(self.words) if one == word.lower()]
        if not 0 <= nth < len(places):
            raise ValueError(
                f"the sentence has {word!r} {len(places)} times; got nth={nth} of "
                f"{' '.join(self.words)!r}"
            )
        own = [t for t, at in enumerate(self.word_of) if at == places[nth]]
        return self.vectors[:, own].mean(axis=1)


class MiniLM(nn.Module):
    """The model all-MiniLM-L6-v2: BERT's embedding, and an ``Encoder`` of this course with 6 "post"
    blocks.

    Use ``pretrained.load_minilm`` to get one with its trained weights.

    Parameters
    ----------
    tokenizer : tokenizers.Tokenizer
        Cuts sentences into pieces of words.

    Attributes
    ----------
    tokens, positions, segments : nn.Embedding
        The three tables whose rows are added up for each piece; all pieces are in segment 0.
    norm : nn.LayerNorm
        Normalizes the sums.
    encoder : Encoder
        The rest of the model.

    Notes
    -----
    Wang et al. 2020 (MiniLM); Reimers and Gurevych 2019 (sentence vectors); Devlin et al. 2019
    (BERT).
    """

    def __init__(self, tokenizer: "Tokenizer") -> None:
        super().__init__()
        self.tokenizer = tokenizer
        self.tokens = nn.Embedding(N_VOCAB, D_MODEL)
        self.positions = nn.Embedding(MAX_LENGTH, D_MODEL)
        self.segments = nn.Embedding(2, D_MODEL)
        self.norm = nn.LayerNorm(D_MODEL, eps=EPS)
        self.encoder = Encoder(
            N_LAYERS, D_MODEL, N_HEADS, D_FF, norm="post", activation="gelu", eps=EPS
        )

    def tokenize(
        self, sentences: Sequence[str], *, max_length: int = MAX_LENGTH
    ) -> tuple[Tensor, Tensor]:
        """Cut B sentences into pieces; return their ids, (B, T), padded with 0, and a mask, (B, 1,
        T): True on pieces.

        A sentence of more than max_length pieces, [CLS] and [SEP] included, loses its end.
        """
        if isinstance(sentences, str) or not all(isinstance(one, str) for one in sentences):
            raise TypeError(
                f"sentences must be a sequence of strings; got {type(sentences).__name__}"
            )
        if not 2 <= max_length <= MAX_LENGTH:
            raise ValueError(f"max_length must be between 2 and {MAX_LENGTH}; got {max_length}")
        encoded = [
            self._cut(one.ids, max_length) for one in self.tokenizer.encode_batch(list(sentences))
        ]
        longest = max(map(len, encoded), default=0)
        ids = torch.zeros(len(encoded), longest, dtype=torch.long)  # (B, T)
        mask = torch.zeros(len(encoded), 1, longest, dtype=torch.bool)  # (B, 1, T)
        for row, one in enumerate(encoded):
            ids[row, : len(one)] = torch.tensor(one)
            mask[row, 0, : len(one)] = True
        where = self.tokens.weight.device
        return ids.to(where), mask.to(where)

    @staticmethod
    def _cut(ids: list[int], max_length: int) -> list[int]:
        # [SEP] stays the last
        return ids if len(ids) <= max_length else [*ids[: max_length - 1], ids[-1]]

    def embed(self, ids: Tensor) -> Tensor:
        """Return the static vectors, shape (B, T, 384), of the pieces ids, shape (B, T), with their
        positions.
        """
        if ids.ndim != 2 or ids.shape[1] > MAX_LENGTH:
            raise ValueError(
                f"ids must have the shape (B, T) with T up to {MAX_LENGTH}; got {tuple(ids.shape)}"
            )
        # (B, T, D)
        x = self.tokens(ids) + self.positions.weight[: ids.shape[1]] + self.segments.weight[0]
        return self.norm(x)

    def forward(self, ids: Tensor, mask: Tensor | None = None) -> Tensor:
        """Return contextual vectors, (B, T, 384), of the pieces ids, (B, T), under the mask of
        ``tokenize``.
        """
        return self.encoder(self.embed(ids), mask=mask)

    def trace(self, ids: Tensor, mask: Tensor | None = None) -> Trace:
        """Do what ``forward`` does, and return the vectors and attention weights of every layer as
        well.
        """
        return self.encoder.trace(self.embed(ids), mask=mask)

    @torch.no_grad()
    def layers(self, sentence: str) -> Layers:
        """Follow one sentence of up to 512 pieces through the model."""
        if not isinstance(sentence, str):
            raise TypeError(f"sentence must be a string; got {type(sentence).__name__}")
        cut = self.tokenizer.encode(sentence)
        trace = self.trace(torch.tensor([cut.ids], device=self.tokens.weight.device))
        n_words = 1 + max((at for at in cut.word_ids if at is not None), default=-1)
        spans: list[Any] = [cut.word_to_chars(at) for at in range(n_words)]
        return Layers(
            pieces=tuple(cut.tokens),
            words=tuple(sentence[start:end].lower() for start, end in spans),
            word_of=tuple(cut.word_ids),
            vectors=torch.cat(trace.hidden).cpu().numpy(),  # (L + 1, T, D)
            weights=torch.cat(trace.weights).cpu().numpy(),  # (L, H, T, T)
        )

    @torch.no_grad()
    def encode(
        self, sentences: Sequence[str], *, batch_size: int = 32, max_length: int = 256
    ) -> np.ndarray:
        """Return one vector a sentence, (N, 384): the mean of its pieces' vectors, scaled to length
        1.

        Their dot products are cosine similarities. So many go through the model at once, those of
        similar length together. A sentence of more than max_length pieces loses its end; the
        default is that of the model's publication.
        """
        if batch_size < 1:
            raise ValueError(f"batch_size must be positive; got {batch_size}")
        ids, mask = self.tokenize(sentences, max_length=max_length)
        vectors = np.zeros((len(ids), D_MODEL), dtype=np.float32)
        lengths = mask.sum((1, 2)).cpu()  # (N,)
        for rows in lengths.argsort(stable=True).split(batch_size) if len(ids) else ():
            shortest, longest = int(lengths[rows].min()), int(lengths[rows].max())
            part = mask[rows, :, :longest]  # (B, 1, T)
            x = self(ids[rows, :longest], None if shortest == longest else part)  # (B, T, D)
            mean = (part.to(x.dtype) @ x)[:, 0] / lengths[rows, None].to(x)  # (B, D)
            vectors[rows.numpy()] = nn.functional.normalize(mean, dim=-1).cpu().numpy()
        return vectors
