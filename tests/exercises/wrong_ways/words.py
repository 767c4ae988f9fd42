"""Chapters tokens to mixing."""

from collections import Counter
from itertools import pairwise

import numpy as np

from .attention import SHIFTS


def next_merge(pairs, key=lambda pair: pair, best=max):
    """An answer to tokens.2 that takes its pairs of a row, and its winner of a tie, as it is told."""

    def answer(sentences):
        times = Counter(pair for row in sentences.tolist() for pair in pairs(row))
        if not times:
            return [0, 0, 0]
        most = [pair for pair in times if times[pair] == best(times.values())]
        left, right = min(most, key=key)
        return [left, right, times[left, right]]

    return answer


def inside(row):
    return [pair for pair in pairwise(row) if 0 not in pair]


def not_overlapping(row):
    found, last = [], None
    for i, pair in enumerate(pairwise(row)):
        if 0 not in pair and not (pair[0] == pair[1] and last == (i - 1, pair)):
            found.append(pair)
            last = (i, pair)
    return found


def most_common(sentences):
    times = Counter(pair for row in sentences.tolist() for pair in inside(row))
    return [*times.most_common(1)[0][0], times.most_common(1)[0][1]] if times else [0, 0, 0]


def as_text(sentences):
    times = Counter(f"{a}{b}" for row in sentences.tolist() for a, b in inside(row))
    named = {f"{a}{b}": [a, b] for row in sentences.tolist() for a, b in sorted(inside(row))[::-1]}
    best = min(times, key=lambda text: (-times[text], named[text]), default=None)
    return [*named[best], times[best]] if times else [0, 0, 0]


def replaced(tokens, merges, size):
    text = " ".join(map(str, tokens))
    for row, (left, right) in enumerate(merges):
        text = text.replace(f"{left} {right}", str(size + 1 + row))
    return list(map(int, text.split()))


def as_bytes(tokens, merges, size):
    data = bytes(tokens.tolist())
    for row, pair in enumerate(merges.tolist()):
        data = data.replace(bytes(pair), bytes([int(size) + 1 + row]))
    return list(data)


def token_counts(sentences):
    tokens = Counter(sentences[sentences > 0].tolist())
    return [0, 0, 0] if len(tokens) < 2 else [*sorted(tokens)[:2], -tokens[min(tokens)]]


def apply_merges(order=lambda merges: merges, offset=1, skip=1, stop=None, keep_spaces=True):
    def answer(tokens, merges, size):
        tokens = [t for t in tokens.tolist() if t or keep_spaces]
        for row, pair in list(enumerate(order(merges.tolist())))[:stop]:
            i = 0
            while i < len(tokens) - 1:
                if tokens[i : i + 2] == pair:
                    tokens[i : i + 2] = [int(size) + offset + row]
                i += skip
        return tokens

    return answer


def guess(context, mean=lambda rows: rows.mean(axis=0), shift=np.max, turn=False):
    def answer(v, u, words, place, m):
        v, u = (u, v) if turn else (v, u)
        given = context(words.tolist(), int(place), int(m))
        scores = u @ (mean(v[given]) if given else np.zeros(v.shape[1]))
        grown = np.exp(scores - shift(scores))
        return grown / grown.sum()

    return answer


def window(words, p, m):
    return words[max(p - m, 0) : p] + words[p + 1 : p + m + 1]


def sigma(x):
    return 1 / (1 + np.exp(-x))


def soft(x):
    return np.logaddexp(0, x)


def cosines(word, group):
    return group @ word / np.linalg.norm(group, axis=-1) / np.linalg.norm(word)


def states(step, start=0.0, order=1, inputs=lambda x: x):
    def answer(x, W_x, W_h, b):
        h, rows = np.full(len(b), start), []
        for word in x[::order]:
            h = step(W_x @ word, W_h, h, b)
            rows.append(h)
        return np.array(rows)

    return answer


def memory(
    gate=sigma,
    squeeze=np.tanh,
    first=False,
    update=lambda c, keep, take, new: keep * c + take * new,
):
    def answer(forget, write, new):
        if first:
            forget, write, new = (x[:, None] if x.ndim == 1 else x for x in (forget, write, new))
            shape = (len(forget), -1)
            c, rows = 0.0, []
            for f, w, n in zip(forget, write, new, strict=True):
                c = update(c, gate(f), gate(w), squeeze(n))
                rows.append(c)
            return (
                np.array(rows).reshape(shape).squeeze(-1)
                if forget.shape[1] == 1
                else np.array(rows)
            )
        c, out = 0.0, np.zeros(forget.shape)
        for t in range(forget.shape[-1]):
            c = update(c, gate(forget[..., t]), gate(write[..., t]), squeeze(new[..., t]))
            out[..., t] = c
        return out

    return answer


def mend(weights, empty):
    total = weights.sum(axis=1, keepdims=True)
    return np.where(empty(weights, total), 0, weights / np.where(total == 0, 1, total))


def mixed_on_the_way(weights, vectors):
    new = vectors.copy()
    for i, row in enumerate(weights):
        new[i] = row @ new
    return new


WRONG_WAYS = {
    "tokens.2": [
        (next_merge(not_overlapping), "run_once"),
        (next_merge(lambda row: [p for p in inside(row) if p[0] != p[1]]), "equal_skipped"),
        (next_merge(inside, key=lambda pair: pair[0]), "tie_left_only"),
        (next_merge(inside, key=lambda pair: pair[1]), "tie_right"),
        (most_common, "tie_first_seen"),
        (next_merge(pairwise), "space_is_token"),
        (next_merge(lambda row: list(pairwise([t for t in row if t]))), "across_words"),
        (next_merge(lambda row: [tuple(sorted(p)) for p in inside(row)]), "order_ignored"),
        (next_merge(lambda row: set(inside(row))), "once_a_row"),
        (next_merge(inside, key=lambda pair: (-pair[0], -pair[1])), "tie_larger"),
        (next_merge(inside, best=min), ""),
        *(
            (
                next_merge(lambda row, n=n: [divmod(n * a + b, n) for a, b in inside(row)]),
                "a large vocabulary",
            )
            for n in (100, 1000)
        ),
        (token_counts, "no number may be negative"),
        (as_text, ""),
        (next_merge(inside, key=lambda pair: [str(token) for token in pair]), ""),
    ],
    "tokens.3": [
        (apply_merges(order=lambda merges: merges[::-1]), ""),
        (lambda tokens, merges, size: apply_merges()(tokens, np.sort(merges, axis=0), size), ""),
        (apply_merges(offset=0), "number_too_small"),
        (apply_merges(stop=1), "one_merge"),
        (apply_merges(skip=2), ""),
        (apply_merges(keep_spaces=False), "across_words"),
        (replaced, ""),
        (as_bytes, ""),
        (lambda *case: found if len(found := apply_merges()(*case)) > 1 else case[0].tolist(), ""),
        (apply_merges(order=lambda merges: [pair[::-1] for pair in merges]), ""),
    ],
    "company.2": [
        (guess(lambda w, p, m: w[p - m : p] + w[p + 1 : p + m + 1]), "slice_wraps"),
        (guess(lambda w, p, m: [x for x in window(w, p, m) if x != w[p]]), "word_dropped"),
        (
            guess(lambda w, p, m: [x for x in w[max(p - m, 0) : p + m + 1] if x != w[p]]),
            "word_dropped",
        ),
        (guess(window, mean=lambda rows: rows.sum(axis=0)), "summed"),
        (guess(lambda w, p, m: w[max(p - m, 0) : p + m + 1]), "center_left_in"),
        (guess(lambda w, p, m: w[max(p - m, 0) : p] + w[p + 1 : p + m]), "ends_early"),
        (guess(lambda w, p, m: list(set(window(w, p, m)))), "repeats_once"),
        (guess(lambda w, p, m: w[max(p - m, 0) : p]), "left_only"),
        (guess(window, shift=lambda s: 0), "no_max"),
        *((guess(window, shift=shift), "no_max?") for shift in SHIFTS.values()),
        (guess(lambda w, p, m: w[:p] + w[p + 1 :]), "whole_sentence"),
        (guess(lambda w, p, m: window(w, p, 1)), "next_words"),
        (guess(window, turn=True), "tables_swapped"),
        (guess(window, mean=lambda rows: rows.max(axis=0)), ""),
        (lambda v, u, words, place, m: np.full(len(u), 1 / len(u)), ""),
    ],
    "company.3": [
        (lambda h, r, n: -np.log(sigma(r @ h)) - np.log(sigma(-n @ h)).sum(), "overflow"),
        (lambda h, r, n: soft(-r @ h) + soft(-n @ h).sum(), "sign_kept"),
        (lambda h, r, n: soft(-r @ h) + soft(n @ h).mean(), "noise_mean"),
        (lambda h, r, n: -soft(-r @ h) - soft(n @ h).sum(), "negated"),
        (lambda h, r, n: soft(-r @ h), "right_only"),
        (lambda h, r, n: soft(-r @ h) - soft(n @ h).sum(), "subtracted"),
        (lambda h, r, n: soft(r @ h) + soft(n @ h).sum(), "sign_turned"),
        (lambda h, r, n: soft(r @ h) + soft(-n @ h).sum(), "sign_kept+sign_turned"),
        (lambda h, r, n: (soft(-r @ h) + soft(n @ h).sum()) / np.log(2), "log_2"),
        (lambda h, r, n: (soft(-r @ h) + soft(n @ h).sum()) / np.log(10), "log_10"),
        (lambda h, r, n: np.logaddexp2(0, -r @ h) + np.logaddexp2(0, n @ h).sum(), "base_2"),
        (lambda h, r, n: -sigma(r @ h) - sigma(-n @ h).sum(), "no_log"),
        (lambda h, r, n: sigma(r @ h) + sigma(-n @ h).sum(), "no_log"),
        (lambda h, r, n: soft(-r @ h) + soft(n @ h), "wrong shape"),
    ],
    "average.2": [
        (lambda a, b: (a * b).sum(-1), "no_lengths"),
        (lambda a, b: (a * b).sum(-1) / (np.linalg.norm(a) * np.linalg.norm(b)), "table_length"),
        (
            lambda a, b: (
                abs((a * b).sum(-1)) / np.linalg.norm(a, axis=-1) / np.linalg.norm(b, axis=-1)
            ),
            "",
        ),
        (
            lambda a, b: np.arccos(
                (a * b).sum(-1) / np.linalg.norm(a, axis=-1) / np.linalg.norm(b, axis=-1)
            ),
            "",
        ),
        (lambda a, b: a @ b / np.linalg.norm(a) / np.linalg.norm(b), ""),
        (
            lambda a, b: (
                (a * b).sum(-1)
                / np.maximum(np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1), 1e-3)
            ),
            "not yet with short vectors",
        ),
    ],
    "average.3": [
        (lambda w, f, t: cosines(w, f).mean() + cosines(w, t).mean(), "added"),
        (lambda w, f, t: cosines(w, t).mean() - cosines(w, f).mean(), "turned_round"),
        (lambda w, f, t: cosines(w, f).sum() - cosines(w, t).sum(), "summed"),
        (lambda w, f, t: cosines(w, f.mean(0)) - cosines(w, t.mean(0)), "mean_vector"),
        (lambda w, f, t: (f @ w).mean() - (t @ w).mean(), "dot_product"),
        (lambda w, f, t: cosines(w, f).max() - cosines(w, t).max(), "closest_only"),
        (lambda w, f, t: np.median(cosines(w, f)) - np.median(cosines(w, t)), ""),
        (lambda w, f, t: np.sign(cosines(w, f).mean() - cosines(w, t).mean()), ""),
        (lambda w, f, t: cosines(w, f).mean() / cosines(w, t).mean(), ""),
        (lambda w, f, t: np.concatenate([cosines(w, f), -cosines(w, t)]).mean(), ""),
        (lambda w, f, t: cosines(w, f).mean(), "fruit_only"),
        (
            lambda w, f, t: np.where(
                abs(d := cosines(w, f).mean() - cosines(w, t).mean()) < 0.01, 0, d
            ),
            "not yet where both sides are nearly as close",
        ),
    ],
    "reading.2": [
        (states(lambda x, W, h, b: np.tanh(x + W @ h) + b), "bias_outside"),
        (states(lambda x, W, h, b: x + W @ h + b), "no_tanh"),
        (states(lambda x, W, h, b: np.tanh(x + h @ W + b)), "recurrent_turned"),
        (states(lambda x, W, h, b: np.tanh(x + W @ h)), "no_bias"),
        (states(lambda x, W, h, b: np.tanh(x + W @ h + b), start=1.0), "starts_at_ones"),
        (states(lambda x, W, h, b: np.tanh(x + W @ h + b), order=-1), "read_backwards"),
        (states(lambda x, W, h, b: np.tanh(x + b)), "not_carried"),
        (states(lambda x, W, h, b: sigma(x + W @ h + b)), "sigmoid"),
        (states(lambda x, W, h, b: np.tanh(x + W @ h + b, out=h)), "last_repeated"),
        (states(lambda x, W, h, b: np.maximum(x + W @ h + b, 0)), ""),
        (states(lambda x, W, h, b: h + np.tanh(x + W @ h + b)), ""),
    ],
    "reading.3": [
        (memory(gate=lambda s: np.exp(s) / (1 + np.exp(s))), "overflow"),
        (memory(update=lambda c, keep, take, new: take * c + keep * new), "gates_swapped"),
        (memory(first=True), "first_axis"),
        (memory(gate=np.tanh), "tanh_gates"),
        (memory(squeeze=lambda s: s), "no_tanh"),
        (memory(update=lambda c, keep, take, new: (1 - keep) * c + take * new), "gate_turned"),
        (memory(update=lambda c, keep, take, new: keep * c + (1 - keep) * new), "one_gate"),
        (memory(update=lambda c, keep, take, new: keep * c + new), "memory_only_kept"),
        (memory(update=lambda c, keep, take, new: c + take * new), "never_forgets"),
        (memory(squeeze=sigma), "sigmoid_new"),
        (lambda *scores: memory()(*scores)[..., -1:] * np.ones(scores[0].shape), "last_repeated"),
        (
            memory(gate=lambda s: np.where(sigma(s) > 0.99, 1, sigma(s))),
            "not yet with two sentences",
        ),
        (
            memory(gate=lambda s: np.where(sigma(s) < 0.01, 0, sigma(s))),
            "not yet with two sentences",
        ),
    ],
    "mixing.2": [
        (lambda w, v: abs(w) @ v, "not yet with a negative weight"),
        (lambda w, v: w / abs(w).sum(1, keepdims=True) @ v, "not yet with a negative weight"),
        (lambda w, v: np.maximum(w, 0) @ v, "not yet with a negative weight"),
        (lambda w, v: w.T @ v, "transposed"),
        (lambda w, v: v + w @ v, "old_added"),
        (lambda w, v: v.T @ w.T, "result_turned"),
        (lambda w, v: w[0] @ v, "first_row_only"),
        (mixed_on_the_way, "mid_update"),
        (lambda w, v: w @ v / len(v), ""),
        (lambda w, v: w * v, ""),
    ],
    "mixing.3": [
        (
            lambda w: mend(w, lambda w, total: (w == 0).any(1, keepdims=True)),
            "not yet with a zero in a row",
        ),
        (lambda w: mend(w, lambda w, total: total < 1e-4), "not yet with a row of tiny weights"),
        (lambda w: w / (w.sum(1, keepdims=True) + 1e-8), "not yet with a row of tiny weights"),
        (lambda w: w / (w.sum(1, keepdims=True) + 1e-3), ""),
        (
            lambda w: np.where(
                abs(w.sum(1, keepdims=True) - 1) < 0.01,
                w,
                np.nan_to_num(w / w.sum(1, keepdims=True)),
            ),
            "",
        ),
        (lambda w: w / w.sum(1, keepdims=True), "zeros_divided"),
        (lambda w: np.nan_to_num(w / w.sum(0)), "columns"),
        (lambda w: w / w.sum(), "whole_table"),
        (lambda w: np.exp(w) / np.exp(w).sum(1, keepdims=True), "softmax"),
        (lambda w: np.where(w > 0, w, 1e-3) / np.where(w > 0, w, 1e-3).sum(1, keepdims=True), ""),
    ],
}
