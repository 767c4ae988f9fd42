// What a figure hears from its model, and tells it.

/**
 * Follow traits: one call for all that one script changes, when it has come to its end, so that no
 * state is drawn that was never meant.
 * @param {Model} model
 * @param {string[]} traits
 * @param {() => void} call
 * @returns {() => void} what ends it
 */
export function watch(model, traits, call) {
  let due = false;
  const settle = () => {
    if (!due) return;
    due = false;
    call();
  };
  const gather = () => {
    if (!due) queueMicrotask(settle);
    due = true;
  };
  for (const trait of traits) model.on(`change:${trait}`, gather);
  return () => {
    due = false;
    for (const trait of traits) model.off(`change:${trait}`, gather);
  };
}

/**
 * Draw now, and again when traits have changed; returns the function that stops it.
 * @param {Model} model
 * @param {string[]} traits
 * @param {() => void} draw
 * @returns {() => void}
 */
export function follow(model, traits, draw) {
  draw();
  return watch(model, traits, draw);
}

/**
 * What an anywidget module hands out: draw, and when one of the traits changes that the whole
 * figure hangs on, build it anew.
 * @param {string[]} traits
 * @param {(model: any, el: HTMLElement) => () => void} build returns what stops the figure
 */
export const rebuilt =
  (traits, build) =>
  ({ model, el }) => {
    let stop = () => {};
    const ignore = follow(model, traits, () => {
      stop();
      stop = build(model, el);
    });
    return () => {
      ignore();
      stop();
    };
  };

/** Whether the reader has asked for less motion: `calm.matches`. */
export const calm = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Write traits and send them on.
 * @param {Model} model
 * @param {Record<string, any>} traits
 */
export function write(model, traits) {
  for (const [trait, value] of Object.entries(traits)) model.set(trait, value);
  model.save_changes();
}

/** Whether the page was loaded anew, which keeps its place. */
export function reloaded() {
  /** @type {any[]} */
  const [now] = performance.getEntriesByType("navigation");
  return now?.type === "reload";
}
