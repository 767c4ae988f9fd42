"""What the front door hands out, for ``lazy_loader`` and for type checkers."""

from .attention import attend, mix, self_attention, similarity, softmax
from .bpe import BytePairs, train_bpe
from .exercises import check
from .loop import attend_loop
from .masks import causal_mask, combine_masks, padding_mask
from .positions import ripples, rotary, sinusoidal, sinusoidal_nd
from .positions.learned import LearnedPositions
from .pretrained import MiniLM, load_minilm
from .recurrent import LSTM, RNN, influence, lstm_step, rnn_step
from .sampling import keep_top_k, next_token_probabilities, sample
from .streaming import attend_streaming
from .text import Vocabulary, characters, split_sentences, tokenize
from .training import History, fastest_device, fit, warmup
from .transformer import (
    Block,
    Decoder,
    Embedding,
    Encoder,
    FeedForward,
    KeyValueCache,
    LanguageModel,
    MultiHeadAttention,
    Transformer,
    copy_weights,
)
from .word2vec import (
    WordVectors,
    full_softmax,
    negative_sampling,
    train_cbow,
    train_skipgram,
    train_skipgram_blocks,
)

__version__: str
__all__ = [
    "LSTM",
    "RNN",
    "Block",
    "BytePairs",
    "Decoder",
    "Embedding",
    "Encoder",
    "FeedForward",
    "History",
    "KeyValueCache",
    "LanguageModel",
    "LearnedPositions",
    "MiniLM",
    "MultiHeadAttention",
    "Transformer",
    "Vocabulary",
    "WordVectors",
    "attend",
    "attend_loop",
    "attend_streaming",
    "causal_mask",
    "characters",
    "check",
    "combine_masks",
    "copy_weights",
    "fastest_device",
    "fit",
    "full_softmax",
    "influence",
    "keep_top_k",
    "load_minilm",
    "lstm_step",
    "mix",
    "negative_sampling",
    "next_token_probabilities",
    "padding_mask",
    "ripples",
    "rnn_step",
    "rotary",
    "sample",
    "self_attention",
    "similarity",
    "sinusoidal",
    "sinusoidal_nd",
    "softmax",
    "split_sentences",
    "tokenize",
    "train_bpe",
    "train_cbow",
    "train_skipgram",
    "train_skipgram_blocks",
    "warmup",
]
