import { chart } from "./chart.js";
import { choice, fixed, follow, html, readoutOf, rebuilt, say, write } from "./parts.js";

const PLACES = ["pre", "post", "none"]; // where the norm stands
const LEAST = 1e-6; // smaller gradients lie on the lower edge

/** A gradient for reading: two digits, or one and a power of ten. @param {number} v */
function tiny(v) {
  if (v >= 0.01) return fixed(v);
  const [lead, power] = v.toExponential(0).split("e");
  return `${lead} · 10` + [...power].map((sign) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(sign)]).join("");
}

/** What such a block does to the words x, a line for each part. */
function blockLines(attention, mlp, skip, norm) {
  return [attention ? "attention" : "self_only", ...(mlp ? ["mlp"] : [])].map((name) => {
    const part = norm === "pre" ? `${name}(norm(x))` : `${name}(x)`;
    const line = skip ? `x + ${part}` : part;
    return norm === "post" ? `x = norm(${line})` : `x = ${line}`;
  });
}

/** Four switches; the loss of the block that they leave, and its gradients by depth. */
function drawSwitches(model, el) {
  const [steps, mean, lowest, highest, gradients, runs] =
    ["steps", "mean", "lowest", "highest", "gradients", "runs"].map((name) => model.get(name));
  const layers = gradients[0].length;
  const low = Math.floor(10 * Math.min(...lowest.flat())) / 10;
  const high = Math.ceil(10 * Math.max(...highest.flat())) / 10;
  const across = { names: ["whole"], size: [320, 230] };
  const learned = chart({ ...across, x: [0, steps[steps.length - 1]], y: [low, high], labels: ["steps of training", "loss"] });
  const top = 10 ** Math.ceil(Math.log10(Math.max(1, ...gradients.flat())));
  const pulls = chart({ ...across, x: [1, layers], y: [LEAST, top], log: { y: true }, labels: ["block", "gradient"],
    ticks: { x: gradients[0].map((_, i) => i + 1).filter((i) => layers < 7 || i % 3 === 1 || i === layers) }, format: { x: String } });
  const switches = {
    attention: choice("Attention", ["on", "self only"], (i) => write(model, { attention: i === 0 })),
    mlp: choice("MLP", ["on", "off"], (i) => write(model, { mlp: i === 0 })),
    skip: choice("Skip", ["on", "off"], (i) => write(model, { skip: i === 0 })),
    norm: choice("Norm", PLACES, (i) => write(model, { norm: PLACES[i] })),
  };
  const code = html("pre", { class: "wb-block" });
  const lines = [html("p"), html("p")];
  const said = readoutOf(code, ...lines);

  el.classList.add("wb-figure");
  el.replaceChildren(html("div", { class: "wb-controls wb-switches" }, ...Object.values(switches).map((one) => one.root)),
    said, html("div", { class: "wb-panels" }, learned.root, pulls.root));

  const loss = (table, r) => steps.map((step, n) => [step, table[r][n]]);
  const pull = (r) => gradients[r].map((v, i) => [i + 1, Math.max(v, LEAST)]);
  return follow(model, Object.keys(switches), () => {
    const [attention, mlp, skip, norm] = Object.keys(switches).map((name) => model.get(name));
    const on = [attention, mlp, skip];
    const r = on.reduce((place, one) => 2 * place + (one ? 0 : 1), 0) * PLACES.length + PLACES.indexOf(norm);
    ["attention", "mlp", "skip"].forEach((name, i) => switches[name].set(on[i] ? 0 : 1));
    switches.norm.set(PLACES.indexOf(norm));
    say(code, blockLines(attention, mlp, skip, norm).join("\n"));
    const end = steps.length - 1;
    const range = `${fixed(lowest[r][end])} to ${fixed(highest[r][end])} in ${runs[r]} ${runs[r] === 1 ? "run" : "runs"}`;
    say(lines[0], `Loss after ${steps[end]} steps: ${fixed(mean[r][end])} (${range}). The whole block: ${fixed(mean[0][end])}.`);
    say(lines[1], `Gradient in ${layers} untrained blocks: ${tiny(gradients[r][0])} at block 1, ${tiny(gradients[r][layers - 1])} at block ${layers}.`);
    const both = (curve) => [
      { key: "whole", kind: "curve", name: r ? "whole" : "", at: curve(0), dashed: true, marks: false },
      { key: "this", kind: "curve", name: r ? "this" : "whole", color: 0, at: curve(r) },
    ];
    learned.set([
      { key: "spread", kind: "band", color: 0, at: steps.map((step, n) => [step, lowest[r][n], highest[r][n]]) },
      ...both((row) => loss(mean, row)),
    ], `Loss over steps of training, with the whole block dashed. ${lines[0].textContent}`);
    pulls.set(both(pull), `Gradient by block, on an axis of powers of ten, with the whole block dashed. ${lines[1].textContent}`);
  });
}

/** Draw; when the recorded numbers change, build the figure anew. */
export default { render: rebuilt(["steps", "mean", "lowest", "highest", "gradients", "runs"], drawSwitches) };
