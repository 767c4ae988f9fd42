// What the models of `circuit` say about a list, with a change made in them, as lab.py has it.

import { contributions, runWith } from "../nets/decoder.js";
import { softmaxRows, transposed } from "../nets/engine.js";
import { everyWord, fixPattern, patch, previousWord, replaceHead } from "../nets/hooks.js";
import { uniforms } from "../nets/random.js";
import { bytesOf, tablesOf } from "../nets/words.js";
import { headsOf } from "../puzzles/ladder.js";

const [WORDS, SIGNS, D, ROOM, H] = [20, 21, 32, 32, 2];
const SEEDS = 3;
const [SIZE, N_ASKED, N_MET, SEED_ASKED, SEED_MET] = [8, 40, 60, 4001, 4002];
const CLEAR = 10; // how clearly a head made by hand tells notes apart
const PATTERNS = ["learned", "previous", "even"];
const HEADS = "blocks.0.attention.heads";
const CARDS = ["a", "b", "c"];
// the two heads of puzzle 12, as puzzles.toml has them
const TWO_HEADS = {
  causal: true,
  hours: 8,
  heads: [
    { rows: ["up", "right", ...CARDS], channels: 2, outs: CARDS, free: true, given: [] },
    {
      rows: [...CARDS, ...CARDS.map((card) => `note ${card}`)],
      channels: 3,
      outs: CARDS,
      free: false,
      given: [],
    },
  ],
};

const filled = (n, make) => Array.from({ length: n }, (_, i) => make(i));
const sum = (row) => row.reduce((a, b) => a + b, 0);
const best = (row) => row.indexOf(Math.max(...row));

/** The tables of a model, in the order in which they are written: name, rows, columns. */
const shapesOf = (layers) => [
  ["embedding.positions", ROOM, D],
  ["embedding.tokens.weight", SIGNS, D],
  ...filled(layers, (i) => [
    ...["W_q", "W_k", "W_v", "W_o"].flatMap((part) => [
      [`decoder.blocks.${i}.attention.${part}.weight`, D, D],
      [`decoder.blocks.${i}.attention.${part}.bias`, 1, D],
    ]),
    ...["weight", "bias"].map((part) => [`decoder.blocks.${i}.norm_attention.${part}`, 1, D]),
  ]).flat(),
  ["decoder.final_norm.weight", 1, D],
  ["decoder.final_norm.bias", 1, D],
  ["to_scores.weight", SIGNS, D],
];

/** @type {Map<string, Record<string, any>[][]>} */
const read = new Map();

/** The models, by layers and seed: those of 1 layer, then those of 2. */
const modelsOf = (weights) => {
  if (!read.has(weights)) read.set(weights, unpacked(weights));
  return /** @type {Record<string, any>[][]} */ (read.get(weights));
};

/**
 * @param {string} weights
 * @returns {Record<string, any>[][]}
 */
function unpacked(weights) {
  const shapes = [1, 2].map((n) => filled(SEEDS, () => shapesOf(n)));
  const found = tablesOf(
    bytesOf(weights).buffer,
    shapes.flat(2).map(([, n, m]) => [n, m]),
  );
  let at = 0;
  return shapes.map((some) =>
    some.map((tables) =>
      Object.fromEntries(
        tables.map(([name, n, m]) => {
          const table = Float64Array.from(found[at++]);
          return [name, n > 1 && !name.startsWith("embedding") ? transposed(table, n, m) : table];
        }),
      ),
    ),
  );
}

/**
 * A list that is read twice.
 * @param {number[]} words
 * @param {number} begin where the second reading begins; it goes around
 * @returns {{ids: number[], follows: number[]}} the words, and of each word of the second reading the
 *   one that follows, −1 where nobody can know it
 */
function readTwice(words, begin) {
  const n = words.length;
  const again = filled(n + 1, (i) => words[(begin + i) % n]);
  const follows = filled(n, (i) => (again[i] === words[n - 1] ? -1 : again[i + 1]));
  return { ids: [...words, ...again.slice(0, n)], follows };
}

/**
 * Lists that Python draws too.
 * @param {number} count
 * @param {number} size
 * @param {number} seed
 */
function drawnLists(count, size, seed) {
  const drawn = uniforms(seed, count * (WORDS + 1));
  return filled(count, (b) => {
    const own = drawn.slice(b * (WORDS + 1), (b + 1) * (WORDS + 1));
    const order = filled(WORDS, (i) => i).sort((i, j) => own[i] - own[j]);
    return readTwice(order.slice(0, size), Math.floor(own[WORDS] * size));
  });
}

/**
 * Of each word that has come before, the place after it; 0 where it is new.
 * @param {number[]} ids
 */
const afterEarlier = (ids) =>
  ids.map((id, t) => (ids.indexOf(id) < t ? ids.lastIndexOf(id, t - 1) + 1 : 0));

/** What each model has met, and what its heads write on average, once. */
const kept = new WeakMap();
const once = (model, key, make) => {
  if (!kept.has(model)) kept.set(model, new Map());
  const known = kept.get(model);
  if (!known.has(key)) known.set(key, make());
  return known.get(key);
};
const layersOf = (model) => ("decoder.blocks.1.attention.W_q.weight" in model ? 2 : 1);

/** What each head writes at each place, its mean over texts: (T, D) for each layer and head. */
const meansOf = (model, size) =>
  once(model, `means ${size}`, () => {
    const some = drawnLists(N_MET, size, SEED_MET);
    const all = filled(layersOf(model), () => new Float64Array(H * 2 * size * D));
    for (const { ids } of some) {
      const { trace } = runWith(model, H, ids);
      all.forEach((mean, layer) =>
        trace[`blocks.${layer}.attention.heads`].forEach((x, i) => (mean[i] += x / N_MET)),
      );
    }
    const part = 2 * size * D;
    return all.map((mean) => filled(H, (h) => mean.slice(h * part, (h + 1) * part)));
  });

/**
 * What a model does with lists of 8 words: which head of each layer does the work, what each head of
 * the first layer writes after each word, and how long what the main head of the last layer writes is.
 */
const profileOf = (model) =>
  once(model, "profile", () => {
    const T = 2 * SIZE;
    const last = `blocks.${layersOf(model) - 1}.attention`;
    const [previous, induction, lengths] = filled(3, () => filled(H, () => 0));
    const notes = filled(H, () => filled(WORDS, () => new Float64Array(D)));
    const count = filled(WORDS, () => 0);
    for (const { ids } of drawnLists(N_MET, SIZE, SEED_MET)) {
      const { trace } = runWith(model, H, ids);
      const after = afterEarlier(ids);
      for (let t = 1; t < T; t++) {
        count[ids[t - 1]]++;
        for (let h = 0; h < H; h++) {
          const row = (h * T + t) * T;
          previous[h] += trace["blocks.0.attention.weights"][row + t - 1];
          if (after[t]) induction[h] += trace[`${last}.weights`][row + after[t]];
          for (let j = 0; j < D; j++) notes[h][ids[t - 1]][j] += trace[HEADS][(h * T + t) * D + j];
        }
      }
      for (let h = 0; h < H; h++)
        for (let t = 0; t < T; t++)
          lengths[h] += norm(trace[`${last}.heads`].slice((h * T + t) * D, (h * T + t + 1) * D));
    }
    const roles = [previous, induction].slice(0, layersOf(model)).map(best);
    notes.forEach((table) =>
      table.forEach((row, id) => row.forEach((x, j) => (row[j] = x / count[id]))),
    );
    return { roles, notes, length: lengths[roles[roles.length - 1]] / N_MET / T };
  });

const norm = (row) => Math.hypot(...row);

// Changes

const ablated = (model, head, size, instead) => {
  const [layer, h] = [Math.floor(head / H), head % H];
  return [replaceHead(layer, h, instead === "mean" ? meansOf(model, size)[layer][h] : 0)];
};

const steered = (head, pattern, size) => {
  if (pattern === "learned") return [];
  const made = pattern === "previous" ? previousWord(2 * size) : everyWord(2 * size);
  return [fixPattern(Math.floor(head / H), head % H, made)];
};

const patched = (model, head, ids, pair) => {
  const [one, other] = pair;
  const swapped = [...ids];
  [swapped[one], swapped[other]] = [ids[other], ids[one]];
  const source = runWith(model, H, swapped).trace[HEADS];
  const size = source.length / H;
  return [patch(HEADS, [one + 1, other + 1], source.slice(head * size, (head + 1) * size), head)];
};

const othersAblated = (model, made, size, also) => {
  const [previous, induction] = profileOf(model).roles;
  const heads = { previous: [], induction: [3 - induction], both: [1 - previous, 3 - induction] }[
    made
  ];
  if (also && made !== "induction") heads.push(previous);
  if (also && made !== "previous") heads.push(2 + induction);
  return heads.flatMap((head) => ablated(model, head, size, "mean"));
};

const meanOf = (rows) => filled(D, (j) => sum(rows.map((row) => row[j])) / rows.length);

/** Where a head looks that finds the present word's row of a table among the notes. */
const inductionPattern = (table, notes, ids) => {
  const middle = meanOf(table);
  const off = (row) => {
    const away = filled(D, (j) => row[j] - middle[j]);
    const long = Math.max(norm(away), 1e-8); // the first word's note is the middle
    return away.map((x) => x / long);
  };
  const written = ids.map((_, s) => off(notes.slice(s * D, (s + 1) * D)));
  const T = ids.length;
  const scores = ids.flatMap((id, t) => {
    const asked = off(table[id]);
    return written.map((row, s) =>
      s > t ? -Infinity : CLEAR * sum(row.map((x, j) => x * asked[j])),
    );
  });
  return softmaxRows(scores, T, T);
};

/** What a head writes that says each word that it looks at. */
const copyOutput = (model, pattern, ids, length) => {
  const lm_head = model["to_scores.weight"]; // (D, V)
  const middle = filled(D, (j) => sum(lm_head.slice(j * SIGNS, (j + 1) * SIGNS)) / SIGNS);
  const rows = filled(SIGNS, (id) => {
    const away = middle.map((m, j) => lm_head[j * SIGNS + id] - m);
    const long = norm(away);
    return away.map((x) => x / long);
  });
  const T = ids.length;
  return ids.flatMap((_, t) =>
    filled(D, (j) => length * sum(ids.map((id, s) => pattern[t * T + s] * rows[id][j]))),
  );
};

/** @type {Map<string, number[][]>} what was found last, for lists that are asked about again */
const cachedLooks = new Map();

/**
 * Where two heads look that a reader wrote for puzzle 12, (T, T) each. Their tables know three letters, and a
 * list has more words. So the word that looks is called a, b and c in turn, each other word one of the two
 * other letters, and the mean is taken. Before the list stands the card that begins a row; what is looked
 * at there is left out.
 * @param {number[]} cells
 * @param {number[]} ids
 * @param {number[]|null} first where the first head looks, if not where its table says, (T, T)
 * @returns {number[][]}
 */
export function looksByTables(cells, ids, first) {
  const key = first ? "" : `${cells} / ${ids}`;
  const before = cachedLooks.get(key);
  if (before) return before;
  const T = ids.length;
  const own = first
    ? filled(T + 1, (t) =>
        filled(T + 1, (s) => (t && s ? first[(t - 1) * T + s - 1] : Number(t === s))),
      )
    : undefined;
  const words = [...new Set(ids)];
  const looks = filled(2, () => filled(T * T, () => 0));
  for (const word of words) {
    const rest = words.filter((one) => one !== word);
    for (const letter of CARDS) {
      const others = CARDS.filter((one) => one !== letter);
      const names = new Map(rest.map((one, i) => [one, others[i % 2]]));
      const row = ["*", ...ids.map((id) => names.get(id) ?? letter)].join(" ");
      headsOf(TWO_HEADS, cells, row, own).forEach(({ weights }, h) =>
        ids.forEach((id, t) => {
          if (id !== word) return;
          for (let s = 0; s < T; s++) looks[h][t * T + s] += weights[t + 1][s + 1] / CARDS.length;
        }),
      );
    }
  }
  if (cachedLooks.size > 200) cachedLooks.clear();
  if (key) cachedLooks.set(key, looks);
  return looks;
}

/**
 * Heads made by hand in the place of trained ones; what else could do their work is silent.
 * @returns {{changes: any[], looks: Map<number, number[]>}} and where they look, by their number
 */
const headsByHand = (model, made, ids, cells) => {
  const { roles, notes, length } = profileOf(model);
  const [previous, induction] = roles;
  const [table, T] = [notes[previous], ids.length];
  const changes = othersAblated(model, made, T / 2, false);
  const looks = new Map();
  const part = (of, size) => of.slice(previous * T * size, (previous + 1) * T * size);
  const trained =
    cells.length && made === "induction"
      ? part(runWith(model, H, ids, changes).trace["blocks.0.attention.weights"], T)
      : null;
  const own = cells.length ? looksByTables(cells, ids, trained) : [];
  if (made !== "induction") {
    const one = own[0] ?? previousWord(T).map((x, i) => (i < T ? 0 : x)); // nothing came before the first
    looks.set(previous, one);
    const middle = meanOf(table);
    const note = ids.flatMap((_, t) => {
      const row = one.slice(t * T, (t + 1) * T);
      const nowhere = 1 - sum(row);
      return filled(
        D,
        (j) => nowhere * middle[j] + sum(row.map((x, s) => (x ? x * table[ids[s]][j] : 0))),
      );
    });
    changes.push(replaceHead(0, previous, note));
  }
  if (made !== "previous") {
    const wrote = () => part(runWith(model, H, ids, changes).trace[HEADS], D);
    const two = own[1] ?? inductionPattern(table, wrote(), ids);
    looks.set(H + induction, two);
    changes.push(replaceHead(1, induction, copyOutput(model, two, ids, length)));
  }
  return { changes, looks };
};

/**
 * @typedef {{task: string, layers: number, seed: number, words: number[], begin: number, head:
 *   number, instead: string, pattern: string, pair: number[], at: number, made: string, also: number,
 *   cells: number[]}} Question
 */

const allAblated = (model, heads, size, instead) =>
  heads.flatMap((head) => ablated(model, head, size, instead));

/**
 * What a task changes, and where the heads look that are made by hand.
 * @param {any} model
 * @param {Question} asked
 * @param {number[]} ids
 * @returns {{changes: any[], looks?: Map<number, number[]>}}
 */
function changesOf(model, asked, ids) {
  const { task, head, also, instead, pattern, pair, made, cells } = asked;
  const size = ids.length / 2;
  if (task === "cut")
    return {
      changes: allAblated(model, also < 0 ? [head] : [head, also], size, instead),
    };
  if (task === "look") return { changes: steered(head, pattern, size) };
  if (task === "move") return { changes: patched(model, head, ids, pair) };
  return task === "build" ? headsByHand(model, made, ids, cells) : { changes: [] };
}

/** The row of scores at a place. */
const rowAt = (logits, t) => [...logits.slice(t * SIGNS, (t + 1) * SIGNS)];

/**
 * What a model says about the list, as it is and changed: the likeliest words, how likely the right
 * ones are, −1 where nobody can know, and where each word looks in each head; for the task apart what each part
 * adds to the logit of the right word, and what each head's look weighs.
 * @param {string} weights
 * @param {Question} asked
 */
export function answerOf(weights, asked) {
  const { task, layers, seed, words, begin, instead, at } = asked;
  const model = modelsOf(weights)[layers - 1][seed];
  const n = words.length;
  const { ids, follows } = readTwice(words, begin);
  const { changes, looks = new Map() } = changesOf(model, asked, ids);
  const runs = [[], changes].map((some) => runWith(model, H, ids, some));
  const rows = runs.map(({ logits }) => filled(n, (i) => rowAt(logits, n + i)));
  /** @type {Record<string, any>} */
  const found = {
    said: rows.map((some) => some.map(best)),
    chance: rows.map((some) =>
      some.map((row, i) => (follows[i] < 0 ? -1 : softmaxRows(row, 1, SIGNS)[follows[i]])),
    ),
    weights: runs.map(({ trace }) =>
      filled(layers, (i) => [...trace[`blocks.${i}.attention.weights`]]).flat(),
    ),
    roles: profileOf(model).roles,
    parts: [],
    glances: [],
  };
  for (const [h, look] of looks) found.weights[1].splice(h * look.length, look.length, ...look);
  if (task !== "apart") return found;
  const [place, right] = [n + at, follows[at]];
  const key = afterEarlier(ids)[place];
  const T = 2 * n;
  const shares = contributions(model, H, runs[0].trace);
  const heads = filled(H * layers, (i) => `blocks.${Math.floor(i / H)}.heads.${i % H}`);
  found.parts = ["embedding", ...heads, "biases"].map(
    (name) => shares[name][place * SIGNS + right],
  );
  found.glances = filled(H * layers, (one) => {
    const [layer, h, d] = [Math.floor(one / H), one % H, D / H];
    const name = `blocks.${layer}.attention`;
    const weight = runs[0].trace[`${name}.weights`][(h * T + place) * T + key];
    const values = runs[0].trace[`${name}.values`];
    const W_o = model[`decoder.${name}.W_o.weight`];
    const handed = filled(D, (j) =>
      sum(filled(d, (i) => values[key * D + h * d + i] * W_o[(h * d + i) * D + j])),
    );
    const without = runWith(model, H, ids, ablated(model, one, n, instead)).logits;
    const lower = runs[0].logits[place * SIGNS + right] - without[place * SIGNS + right];
    return [weight, norm(handed), weight * norm(handed), lower];
  });
  return found;
}

/** The head that plays a head's part in the model of each seed. */
const sameRole = (models, { layers, seed }, head) => {
  const layer = Math.floor(head / H);
  const roles = models[layers - 1].map((model) => profileOf(model).roles[layer]);
  const main = roles[seed] === head % H;
  return roles.map((one) => H * layer + (main ? one : 1 - one));
};

/**
 * Which heads are cut in each row of shares: none, then each alone; where two are cut at once, these two
 * alone, both, and the other two.
 * @param {{task: string, layers: number, head: number, also: number}} asked
 * @returns {number[][]}
 */
export function cutsOf({ task, layers, head, also }) {
  const every = Array.from({ length: 2 * layers }, (_, i) => i);
  if (task !== "cut" || also < 0) return [[], ...every.map((one) => [one])];
  const rest = every.filter((one) => one !== head && one !== also);
  return [[], [head], [also], [head, also], ...(rest.length ? [rest] : [])];
}

/**
 * How many rows of shares a task has.
 * @param {Question} asked
 */
export const rowCount = (asked) =>
  ({ look: 3, move: H, build: 3 })[asked.task] ?? cutsOf(asked).length;

/**
 * What share of the words of other lists one model says right after one change, both by their
 * number; for the task move the share of lists whose answer moved.
 * @param {string} weights
 * @param {Question} asked
 * @param {number} row
 * @param {number} seed
 * @returns {number}
 */
export function shareOf(weights, asked, row, seed) {
  const models = modelsOf(weights);
  const { task, layers, words, pair, made, instead, head, cells } = asked;
  const [model, n] = [models[layers - 1][seed], words.length];
  const same = (one) => sameRole(models, asked, one)[seed];
  const changes = (ids) => {
    if (task === "move") return patched(model, same(row), ids, pair);
    if (task === "look") return steered(same(head), PATTERNS[row], n);
    if (!row) return [];
    if (task !== "build") return allAblated(model, cutsOf(asked)[row].map(same), n, instead);
    return row === 1
      ? othersAblated(model, made, n, true)
      : headsByHand(model, made, ids, cells).changes;
  };
  let [right, all] = [0, 0];
  for (const { ids, follows } of drawnLists(N_ASKED, n, SEED_ASKED)) {
    const { logits } = runWith(model, H, ids, changes(ids));
    const wanted =
      task === "move"
        ? [[ids.lastIndexOf(ids[pair[0]]), ids[pair[1] + 1]]]
        : follows.map((id, i) => [n + i, id]).filter(([, id]) => id >= 0);
    for (const [t, id] of wanted) right += Number(best(rowAt(logits, t)) === id);
    all += wanted.length;
  }
  return right / all;
}
