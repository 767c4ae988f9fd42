// A program that computes beside the page, so that the page never waits. Its source comes as a
// trait of the figure, which a page loads when the reader comes near; it is made into an address of
// its own, which also a page from a folder may run.

import { tr } from "../kit/words.js";

/**
 * Start a program.
 * @param {string} source
 * @param {(answer: any) => void} onAnswer what it posts
 * @param {(problem: string) => void} onFail it cannot run here, or has broken down
 * @returns {{ask: (message: any) => void, stop: () => void}}
 */
export function start(source, onAnswer, onFail) {
  try {
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const worker = new Worker(address);
    dispatchEvent(new Event("wb-works"));
    worker.onmessage = ({ data }) => onAnswer(data);
    worker.onerror = (event) => onFail(event.message ?? "");
    const stop = () => {
      worker.terminate();
      URL.revokeObjectURL(address);
    };
    return { ask: (message) => worker.postMessage(message), stop };
  } catch (error) {
    onFail(String(error));
    return { ask: () => {}, stop: () => {} };
  }
}

/**
 * What a model of a figure computes, once for all of its views. Nothing large is asked for before
 * the reader does something or comes near.
 * @param {Model} model
 * @param {string[]} large the traits that come late
 * @param {string[]} traits whose change is a new question
 * @param {() => boolean} eager whether to ask at once
 * @param {{changed: () => void, begin: (given: Record<string, any>) => any, ask: () => any, heard:
 *   (answer: any) => boolean, further?: () => any}} does changed: forgets what no longer holds; begin: the first
 *   message, with the large traits; ask: the question of this moment, or null; heard: takes an
 *   answer, and says whether it is to this question; further: what is asked after it, or null
 * @returns {{problem: string, waits: boolean, views: Set<() => void>, again: () => void,
 *   stop: () => void}}
 */
export function computing(
  model,
  large,
  traits,
  eager,
  { changed, begin, ask, heard, further = () => null },
) {
  const run = { problem: "", waits: false, views: new Set(), again, stop };
  /** @type {ReturnType<typeof start> | undefined} */
  let worker;
  let first = true;
  const show = () => run.views.forEach((draw) => draw());
  const fail = () => {
    model.underway?.delete("engine");
    run.problem = tr(
      "This browser does not let a page compute in a worker, which this figure needs.",
    );
    show();
  };
  function again() {
    const idle = first && !eager();
    first = false;
    changed();
    if (!idle) {
      const given = Object.fromEntries(["engine", ...large].map((name) => [name, model.get(name)]));
      const missing = Object.values(given).includes(null);
      run.waits = Object.values(given).includes(undefined);
      run.problem = missing
        ? tr("What this figure needs could not be loaded: change something to try again.")
        : "";
      if (!missing && !run.waits) {
        if (!worker) {
          worker = start(
            given.engine,
            (answer) => {
              const more = heard(answer) && further();
              if (more) worker?.ask(more);
              else if (more === null) model.underway?.delete("engine");
              show();
            },
            fail,
          );
          worker.ask(begin(given));
        }
        const question = ask();
        if (question) {
          model.underway?.add("engine"); // a page can tell that the picture will change
          worker.ask(question);
        }
      }
    }
    show();
  }
  const all = ["engine", ...large, ...traits];
  for (const trait of all) model.on(`change:${trait}`, again);
  again();
  function stop() {
    for (const trait of all) model.off(`change:${trait}`, again);
    worker?.stop();
  }
  return run;
}
