// The real model as the figure `loom` asks it: what hinders that, the download, the worker, and what
// it answers.

import { follow } from "../kit/model.js";
import { start } from "../nets/worker.js";
import { tr } from "../kit/words.js";

const QUESTION = [
  "sentence",
  "own",
  "word",
  "senses",
  "without",
  "silent",
  "layer",
  "head",
  "inner",
];

/**
 * What the model is asked.
 * @param {Model} model
 * @returns {any[]} as `question` of the figure has it in Python
 */
export function questionOf(model) {
  const [i, own, word, senses, without, silent, layer, head, inner] = QUESTION.map((name) =>
    model.get(name),
  );
  const inside = inner && layer && head ? [layer, head] : null;
  return [own || model.get("sentences")[i], word, senses, without, silent, inside];
}

/**
 * Why the model cannot be asked here, for the reader; nothing where it can.
 * @param {Model} model
 */
function hindrance(model) {
  const files = model.get("files");
  if (files === "kernel" && !model.name) return ""; // a notebook asks Python
  if (!files || files === "kernel" || !model.download)
    return tr(
      "The model itself is not here, for this page was made without its weights: these sentences are recorded.",
    );
  if (location.protocol === "file:")
    return tr(
      "To ask the model itself, open the course at its web address: a page from a folder may not read the model's files.",
    );
  if (!isSecureContext)
    return tr("To ask the model itself, open the course at an address that begins with https.");
  if (navigator.deviceMemory && navigator.deviceMemory < 2)
    return tr("This device has less than 2 GB of memory, too little to ask the model itself.");
  return "";
}

/**
 * Ask the model for all views of a figure: in a notebook Python answers, on a page a worker, once
 * the model is here.
 * @param {Model} model
 * @returns {{answer: any, problem: string, here: number, loading: AbortController|null, kept:
 *   boolean, hindrance: string, views: Set<() => void>, again: () => void, stop: () => void}} here:
 *   bytes of the model; kept: the next visit finds it in this browser
 */
export function askingOf(model) {
  const run = {
    answer: /** @type {any} */ (null),
    problem: "",
    here: 0,
    loading: /** @type {AbortController | null} */ (null),
    kept: true,
    hindrance: hindrance(model),
    views: new Set(),
    again: ask,
    stop,
  };
  /** @type {ReturnType<typeof start> | undefined} */
  let worker;
  let [turn, last] = [0, ""];
  const show = () => run.views.forEach((draw) => draw());
  const idle = () => ["answer", "others"].forEach((one) => model.underway?.delete(one));
  const fail = (problem) => {
    Object.assign(run, { problem, loading: null });
    worker?.stop();
    worker = undefined;
    idle();
  };
  const heard = (answer) => {
    if (answer.turn !== turn) return; // it answers an older question
    // what is told of the other heads comes later, and is of the same picture
    if (run.answer?.turn === turn) run.answer.others = answer.others;
    else run.answer = answer;
    idle();
    if (answer.more) model.underway?.add("others");
    show();
  };
  const load = async () => {
    if (!model.download) return;
    const loading = (run.loading = new AbortController());
    Object.assign(run, { here: 0, problem: "" });
    try {
      const { list, data, kept } = await model.download(
        model.get("files"),
        loading.signal,
        (here) => {
          run.here = here;
          show();
        },
      );
      if (loading.signal.aborted) return;
      run.kept = kept;
      last = "";
      worker = start(list.program, heard, () => {
        fail(tr("This browser does not let a page compute in a worker, which the model needs."));
        show();
      });
      worker.ask({ material: true, data, about: list.about });
      run.loading = null;
      if (!run.problem) ask();
    } catch (problem) {
      if (!loading.signal.aborted) fail(problem.message);
      loading.abort(); // what is still on its way
    }
    show();
  };
  function ask() {
    if (run.hindrance) return;
    if (!model.get("asking")) {
      run.loading?.abort();
      run.loading = null;
      worker?.ask({ turn: ++turn });
      last = "";
      idle();
    } else if (!model.name) run.answer = model.get("answer");
    else if (worker) {
      const question = questionOf(model);
      if (last === JSON.stringify(question)) return;
      last = JSON.stringify(question);
      model.underway?.add("answer"); // a page can tell that the picture will change
      worker.ask({ turn: ++turn, asked: question });
    } else if (!run.loading) {
      model.underway?.add("answer");
      load();
    }
    show();
  }
  function stop() {
    run.loading?.abort();
    worker?.stop();
    leave();
  }
  const leave = follow(model, ["asking", "answer", ...QUESTION], ask);
  return run;
}
