"""Chapters block to 16."""

import numpy as np

from .attention import SHIFTS, careless


def norm(x, eps=0.0, axis=-1, ddof=0, root=np.sqrt, after=0.0):
    mean, variance = x.mean(axis, keepdims=True), x.var(axis, ddof=ddof, keepdims=True)
    return (x - mean) / (root(variance + eps) + after)


NORMS = [
    ({"axis": 0}, "over_words"),
    ({"axis": -2}, "over_words"),
    ({"ddof": 1}, "n_minus_1"),
    ({"root": lambda x: x}, "not_rooted"),
]


def network(relu=lambda h: np.maximum(h, 0), first=1, last=1):
    return lambda x, W_1, b_1, W_2, b_2: relu(x @ W_1 + first * b_1) @ W_2 + last * b_2


def second_half(
    skip=lambda x, change: x + change, relu=lambda h: np.maximum(h, 0), eps=1e-5, **slip
):
    def answer(x, W_1, b_1, W_2, b_2):
        return skip(x, relu(norm(x, eps, **slip) @ W_1 + b_1) @ W_2 + b_2)

    return answer


def rms(x, eps=0.0, axis=-1, mean=np.mean, root=np.sqrt, after=0.0):
    return x / (root(mean(x**2, axis=axis, keepdims=True) + eps) + after)


def sigmoid(z):
    return 1 / (1 + np.exp(-z))


def silu(z):
    return z * sigmoid(z)


def gated(bend=silu, joined=lambda gate, up: gate * up):
    return lambda x, gate, up, down: joined(bend(x @ gate), x @ up) @ down


def gelu(z):
    return z / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (z + 0.044715 * z**3)))


def softmax(s, top=None):
    grown = np.exp(s - (s.max(-1, keepdims=True) if top is None else top))
    return grown / grown.sum(-1, keepdims=True)


def top_k(
    hidden=-np.inf,
    kept=lambda k: k,
    scale=lambda s, t: s / t,
    share=softmax,
    pick=lambda s: np.argsort(-s),
):
    def answer(scores, temperature, k):
        out = np.full(scores.shape, hidden)
        for row, best in zip(range(len(scores)), pick(scores), strict=True):
            out[row, best[: kept(int(k))]] = scale(scores, temperature)[row, best[: kept(int(k))]]
        return share(out)

    return answer


def first_text(hidden):
    def answer(scores, temperature, k):
        kept = scores >= np.sort(scores[0])[-int(k)]
        return softmax(np.where(kept, scores / temperature, hidden))

    return answer


def below(rank):
    def answer(scores, temperature, k):
        return softmax(np.where(rank(scores) < k, scores / temperature, -np.inf))

    return answer


def perplexity(logs, mean=np.mean, sign=-1, rows=slice(None, -1), came=slice(1, None)):
    def answer(scores, ids):
        guessed, came_ids = logs(scores[:, rows]), ids[:, came].astype(int)
        found = np.take_along_axis(guessed, came_ids[..., None], -1)[..., 0]
        return np.exp(sign * mean(found))

    return answer


def log_softmax(s):
    s = s - s.max(-1, keepdims=True)
    return s - np.log(np.exp(s).sum(-1, keepdims=True))


def merge(top, fade=lambda own, top: np.exp(own - top)):
    def answer(ta, sa, ma, tb, sb, mb):
        both = top(ta, tb)
        a, b = fade(ta, both) * np.ones_like(ta), fade(tb, both) * np.ones_like(tb)
        return (ma * a[:, None] + mb * b[:, None]) / (sa * a + sb * b)[:, None]

    return answer


def grouped(
    group=lambda h, n_heads, n_groups: h // (n_heads // n_groups),
    scale=lambda q: np.sqrt(q.shape[2]),
    share=softmax,
    turn=lambda k: k.T,
):
    def answer(q, k, v):
        places = [group(h, len(q), len(k)) for h in range(len(q))]
        scores = np.stack(list(map(np.matmul, q, map(turn, k[places]))))
        return share(scores / scale(q)) @ v[places]

    return answer


def over(axis):
    return lambda s: np.swapaxes(softmax(np.swapaxes(s, axis, -1)), axis, -1)


def blocks(need, count=lambda n: -(-n // 4)):
    def answer(mask):
        out = np.zeros((count(mask.shape[0]), count(mask.shape[1])))
        for i in range(len(out)):
            for j in range(out.shape[1]):
                out[i, j] = need(mask[4 * i : 4 * i + 4, 4 * j : 4 * j + 4])
        return out

    return answer


WRONG_WAYS = {
    "bend.2": [
        (network(relu=lambda h: h), "no_bend"),
        (network(relu=abs), "flipped"),
        (network(relu=np.tanh), ""),
        (network(relu=lambda h: np.minimum(h, 0)), ""),
        (network(first=0), "no_first_constant"),
        (network(last=0), "no_last_constant"),
        (network(first=0, last=0), "no_constants"),
        (lambda x, *given: network(relu=lambda h: h)(np.maximum(x, 0), *given), "bent_first"),
        (lambda x, *given: np.maximum(network()(x, *given), 0), "bent_last"),
        (lambda x, *given: np.maximum(network(lambda h: h)(x, *given), 0), "no_bend+bent_last"),
        (lambda x, W_1, b_1, W_2, b_2: (np.maximum(x @ W_1, 0) + b_1) @ W_2 + b_2, "constant_late"),
    ],
    "block.2": [
        *[(lambda x, g, b, e, s=s: norm(x, e, **s) * g + b, name) for s, name in NORMS],
        (lambda x, g, b, e: norm(x, e) + b, "no_gain"),
        (lambda x, g, b, e: norm(x, e) * g, "no_shift"),
        (lambda x, g, b, e: norm(x, e), "no_learned"),
        (lambda x, g, b, e: (norm(x, e) + b) * g, "shift_first"),
        (lambda x, g, b, e: norm(x) * g + b, "no_eps"),
        (lambda x, g, b, e: norm(x, after=e) * g + b, "eps_outside"),
        (lambda x, g, b, e: (x - x.mean(-1, keepdims=True)) * g + b, ""),
        (lambda x, g, b, e: norm(x, 1e-5) * g + b, ""),
        (lambda x, g, b, e: norm(x, e, axis=1) * g + b, "not yet with a batch axis"),
        (lambda x, g, b, e: norm(x, e) * np.abs(g) + b, ""),
    ],
    "block.3": [
        *[(second_half(**s), name) for s, name in NORMS],
        (second_half(eps=0.0), "no_eps"),
        (second_half(skip=lambda x, change: change), "no_skip"),
        (second_half(skip=lambda x, change: norm(x, 1e-5) + change), "skip_after_norm"),
        (second_half(skip=lambda x, change: norm(x + change, 1e-5)), ""),
        (second_half(relu=lambda h: h), "no_relu"),
        (second_half(relu=np.tanh), ""),
        (second_half(relu=abs), ""),
    ],
    "block.5": [
        (lambda x, g, e: norm(x, e) * g, "mean_taken"),
        (lambda x, g, e: x / np.sqrt(x.var(-1, keepdims=True) + e) * g, "variance_below"),
        (lambda x, g, e: x / (x.std(-1, keepdims=True) + e) * g, "variance_below+eps_outside"),
        (lambda x, g, e: (x - x.mean(-1, keepdims=True)) / np.sqrt((x**2).mean(-1, keepdims=True) + e) * g, ""),
        (lambda x, g, e: rms(x, e, mean=np.sum) * g, "summed"),
        (lambda x, g, e: x / np.linalg.norm(x, axis=-1, keepdims=True) * g, "summed+no_eps"),
        (lambda x, g, e: rms(x, e, root=lambda s: s) * g, "not_rooted"),
        (lambda x, g, e: rms(x, e, axis=0) * g, "over_words"),
        (lambda x, g, e: rms(x, e, axis=-2) * g, "over_words"),
        (lambda x, g, e: rms(x, e, axis=1) * g, "not yet with a batch axis"),
        (lambda x, g, e: rms(x, e, axis=None) * g, "over_all"),
        (lambda x, g, e: rms(x) * g, "no_eps"),
        (lambda x, g, e: rms(x, after=e) * g, "eps_outside"),
        (lambda x, g, e: rms(x, 1e-5) * g, ""),
        (lambda x, g, e: rms(x, e), "no_gain"),
        (lambda x, g, e: rms(x, e) * abs(g), ""),
        (lambda x, g, e: rms(x, e) * (1 + g), ""),
        (lambda x, g, e: x / np.sqrt(x.mean(-1, keepdims=True) ** 2 + e) * g, ""),
        (lambda x, g, e: x / (abs(x).mean(-1, keepdims=True) + e) * g, ""),
    ],
    "block.6": [
        (gated(sigmoid), "sigmoid_alone"),
        (gated(lambda z: np.maximum(z, 0)), "relu"),
        (gated(lambda z: z / (1 + np.exp(z))), "sign_turned"),
        (gated(lambda z: z * np.exp(z) / (1 + np.exp(z))), "inf_by_inf"),
        (gated(joined=lambda gate, up: gate + up), "summed"),
        (gated(joined=lambda gate, up: gate), "no_up"),
        (gated(lambda z: z, lambda z, up: silu(z * up)), "silu_last"),
        (lambda x, gate, up, down: gated()(x, up, gate, down), "wrong_branch"),
        (lambda x, gate, up, down: gated()(x, gate.T, up.T, down.T), "transposed"),
        (gated(np.tanh), ""),
        (gated(gelu), ""),
        (gated(lambda z: z), ""),
        (gated(joined=lambda gate, up: gate * silu(up)), ""),
        (lambda x, *matrices: x + gated()(x, *matrices), ""),
    ],
    "writer.2": [
        (top_k(-100.0), "minus_100"),
        (top_k(-1e4), "minus_100"),
        (top_k(0.0), "zeros_for_scores"),
        (top_k(kept=lambda k: k + 1), "one_more"),
        (top_k(kept=lambda k: k - 1), "one_less"),
        (top_k(pick=lambda s: np.argsort(s)), "smallest"),
        (below(lambda s: np.argsort(-s)), "order_as_rank"),
        (below(lambda s: np.argsort(s)), ""),
        (below(lambda s: 0 * s), "all_kept"),
        (top_k(scale=lambda s, t: s * t), "multiplied"),
        (top_k(scale=lambda s, t: s), "no_temperature"),
        (top_k(share=lambda s: softmax(s, 0.0)), "no_max"),
        (top_k(share=lambda s: softmax(s, s.max())), "not yet with large scores"),
        *careless(lambda share: top_k(share=share)),
        (top_k(scale=lambda s, t: s / max(t, 0.5)), ""),
        *((first_text(hidden), "first_text_decides") for hidden in (-np.inf, -1e9, -1e30)),
        (lambda s, t, k: np.where(np.argsort(np.argsort(-s)) < k, softmax(s / t), 0), "not_renormalized"),
    ],
    "writer.3": [
        (perplexity(lambda s: np.log(softmax(s))), "log_of_softmax"),
        (perplexity(lambda s: np.log(softmax(s) + 1e-9)), "little_added"),
        (perplexity(log_softmax, sign=1), "no_minus"),
        (perplexity(log_softmax, mean=lambda x: x.sum() / (x.size + len(x))), "divided_by_T"),
        (perplexity(log_softmax, mean=np.sum), "summed"),
        (perplexity(log_softmax, rows=slice(None), came=slice(None)), "not_shifted"),
        (perplexity(log_softmax, rows=slice(1, None), came=slice(None, -1)), "shifted_back"),
        (perplexity(lambda s: s - np.log(np.exp(s).sum(-1, keepdims=True))), "no_max"),
        *((perplexity(lambda s, top=top: s - top(s) - np.log(np.exp(s - top(s)).sum(-1, keepdims=True))), "")
            for top in SHIFTS.values()),
        (perplexity(lambda s: s - s.max() - np.log(np.exp(s - s.max()).sum(-1, keepdims=True))), ""),
        (lambda s, ids: np.log(perplexity(log_softmax)(s, ids)), "loss_alone"),
        (perplexity(log_softmax, mean=np.median), ""),
    ],
    "real.2": [
        (lambda w: np.array([head[-1, -2] for head in w]), "last_piece"),
        (lambda w: w[:, -1, -1], "itself+last_piece"),
        (lambda w: np.diagonal(w, -1, 1, 2).sum(1) / w.shape[1], "row_too_many"),
        (lambda w: np.diagonal(w, 1, 1, 2).mean(1), "one_ahead"),
        (lambda w: np.diagonal(w, 0, 1, 2).mean(1), "itself"),
        (lambda w: np.diagonal(w, -1, 1, 2).mean(), "heads_together"),
        (lambda w: np.median(np.diagonal(w, -1, 1, 2), axis=1), ""),
    ],
    "real.3": [
        (lambda v, m: v.mean(1) / np.linalg.norm(v.mean(1), axis=1, keepdims=True), "padding_counted"),
        (lambda v, m: (v * m[..., None]).sum(1) / m.sum(1, keepdims=True), "not_normalized"),
        (lambda v, m: v[:, 0] / np.linalg.norm(v[:, 0], axis=1, keepdims=True), "first_piece"),
        (lambda v, m: (v * m[..., None]).sum(1) / abs((v * m[..., None]).sum(1)).sum(1, keepdims=True), ""),
        (lambda v, m: (v * m[..., None]).sum(1) / np.linalg.norm((v * m[..., None]).sum(1)), "table_length"),
    ],
    "cost.2": [
        (merge(lambda a, b: np.maximum(a, b).max()), "one_top"),
        (merge(lambda a, b: np.maximum(a, b), lambda own, top: 1.0), "no_fade"),
        (merge(lambda a, b: np.maximum(a, b), lambda own, top: np.exp(top - own)), "turned_fade"),
        (merge(lambda a, b: 0.0), "raw_powers"),
        (merge(lambda a, b: np.minimum(a, b)), ""),
        (lambda ta, sa, ma, tb, sb, mb: (ma / sa[:, None] + mb / sb[:, None]) / 2, "mean_of_answers"),
        (lambda ta, sa, ma, tb, sb, mb: np.where((ta > tb)[:, None], ma / sa[:, None], mb / sb[:, None]), ""),
        (merge(np.maximum, lambda own, top: np.where(top - own > 7, 0, np.exp(own - top))), ""),
    ],
    "cost.3": [
        (blocks(np.any, count=lambda n: n // 4 + 1), "not yet where 4 divides a side"),
        (blocks(lambda part: (part > 0).any()), "not yet with negative numbers"),
        (blocks(lambda part: part.sum() != 0), "not yet where the numbers of a block cancel out"),
        (blocks(lambda part: part.sum() > 0), "not yet with negative numbers and where the "
            "numbers of a block"),
        (blocks(lambda part: part.max() > 0), "not yet with negative numbers"),
        (blocks(lambda part: part.astype(int).any()), "not yet with numbers between −1 and 1"),
        (blocks(lambda part: np.round(part).any()), "not yet with numbers between −1 and 1"),
        (blocks(np.any, count=lambda n: n // 4), "last_part_dropped"),
        (blocks(lambda part: (np.abs(part) > 1e-3).any()), "not yet with numbers between −1 and 1"),
        (blocks(lambda part: not np.allclose(part, 0)), "not yet with numbers between −1 and 1"),
        (blocks(np.all), "only_full_blocks"),
        (blocks(np.max), "every number is 0 or 1"),
        (blocks(np.count_nonzero), "pairs_counted"),
        (lambda mask: blocks(np.any)(mask).T, "turned"),
        (lambda mask: blocks(np.any)(np.tri(*mask.shape)), "causal_taken_for_granted"),
    ],
    "cost.5": [
        (grouped(lambda h, n_heads, n_groups: h % n_groups), "by_remainder"),
        (grouped(lambda h, n_heads, n_groups: h // n_groups), "by_groups"),
        (grouped(lambda h, n_heads, n_groups: 0), "first_group"),
        (grouped(lambda h, n_heads, n_groups: n_groups - 1), ""),
        (grouped(lambda h, n_heads, n_groups: h % (n_heads // n_groups)), ""),
        (grouped(scale=lambda q: 1.0), "no_scale"),
        (grouped(scale=lambda q: q.shape[2]), "by_d"),
        (grouped(scale=lambda q: np.sqrt(len(q))), "by_heads"),
        (grouped(scale=lambda q: np.sqrt(q.shape[1])), ""),
        (grouped(turn=lambda k: k.reshape(k.shape[::-1])), "reshaped"),
        (grouped(share=lambda s: softmax(s, 0.0)), "no_max"),
        (grouped(share=lambda s: softmax(s, s.max())), "not yet with large scores"),
        *careless(lambda share: grouped(share=share)),
        (grouped(share=over(1)), "over_queries"),
        (grouped(share=over(0)), "over_heads"),
        (grouped(share=lambda s: s), ""),
        (lambda q, k, v: grouped()(q, k.mean(0)[None], v.mean(0)[None]), ""),
        (lambda q, k, v: grouped()(q.reshape(len(k), -1, *q.shape[1:]).mean(1), k, v), ""),
        (lambda q, k, v: grouped()(q, np.tile(k, (len(q) // len(k), 1, 1)), v), ""),
        (lambda q, k, v: grouped()(
            q, *(np.tile(x, (len(q) // len(k), 1, 1)) for x in (k, v))), "by_remainder"),
    ],
}  # fmt: skip
