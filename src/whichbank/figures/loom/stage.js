// The picture of the figure `loom`: a canvas with its words, its layers, its heads and its wave.

import { spring } from "../kit/motion.js";
import { calm } from "../kit/model.js";
import { fixed } from "../kit/numbers.js";
import { choice, html, nameAloud, renew, say } from "../kit/parts.js";
import { paintBlock } from "./block.js";
import { STRIP, nameGhost, paintGhost, paintStrip } from "./erased.js";
import { takes } from "./hands.js";
import { headAt, paintHead, paintHeads } from "./heads.js";
import { STEPS, paintInside } from "./inside.js";
import { LEANS, named } from "./told.js";
import { PADS, inksOf, paintLoom, placesOf } from "./weave.js";
import { tr } from "../kit/words.js";

const RISEN = tr("How far the threads have risen, in layers");
const FEW = 24; // letters that a phone has room for in a line
const OLD = 0.7; // how strong a thread is seen that was before a word was taken out
const CLOSE = 18; // pixels between layers in which no number has room
const MONEY = [tr("money"), tr("company")]; // what has the ink of gold; another first has that of water

/**
 * @param {HTMLElement} el
 * @param {{pieces: string[], axes: string[], marks: boolean[], layers: number, count: number,
 *   second?: boolean}} woven count: how many heads a layer has; second: it stands beside another,
 *   whose hands it follows
 * @param {{onAsk: (t: number) => void, onTake?: (t: number) => void, onWave?: (front: number) =>
 *   void, onHead?: (h: number) => void, onSilence?: (h: number) => void,
 *   onOpen?: (layer: number) => void}} hands
 */
export function stageOf(
  el,
  woven,
  { onAsk, onTake, onWave, onHead = () => {}, onSilence, onOpen = () => {} },
) {
  const { pieces, axes, marks, layers, count, second: follows = false } = woven;
  const canvas = html("canvas", { class: "wb-weave", role: "img" });
  const pen = canvas.getContext("2d");
  const words = nameAloud(
    choice(follows ? tr("Who asks in the second?") : tr("Who asks?"), pieces, onAsk),
  );
  words.root.classList.add("wb-pieces");
  const long = pieces.reduce((sum, one, t) => sum + (marks[t] ? 0 : one.length), 0);
  words.root.classList.toggle("wb-few", long <= FEW);
  const labels = [...words.root.querySelectorAll("label")];
  labels.forEach((label, t) => {
    label.classList.toggle("wb-sign", marks[t]);
    label.querySelector("input").disabled = marks[t]; // no word asks there
    if (!marks[t] && onTake) takes(label, () => onTake(t));
  });
  const halves = pieces.map(() => 0); // of the widths of the names at the top
  const ends = pieces.map(() => html("span", { class: "wb-outcome" }));
  const rungs = Array.from({ length: layers }, (_, l) =>
    html(
      "button",
      {
        type: "button",
        class: "wb-rung",
        "aria-label": tr("Look inside layer {layer}", { layer: l + 1 }),
        onclick: () => onOpen(l + 1),
      },
      `${l + 1}`,
    ),
  );
  const wave = html("input", {
    type: "range",
    class: "wb-wave",
    min: 0,
    max: layers,
    step: 0.01,
    oninput: () => onWave?.(Number(wave.value)),
  });
  const heads = nameAloud(
    choice(
      tr("Head"),
      Array.from({ length: count }, (_, h) => `${h + 1}`),
      onHead,
    ),
  );
  heads.root.classList.add("wb-twelve");
  const nodes = [...heads.root.querySelectorAll("label")];
  if (onSilence) nodes.forEach((node, h) => takes(node, () => onSilence(h)));
  const foot = html("span", { class: "wb-rungs", "aria-hidden": "true" }, tr("layer"));
  const hands = follows ? [] : [...rungs, foot, heads.root, wave];
  const root = html("div", { class: "wb-warp" }, canvas, ...ends, ...hands);

  /**
   * @typedef {{front: number, asked: number[], layer: number, head: number, weights?: number[][],
   *   looks?: number[][], leans: number[][], shares: number[][][], taken: number, silent: number[][], inner: number,
   *   steps?: number[][][], worked?: any, kept?: number[][], whole?: number[][], others?: number[], single?: boolean}} Shown weights: of the piece that asks,
   *   (heads, T); looks: of the head that is shown alone, (T, T); worked: it, worked out; whole: the
   *   leans with the head that is erased; kept: with the word that is taken out; others: where the piece that asks ends with each head
   *   erased in turn; single: no other head is erased
   */
  /** @type {Shown} */
  let shown = {
    ...{ front: 0, asked: [], layer: 0, head: 0, leans: [], shares: [] },
    ...{ taken: 0, silent: [], inner: 0 },
  };
  let before = shown; // what the leans and the shares glide from
  let inks = {};
  let [width, height, xs] = [0, 0, pieces.map((_, t) => 20 + 40 * t)];
  let [low, high, mixed, deep, alone, strength] = [0, layers, 1, 0, 0, pieces.map(() => 0)];
  let worked; // the last one: it fades when it goes
  let erased; // so does this
  let due = false;
  const soon = () => {
    if (!due) requestAnimationFrame(paint);
    due = true;
  };
  // what glides: the layers in sight, from one weave to another, and how far each piece asks
  const glide = spring((at) => {
    [low, high, mixed, deep, alone, ...strength] = at;
    soon();
  });
  /**
   * @param {number} a
   * @param {number} b
   */
  const between = (a, b) => a + mixed * (b - a);
  const paint = () => {
    due = false;
    if (!width) return;
    const { front, asked, layer, weights, looks, steps } = shown;
    const leans = shown.leans.map((row, t) => row.map((x, l) => between(before.leans[t][l], x)));
    const scene = {
      ...{ xs, width, height, view: [low, high], leans, strength, marks, front, inks },
      share: (l, t, s) => between(before.shares[l][t][s], shown.shares[l][t][s]),
    };
    const { y, point } = placesOf(scene);
    const opened = layer && weights ? Math.max(0, 1 - (high - low - 1) / (layers - 1)) ** 2 : 0;
    pen.clearRect(0, 0, width, height);
    pen.globalAlpha = 1 - deep;
    // how far the threads are there that were before a word was taken out
    const kept = !shown.whole && (shown.kept ?? before.kept);
    const old = between(Number(before.kept !== undefined), Number(shown.kept !== undefined));
    const ghosts = (draw) =>
      strength.forEach((part, t) => {
        const seen = OLD * old * part * (1 - opened);
        if (kept && deep < 1 && seen > 0.01) draw(pen, scene, kept, t, seen);
      });
    ghosts(paintGhost);
    if (deep < 1) paintLoom(pen, scene, opened, alone);
    const out = (shown.kept ? shown : before).taken;
    const label = tr("with {word}", { word: pieces[out] });
    const moved = leans.map((row, t) =>
      kept ? strength[t] * Math.abs(kept[t][layers] - row[layers]) : 0,
    );
    const most = moved.indexOf(Math.max(...moved)); // one name is enough
    ghosts((to, of, was, t, seen) => t === most && nameGhost(to, of, was, t, seen, label));
    const asks = asked[asked.length - 1];
    // an opened layer is told of one piece: of the last that asks, and of one that fades
    const lit = strength.map((part, t) => (t === asks || !asked.includes(t) ? part : 0));
    if (deep < 1 && looks) {
      const was = before.layer === layer && before.head ? before : shown;
      const rows = looks.map((row, t) => row.map((x, s) => between(was.looks?.[t][s] ?? x, x)));
      paintHead(pen, scene, rows, lit, layer, between(was.head, shown.head), opened);
    }
    if (deep < 1 && !looks && weights) paintHeads(pen, scene, weights, asks, layer, opened);
    if (deep < 1 && opened && steps)
      lit.forEach((part, t) => {
        if (part > 0.02) paintBlock(pen, scene, steps[t][layer - 1], t, layer, opened * part);
      });
    if (alone > 0.01 && erased) {
      const { whole, others, leans: gone, single } = erased;
      for (const t of asked) paintGhost(pen, scene, whole, t, alone);
      const far = { others, whole: whole[asks][layers], mine: gone[asks][layers] };
      if (single && others.length)
        paintStrip(
          pen,
          scene,
          { ...far, name: named(pieces, asks), axes },
          Math.max(0, 10 * alone - 9),
        ); // when the threads have made room
    }
    pen.globalAlpha = deep;
    if (deep > 0 && worked) paintInside(pen, scene, worked, asks, shown.inner);
    pen.globalAlpha = 1;
    rungs.forEach((rung, l) => {
      const part = (height - PADS[0] - PADS[1]) / layers; // they stay when a layer is opened
      rung.hidden = shown.inner > 0 || shown.whole !== undefined || part < CLOSE;
      rung.style.top = `${(height - PADS[1] - (l + 0.5) * part).toFixed(1)}px`;
    });
    ends.forEach((end, s) => {
      end.hidden = front < layers || strength[s] <= 0.5 || (layer > 0 && !shown.whole);
      if (end.hidden) return;
      const lean = leans[s][layers];
      const name = Math.abs(lean) < LEANS ? tr("undecided") : axes[lean > 0 ? 0 : 1];
      if (end.textContent !== name) {
        say(end, name);
        halves[s] = end.offsetWidth / 2; // to ask for it lays out the page: not at each frame
      }
      const half = halves[s];
      const x = Math.min(Math.max(point(s, layers)[0], half), width - half);
      end.style.top = shown.whole ? `${(y(layers) - PADS[0]).toFixed(1)}px` : "";
      end.style.left = `${x.toFixed(1)}px`;
      end.style.color = lean > LEANS ? "var(--wb-first)" : lean < -LEANS ? "var(--wb-second)" : "";
    });
    const [at, end] = shown.inner ? [shown.inner, STEPS] : [front, layers];
    const what = shown.inner ? tr("How far the head is worked out, in steps") : RISEN;
    renew(wave, { max: end, "aria-label": what, "aria-valuetext": fixed(at, 1) });
    if (Number(wave.value) !== at) wave.value = String(at);
  };
  const look = () => {
    const golden = MONEY.includes(axes[0]);
    const found = inksOf(el);
    const [first, second] = golden ? [found.gold, found.teal] : [found.teal, found.gold];
    inks = { ...found, first, second };
    const letters = ["var(--wb-gold)", "var(--wb-teal)"];
    el.style.setProperty("--wb-first", letters[Number(!golden)]);
    el.style.setProperty("--wb-second", letters[Number(golden)]);
    soon();
  };
  const sized = new ResizeObserver(() => {
    [width, height] = [root.clientWidth, root.clientHeight];
    ends.forEach((end) => say(end, "")); // letters may have another size
    const dense = Math.min(devicePixelRatio || 1, 2);
    canvas.width = Math.round(width * dense);
    canvas.height = Math.round(height * dense);
    pen.setTransform(dense, 0, 0, dense, 0, 0);
    const home = root.getBoundingClientRect();
    const scale = home.width / (root.offsetWidth || 1) || 1; // lecture view enlarges
    xs = labels.map((label) => {
      const box = label.getBoundingClientRect();
      return (box.x + box.width / 2 - home.x) / scale;
    });
    nodes.forEach((label, h) => {
      const [x, y] = headAt({ width, height }, h, count);
      label.style.cssText = `left: ${x}px; top: ${y}px`;
    });
    look();
    if (shown.whole) set(shown, calm.matches); // the strip keeps its height
    paint();
  });
  sized.observe(root);
  const theme = new MutationObserver(look);
  theme.observe(document.documentElement, {
    subtree: true,
    attributeFilter: ["data-theme", "data-jp-theme-light", "theme"],
  });
  /**
   * @param {Shown} next
   * @param {boolean} jump
   */
  const set = (next, jump) => {
    const other = next.layer === shown.layer && next.head && shown.head && next.head !== shown.head;
    if (other || next.leans !== shown.leans || next.shares !== shown.shares) {
      before = shown.leans.length ? shown : next;
      glide.to([low, high, 0, deep, alone, ...strength], true);
    }
    shown = next;
    worked = next.worked ?? worked;
    const { asked, layer, head, taken, silent } = next;
    if (next.whole) erased = next;
    const room = Math.max(height - PADS[0] - PADS[1] - STRIP, 1);
    const view = next.whole
      ? [0, layers * (1 + STRIP / room)]
      : layer
        ? [layer - 1, layer]
        : [0, layers];
    const inside = Number(next.inner > 0 && next.worked !== undefined);
    const only = Number(next.whole !== undefined);
    glide.to([...view, 1, inside, only, ...pieces.map((_, s) => Number(asked.includes(s)))], jump);
    words.set(asked.length === 1 ? asked[0] : -1);
    labels.forEach((label, s) => {
      label.classList.toggle("wb-asks", asked.includes(s));
      label.classList.toggle("wb-taken", taken > 0 && taken === s);
    });
    heads.set(head - 1);
    heads.root.hidden = !layer || next.inner > 0 || next.whole !== undefined;
    wave.hidden = next.whole !== undefined || (layer > 0 && !next.inner);
    rungs.forEach((rung, l) => renew(rung, { "aria-current": String(l + 1 === layer) }));
    nodes.forEach((node, h) =>
      node.classList.toggle(
        "wb-taken",
        silent.some(([l, one]) => l === layer && one === h + 1),
      ),
    );
    soon();
  };
  /** @param {number} front */
  const rise = (front) => {
    shown = { ...shown, front };
    soon();
  };
  /** @param {number} inner */
  const deepen = (inner) => {
    shown = { ...shown, inner };
    soon();
  };
  /**
   * The word nearest to a place, and the layer that is there, from shares of the canvas.
   * @param {number} x
   * @param {number} y
   */
  const under = (x, y) => {
    const near = xs.map((at) => Math.abs(at - x * width));
    const room = height - PADS[0] - PADS[1];
    const layer = Math.ceil(high - ((y * height - PADS[0]) / room) * (high - low));
    return { t: near.indexOf(Math.min(...near)), layer: Math.max(1, Math.min(layers, layer)) };
  };
  const stop = () => {
    glide.stop();
    sized.disconnect();
    theme.disconnect();
  };
  return { root, words: words.root, canvas, set, rise, deepen, under, stop };
}
