// One Python for the page, in a worker that can be ended at any time. It starts on the first
// request.

import { tr } from "../pages/words.js";

export const {
  base,
  worker: code,
  folder,
  sizes,
  lock,
  texts: translated,
  style,
  editor,
  megabytes,
} = globalThis.wb.practice;
const OFFLINE =
  tr("A page that is opened from a folder cannot run Python.") +
  " " +
  tr(
    "Serve the folder on this machine (python -m http.server in it, then http://localhost:8000), or open the notebook.",
  );
const FRAMED = tr(
  "The site around this frame keeps Python from loading. Open this page in a tab of its own.",
);

export class Stopped extends Error {}

/** @type {ReturnType<typeof begin> | undefined} the worker, and what it is asked for */
let current;
let running = false;
/** @type {(part: number) => void} */
let progress = () => {};

function begin() {
  // also there without a network
  const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const worker = new Worker(address);
  dispatchEvent(new Event("wb-works"));
  /**
   * @type {Told & {resolve?: (result: any) => void, reject?: (problem: Error) => void}}
   */
  let asked = {};
  const send = (message, told = {}) =>
    new Promise((resolve, reject) => {
      asked = { ...told, resolve, reject };
      worker.postMessage(message);
    });
  let here = false;
  const broken = (message) => {
    worker.terminate();
    current = undefined;
    const unloaded =
      origin === "null" ? FRAMED : tr("Python could not be loaded: {message}", { message });
    asked.reject?.(new Error(here ? tr("Python has ended: {message}", { message }) : unloaded));
  };
  worker.onmessage = ({ data: { kind, part, text, at, about, result, message } }) => {
    if (kind === "progress") progress(part);
    else if (kind === "out") asked.out?.(text);
    else if (kind === "tells") asked.tells?.(about, text);
    else if (kind === "begins") asked.begins?.(at);
    else if (kind === "done") asked.resolve?.(result);
    else broken(message);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    broken(event.message ?? tr("is there a network?"));
  };
  const end = () => {
    worker.terminate();
    asked.reject?.(new Stopped(tr("Stopped.")));
  };
  const ready = send({ what: "start", folder: base + folder, sizes, lock, texts: translated });
  // a fault is told to whoever waits
  ready
    .then(
      () => (here = true),
      () => undefined,
    )
    .finally(() => URL.revokeObjectURL(address));
  return { ready, send, end, up: false };
}

/**
 * @typedef {{out?: (text: string) => void, begins?: (at: number) => void, tells?: (about: string, text:
 *   string) => void}} Told
 */

/**
 * Ask Python; one request at a time.
 * @param {Record<string, any>} message
 * @param {Told & {loads?: (part: number) => void, runs?: () => void}} [told]
 */
export async function ask(message, { out, begins, tells, loads = () => {}, runs = () => {} } = {}) {
  if (location.protocol === "file:") throw new Error(OFFLINE);
  if (running) throw new Error(tr("Something else is running. Stop it first."));
  running = true;
  progress = loads;
  try {
    const mine = (current ??= begin());
    await mine.ready;
    mine.up = true;
    runs();
    return await mine.send(message, { out, begins, tells });
  } finally {
    running = false;
    progress = () => {};
  }
}

/** Whether Python is here, or on its way. */
export const started = () => current !== undefined;

/**
 * End what runs. Where Python was there already, a new one starts at once, from what the browser
 * has kept.
 */
export function stop() {
  const ended = current;
  current = undefined;
  ended?.end();
  if (ended?.up) current = begin();
}
