"""Which Bank? The package behind the course on self-attention, in the order of the course.

Every kernel comes through this door, ``from whichbank import attend``, and from its module,
``from whichbank.attention import attend``. Nothing is loaded before it is used.

=================== ========================================================== ==============
module              what is in it                                              chapters
=================== ========================================================== ==============
``text``            words, sentences, characters; ``Vocabulary``: words to ids tokens
``bpe``             byte-pair encoding: ``train_bpe``                          tokens
``word2vec``        CBOW, skip-gram; ``full_softmax``, ``negative_sampling``   company
``recurrent``       ``rnn_step``, ``lstm_step``, ``RNN``, ``LSTM``             reading
``attention``       ``similarity``, ``softmax``, ``mix``, ``attend`` …         mixing … roles
``loop``            ``attend_loop``: attention pair by pair                    choosing
``training``        ``fit``: the training loop, with snapshots                 learning
``positions.sines`` ``sinusoidal``, and the ripple field: ``ripples``          ripples
``positions.rope``  rotary positions: ``rotary``                               ripples
``masks``           ``causal_mask``, ``padding_mask``, ``combine_masks``       masks
``transformer``     many heads, ``KeyValueCache``; blocks, stacks, models      heads … writer
``sampling``        temperature, ``keep_top_k``, ``sample``: logits to a token writer
``pretrained``      ``load_minilm``: all-MiniLM-L6-v2 in our encoder           real
``published``       ``read_published``: that model's files, verified           real
``streaming``       the online softmax: ``attend_streaming``                   cost
``former``          ``current``: what an id with a chapter's number means      any
=================== ========================================================== ==============

A call that cannot be answered ends in a ``TypeError`` or ``ValueError`` that names the argument,
the rule and what came; a docstring has a section *Raises* only for what its parameters do not tell.

Around them: ``corpora`` (what the course reads), ``experiments`` (what one chapter trains or
measures), ``plots`` (still pictures), ``figures`` (live ones), ``exercises`` (``check``),
``yours`` (a model of the reader's own functions), ``quizzes``, ``predictions``,
``misconceptions`` (what people think who answer wrong), and ``before_after`` (what is asked before
the course and after it).
"""

import lazy_loader

__version__ = "1.0.0"

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
