"""Which Bank? The package behind the course on self-attention, in the order of the course.

Every kernel comes through this door, ``from whichbank import attend``, and from its module,
``from whichbank.attention import attend``. Nothing is loaded before it is used.

===================== ===================================================================================== ========
module                what is in it
chapters
===================== ===================================================================================== ========
``text``              words, sentences, characters; a ``Vocabulary`` turns words into ids
1 ``bpe``               byte-pair encoding: ``train_bpe``
1 ``word2vec``          CBOW, skip-gram; ``word2vec.losses``: ``full_softmax``,
``negative_sampling``         2 ``recurrent``         ``rnn_step``, ``lstm_step``, ``RNN``, ``LSTM``
4 ``attention``         ``similarity``, ``softmax``, ``mix``, ``self_attention``, ``attend``
5-8 ``loop``              ``attend_loop``: attention pair by pair
6 ``training``          ``fit``: the training loop, with snapshots
9 ``positions.sines``   ``sinusoidal``, and the ripple field: ``ripples``
10 ``positions.rope``    rotary positions: ``rotary``
10 ``masks``             ``causal_mask``, ``padding_mask``, ``combine_masks``
12 ``transformer``       ``transformer.heads``: many heads, ``KeyValueCache``; blocks, stacks,
models          11-14 ``sampling``          temperature, top-k (``keep_top_k``) and ``sample``: from
logits to the next token     14 ``pretrained``        ``load_minilm``: all-MiniLM-L6-v2 in the
course's own encoder                         15 ``published``         ``read_published``: the files
of that model, checksums verified                     15 ``streaming``         the online softmax:
``attend_streaming`` never holds the table of weights             16
===================== ===================================================================================== ========

A call that cannot be answered ends in a ``TypeError`` or ``ValueError`` that names the argument,
the rule and what came; a docstring has a section *Raises* only for what its parameters do not tell.

Around them: ``corpora`` (what the course reads), ``experiments`` (what one chapter trains or
measures), ``plots`` (still pictures), ``figures`` (live ones), ``exercises`` (``check``),
``quizzes`` and ``predictions``.
"""

import lazy_loader

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
