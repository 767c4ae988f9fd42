"""Chapters choosing to across: one attention with a place for each slip, used in all exercises that are made
of it.
"""

import numpy as np

ROW = lambda s: s.max(-1, keepdims=True)  # noqa: E731


def softmax(s, shift=ROW, axis=-1):
    grown = np.exp(s - shift(s))
    return grown / grown.sum(axis=axis, keepdims=True)


def down(s):
    """The softmax over the queries."""
    return softmax(s, lambda s: s.max(-2, keepdims=True), axis=-2)


def none(s):
    return 0.0


def whole(s):
    return s.max()


def turn(k):
    return np.swapaxes(k, -1, -2)


def flat(k):
    return k.reshape(*k.shape[:-2], k.shape[-1], k.shape[-2])


def mix(q, k, v, *, hide=None, scale=None, turned=turn, share=softmax):
    scores = q @ turned(k)
    scores = scores / (np.sqrt(q.shape[-1]) if scale is None else scale(q, k))
    return share(scores if hide is None else hide(scores)) @ v


SCALES = {
    "no_scale": lambda q, k: 1.0,
    "by_d": lambda q, k: q.shape[-1],
    "by_words": lambda q, k: np.sqrt(k.shape[-2]),
}
SHARES = {
    "no_max": lambda s: softmax(s, none),
    "": lambda s: softmax(s, whole),  # one maximum for all rows
    "no_softmax": lambda s: s,
}


def finite(s):
    return np.where(np.isfinite(s), s, np.nan)


def in_size(s):
    return np.nanmax(np.abs(finite(s)), axis=-1, keepdims=True)


SHIFTS = {
    "in size": in_size,
    "mean": lambda s: np.nanmean(finite(s), axis=-1, keepdims=True),
    "at least 0": lambda s: np.maximum(ROW(s), 0),
    "above 700": lambda s: np.where(ROW(s) > 700, ROW(s), 0),
}
CARELESS = {
    **{name: lambda s, shift=shift: softmax(s, shift) for name, shift in SHIFTS.items()},
    "cut off": lambda s: softmax(np.minimum(s, 700)),
    "smaller": lambda s: softmax(np.where(in_size(s) > 500, s / 10, s)),
    "small weights lost": lambda s: np.where(softmax(s) < 1e-3, 0, softmax(s)),
}


def careless(make, *but):
    """Answers with a softmax that is right for some scores only."""
    return [(make(share), "no_max?") for name, share in CARELESS.items() if name not in but]


def own(E, W_q, W_k, W_v, **slip):
    return mix(E @ W_q, E @ W_k, E @ W_v, **slip)


def other(x, memory, W_q, W_k, W_v, **slip):
    return mix(x @ W_q, memory @ W_k, memory @ W_v, **slip)


def weights(q, k, *, scale=None, turned=turn, share=softmax):
    return share(q @ turned(k) / (np.sqrt(q.shape[-1]) if scale is None else scale(q, k)))


def answering(q, k, **slip):
    """The slopes of weights, for their dot products."""
    w = weights(q, k, **slip)
    return w * (1 - w) / (slip["scale"](q, k) if "scale" in slip else np.sqrt(q.shape[-1]))


def too_late(q, k):
    """Divided after the softmax."""
    root = np.sqrt(q.shape[-1])
    return answering(q, k, share=lambda s: softmax(s * root) / root)


def padded(hidden, mask=lambda real: real[None, :], **slip):
    def answer(q, k, v, real):
        return mix(q, k, v, hide=lambda s: np.where(mask(real) == 1, s, hidden), **slip)

    return answer


def causal(hidden=-np.inf, mask=lambda T: np.tril(np.ones((T, T))), **slip):
    def answer(q, k, v):
        return mix(q, k, v, hide=lambda s: np.where(mask(s.shape[-1]) == 1, s, hidden), **slip)

    return answer


def across(hidden=-np.inf, mask=lambda real: real[:, None, :], **slip):
    def answer(x, memory, real, W_q, W_k, W_v):
        def hide(s):
            return np.where(mask(real) == 1, s, hidden)

        return other(x, memory, W_q, W_k, W_v, hide=hide, **slip)

    return answer


def times_real(real):
    """Hidden after the softmax, and what is left made to sum to 1 again."""

    def share(s):
        kept = softmax(s) * real
        return kept / kept.sum(-1, keepdims=True)

    return share


def heads(combine=lambda found: found.sum(0), swap=False, axis=-1, **slip):
    def answer(x, W_q, W_k, W_v, W_o):
        q, k = (x @ W_k, x @ W_q) if swap else (x @ W_q, x @ W_k)
        return combine(mix(q, k, x @ W_v, **slip) @ W_o)

    return answer


def loss(scores, right, logs, mean=lambda each: each.sum(1).mean()):
    return -mean(right * logs(scores))


def log_softmax(s):
    s = s - ROW(s)
    return s - np.log(np.exp(s).sum(-1, keepdims=True))


def step(head, new, right, rate, *, share=softmax, sign=-1, over=len):
    return head + sign * rate * new.T @ (share(new @ head) - right) / over(new)


def codes(places, D, base, power=lambda i, D: 2 * i / D, first=np.sin, second=np.cos):
    angles = places[..., None] / base ** power(np.arange(D // 2), D)
    return np.stack([first(angles), second(angles)], -1).reshape(*places.shape, -1)


def place_codes(size=lambda d, n: d, power=lambda i, D: 2 * i / D, base=lambda b: b, **slip):
    def answer(places, d_model, base_given):
        N = places.shape[1]
        rows = codes(
            places, d_model // N, base(base_given), lambda i, D: power(i, size(D, N)), **slip
        )
        return rows.reshape(len(places), -1)

    return answer


WRONG_WAYS = {
    "choosing.2": [
        (lambda s: softmax(s, none), "no_max"),
        (lambda s: softmax(s, whole), "table_max"),
        (lambda s: softmax(s, lambda s: s.max(0), axis=0), "wrong_axis"),
        (lambda s: np.exp(s) / np.exp(s).sum(-1), "no_max+no_keepdims"),
        (lambda s: np.exp(s - s.max()) / np.exp(s - s.max()).sum(), "table_max+table_total"),
        (np.exp, "no_max+not_divided"),
        (lambda s: softmax(s, lambda s: s[..., :1]), "first_score"),
        (lambda s: softmax(s, lambda s: s.min(-1, keepdims=True)), ""),
        (lambda s: softmax(s, lambda s: s.mean(-1, keepdims=True)), ""),
        (lambda s: softmax(np.clip(s, -700, 700), none), "not yet with large scores"),
        (lambda s: softmax(s / np.sqrt(s.shape[-1])), ""),
        (lambda s: np.exp(s - ROW(s)), "not_divided"),
        (lambda s: softmax(-s), "negated"),
        (lambda s: np.exp2(s - ROW(s)) / np.exp2(s - ROW(s)).sum(-1, keepdims=True), ""),
        *careless(lambda share: share),
        (lambda s: softmax(s) if s.ndim < 3 else np.stack([softmax(s[0])] * len(s)), "not yet with a stack of tables"),
    ],
    "choosing.3": [
        (lambda E: softmax(E @ (E if len(E) == E.shape[1] else E.T)) @ E, ""),
        (lambda E: softmax(E @ E.T, none) @ E, "no_max"),
        (lambda E: softmax(E @ E.T, whole) @ E, "not yet with large scores"),
        (lambda E: softmax(E @ E.T / np.sqrt(E.shape[1])) @ E, "scaled"),
        (lambda E: E + softmax(E @ E.T) @ E, "old_added"),
        (lambda E: E @ E.T @ E, "raw_scores"),
        (lambda E: softmax(E @ E.T), "weights_returned"),
        (lambda E: softmax(E @ E.T).T @ E, "wrong_axis"),
        (lambda E: softmax(E @ E) @ E, ""),
        (lambda E: E @ softmax(E.T @ E), "dimensions_compared"),
        (lambda E: (softmax(E.T @ E) @ E.T).T, "dimensions_compared"),
        # a score of a word with itself is never below 0
        *careless(lambda share: lambda E: share(E @ E.T) @ E, "at least 0", "above 700"),
    ],
    "jobs.2": [
        (lambda v, s: s[:, None] * (v @ v.T), "asker_only"),
        (lambda v, s: s * (v @ v.T), "answer_only"),
        (lambda v, s: s[:, None] ** 2 * (v @ v.T), ""),
        (lambda v, s: abs(s)[:, None] * abs(s) * (v @ v.T), ""),
        (lambda v, s: (v * s) @ (v * s).T, ""),
        (lambda v, s: (v * s if v.shape[1] == len(s) else v * s[:, None]) @ (v * s[:, None]).T, ""),
        (lambda v, s: np.outer(s, s) * (abs(np.outer(s, s)) > 1e-2) * (v @ v.T), ""),
    ],
    "jobs.3": [
        (lambda v, W: softmax(v @ W @ v), "not_transposed"),
        (lambda v, W: softmax(v @ W.T @ v.T), "transposed"),
        (lambda v, W: softmax(v @ (v @ W).T), "transposed"),
        (lambda v, W: softmax(v @ W @ v.T / np.sqrt(v.shape[1])), "scaled"),
        (lambda v, W: softmax(v @ W @ v.T, none), "no_max"),
        (lambda v, W: softmax(v @ W @ v.T, whole), "not yet with large scores"),
        *careless(lambda share: lambda v, W: share(v @ W @ v.T)),
        (lambda v, W: v @ W @ v.T, "no_softmax"),
        (lambda v, W: softmax(v @ W @ v.T) @ v, "mixed"),
        (lambda v, W: softmax((v @ W) @ (v @ W).T), "both_sides"),
    ],
    "roles.2": [
        *[(lambda q, k, s=s: weights(q, k, scale=s), name) for name, s in SCALES.items()],
        *[(lambda q, k, s=s: weights(q, k, share=s), name) for name, s in SHARES.items()],
        *careless(lambda share: lambda q, k: weights(q, k, share=share)),
        (lambda q, k: weights(q, k, turned=flat), "reshaped"),
        (lambda q, k: weights(q, k, turned=lambda k: k), "not_transposed"),
        (lambda q, k: weights(q, k, turned=lambda k: k.T), "with a batch axis"),
        (lambda q, k: weights(q, k, scale=lambda q, k: np.sqrt(q.shape[1])), "not yet with a batch axis"),
        (lambda q, k: weights(q, k, share=down), "over_queries"),
    ],
    "roles.3": [
        *[(lambda *a, s=s: own(*a, scale=s), name) for name, s in SCALES.items()],
        *[(lambda *a, s=s: own(*a, share=s), name) for name, s in SHARES.items()],
        *careless(lambda share: lambda *a: own(*a, share=share)),
        (lambda *a: own(*a, turned=lambda k: k), "not_transposed"),
        (lambda E, W_q, W_k, W_v: own(E, W_k, W_q, W_v), "roles_swapped"),
        (lambda E, W_q, W_k, W_v: mix(E @ W_q, E @ W_k, E), "values_raw"),
        (lambda E, *W: own(E, *W, scale=lambda q, k: np.sqrt(E.shape[1])), "by_width"),
        (lambda E, *W: own(E, *W, share=down), "over_queries"),
    ],
    "downhill.2": [
        (lambda *a: step(*a, share=lambda s: softmax(s, none)), "no_max"),
        (lambda *a: step(*a, share=lambda s: softmax(s, whole)), "no_max"),
        *careless(lambda share: lambda *a: step(*a, share=share)),
        (lambda h, n, r, rate: h - np.clip(h - step(h, n, r, rate), -rate, rate), ""),
        (lambda *a: step(*a, sign=1), "uphill"),
        (lambda *a: step(*a, over=lambda new: 1), "summed"),
        (lambda h, n, r, rate: step(h, n, r, 1.0), "no_rate"),
        (lambda h, n, r, rate: step(h, n, r, rate) - h, ""),
        (lambda *a: step(*a, over=np.size), ""),
        (lambda h, n, r, rate: step(h, n, 0 * r, rate), "not_minus_right"),
    ],
    "learning.1": [
        (lambda s, r: loss(s, r, lambda s: np.log(softmax(s))), "logs_of_softmax"),
        (lambda s, r: -np.log((softmax(s) * r).sum(1)).mean(), "logs_of_softmax"),
        (lambda s, r: loss(s, r, lambda s: np.log(softmax(s) + 1e-9)), ""),
        (lambda s, r: loss(s, r, log_softmax, np.mean), "over_all_entries"),
        (lambda s, r: loss(s, r, log_softmax, np.sum), "summed"),
        (lambda s, r: -loss(s, r, log_softmax), "uphill"),
        (lambda s, r: loss(s, r, lambda s: s - np.log(np.exp(s).sum(1, keepdims=True))), "no_max"),
        (lambda s, r: loss(s, r, log_softmax, lambda each: each.sum(1)), "not_averaged"),
        (lambda s, r: loss(s, r, softmax), "not_logs"),
        (lambda s, r: loss(s, r, lambda s: s - s.max() - np.log(np.exp(s - s.max()).sum(1, keepdims=True))), "no_max"),
    ],
    "learning.2": [
        *[(padded(-np.inf, scale=s), name) for name, s in SCALES.items() if name != "by_d"],
        (padded(-np.inf, scale=SCALES["by_d"]), "scaled_by_d"),
        (padded(-np.inf, share=SHARES["no_max"]), "no_max"),
        (padded(-np.inf, share=SHARES[""]), "not yet with large scores"),
        *careless(lambda share: padded(-np.inf, share=share)),
        (padded(-100.0), "minus_100"),
        (padded(-1e3), "minus_100"),
        (padded(-1e4), "minus_100"),
        (padded(-np.inf, scale=lambda q, k: np.sqrt(len(q))), "by_words"),
        (padded(0.0), "zero_score"),
        (padded(-np.inf, lambda real: 1 - real), "padding_kept"),
        (padded(-1e9, lambda real: 1 - real), "padding_kept"),
        (padded(-np.inf, lambda real: real[:, None]), "rows_hidden"),
        (padded(-1e9, lambda real: real[:, None]), "rows_hidden"),
        (lambda q, k, v, real: mix(q, k, v, share=lambda s: softmax(s) * real), "after_softmax"),
        (lambda q, k, v, real: mix(q, k, v, share=times_real(real)), "not yet with large scores"),
        (lambda q, k, v, real: mix(q, k, v, hide=lambda s: s + (1 - real) * -np.inf), "every number is nan"),
        (lambda q, k, v, real: mix(q, k, v, hide=lambda s: s * np.where(real == 1, 1, -np.inf)), ""),
        (lambda q, k, v, real: mix(q, k[: int(real.sum())], v[: int(real.sum())]), ""),
        (padded(-np.inf, share=down), "every number is nan"),
        (padded(-1e9, share=down), "wrong_axis"),
    ],
    "scale.2": [
        *[(lambda q, k, s=s: answering(q, k, scale=s), name) for name, s in SCALES.items()],
        (lambda q, k: answering(q, k, share=SHARES["no_max"]), "no_max"),
        (lambda q, k: answering(q, k, share=SHARES[""]), "not yet with large scores"),
        (lambda q, k: answering(q, k, share=down), "over_queries"),
        (lambda q, k: answering(q, k, scale=lambda q, k: np.sqrt(2)), "fixed"),
        (weights, "weights_returned"),
        (lambda q, k: answering(q, k) * np.sqrt(q.shape[-1]), "of_scaled"),
        (lambda q, k: answering(q, k) / np.sqrt(q.shape[-1]), ""),
        (too_late, "after_softmax"),
        (lambda q, k: 1 - weights(q, k), ""),
        (lambda q, k: weights(q, k) ** 2 / np.sqrt(q.shape[-1]), ""),
        (lambda q, k: -weights(q, k) * (1 - weights(q, k)), ""),
    ],
    "ripples.2": [
        (place_codes(base=lambda b: 10000.0), "base_10000"),
        (lambda places, d, base: place_codes()(np.abs(places), d, base), "sign_lost"),
        (place_codes(size=lambda d, n: d * n), "by_d_model"),
        (place_codes(power=lambda i, D: i / D), "no_2"),
        (place_codes(power=lambda i, D: 2 * (i + 1) / D), "counted_from_1"),
        (place_codes(power=lambda i, D: -2 * i / D), "multiplied"),
        (place_codes(first=np.cos, second=np.sin), "cosine_first"),
        (place_codes(first=lambda a: np.sin(np.deg2rad(a)), second=lambda a: np.cos(np.deg2rad(a))), "degrees"),
        (lambda places, d, base: place_codes()(places[:, :3], d, base)[:, :d], ""),
        (lambda places, d, base: codes(places[:, 0], d, base), "not yet for places of several coordinates"),
        (lambda places, d, base: 2 * place_codes()(places, d, base), "every number lies between -1 and 1"),
    ],
    "ripples.3": [
        (lambda v, c: v + c[: v.shape[-2]], "not_scaled"),
        (lambda v, c: v * v.shape[-1] + c[: v.shape[-2]], "scaled_by_d"),
        (lambda v, c: v * v.shape[-1] ** 0.5 + c[1 : v.shape[-2] + 1], "from_1"),
        (lambda v, c: (v + c[: v.shape[-2]]) * v.shape[-1] ** 0.5, "sum_scaled"),
        (lambda v, c: v * v.shape[1] ** 0.5 + c[: v.shape[-2]], "not yet with a batch axis"),
        (lambda v, c: v * v.shape[-1] ** 0.5 + c[: len(v)], "with a batch axis"),
    ],
    "heads.2": [
        (lambda h: h.reshape(h.shape[1], -1), "no_transpose"),
        (lambda h: h.transpose(1, 2, 0).reshape(h.shape[1], -1), "interleaved"),
        (lambda h: h.sum(0), "summed"),
        (lambda h: np.concatenate(list(h)), "along_tokens"),
        (lambda h: h.transpose(1, 0, 2), "wrong shape"),
    ],
    "heads.3": [
        *[(heads(scale=s), name) for name, s in SCALES.items()],
        *[(heads(share=s), name or "no_max") for name, s in SHARES.items()],
        *careless(lambda share: heads(share=share)),
        (heads(combine=lambda found: found[0]), "one_head"),
        (heads(combine=lambda found: found.mean(0)), "averaged"),
        (heads(swap=True), "roles_swapped"),
        (heads(turned=flat), "reshaped"),
        (lambda x, *W: x + heads()(x, *W), "old_added"),
        (heads(share=lambda s: softmax(s, lambda s: s.max(0), axis=0)), "over_heads"),
        (heads(combine=lambda found: np.concatenate(list(found), -1)), "wrong shape"),
    ],
    "masks.2": [
        *[(causal(scale=s), name) for name, s in SCALES.items()],
        (causal(share=SHARES["no_max"]), "no_max"),
        (causal(share=SHARES[""]), "not yet with large scores"),
        *careless(lambda share: causal(share=share)),
        (causal(-100.0), "minus_100"),
        (causal(-1e3), "minus_100"),
        (causal(-1e4), "minus_100"),
        (causal(0.0), "zero_score"),
        (causal(mask=lambda T: np.triu(np.ones((T, T)))), "past_hidden"),
        (causal(mask=lambda T: np.tril(np.ones((T, T)), -1)), "self_hidden"),
        (causal(-1e9, mask=lambda T: np.tril(np.ones((T, T)), -1)), "self_hidden"),
        (lambda q, k, v: mix(q, k, v), "not_masked"),
        (lambda q, k, v: mix(q, k, v, share=lambda s: softmax(s) * np.tri(s.shape[-1])), "after_softmax"),
        (lambda q, k, v: mix(q, k, v, share=lambda s: times_real(np.tri(s.shape[-1]))(s)), "not yet with large scores"),
        (lambda q, k, v: mix(q, k, v, hide=lambda s: s * np.tri(s.shape[-1])), "zero_score"),
        (lambda q, k, v: mix(q, k, v, hide=lambda s: s + np.triu(np.full(s.shape[-2:], -np.inf)) * 0), ""),
        (causal(-1e9, turned=lambda k: k.T), "with a batch axis"),
    ],
    "across.1": [
        *[(across(scale=s), name) for name, s in SCALES.items()],
        (across(share=SHARES["no_max"]), "no_max"),
        (across(share=SHARES[""]), "table_max"),
        *careless(lambda share: across(share=share)),
        (across(share=down), "wrong_axis"),
        (across(-1e9, share=down), "wrong_axis"),
        (across(-100.0), "minus_100"),
        (across(-1e4), "minus_100"),
        (across(scale=lambda q, k: np.sqrt(q.shape[1])), "by_words"),
        (across(0.0), "zero_score"),
        (across(mask=lambda real: real[:, :, None]), "rows_hidden"),
        (across(-1e9, mask=lambda real: real[:, :, None]), "rows_hidden"),
        (across(mask=lambda real: np.arange(real.shape[1]) < real.sum(1)[:, None, None]), "padding_at_end"),
        (lambda x, m, r, *W: other(x, m, *W, share=times_real(r[:, None])), "not yet with large scores"),
        (lambda x, m, r, *W: other(x, m, *W), "not_masked"),
        (lambda x, m, r, *W: other(x, m, *W, hide=lambda s: s + (1 - r[:, None]) * -np.inf), "every number is nan"),
        (lambda x, m, real, *W: mix(x @ W[0], m @ W[1], m), "raw_values+not_masked"),
        (lambda x, m, real, *W: across()(m, x, real, *W), "sides_swapped"),
    ],
}  # fmt: skip
