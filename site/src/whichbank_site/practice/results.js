// What a run says: how far Python is, what it prints, and why it ended.
import { Stopped, ask, megabytes, started } from "./engine.js";
import { make } from "../pages/make.js";
import { tr } from "../pages/words.js";

const PATIENCE = 10_000; // ms
const STEP = 25; // percent

/**
 * What a button says that may first have to load Python.
 * @param {string} text
 */
export const labeled = (text) =>
  started() ? text : tr("{text} (loads {megabytes} MB once)", { text, megabytes });

/** Once Python is here, no button says so any more. */
function loaded() {
  const plainly = (text) => text.replace(/ ?[(（][^(（]*[)）]$/, "");
  for (const one of document.querySelectorAll(".wb-run")) one.title = plainly(one.title);
  for (const one of document.querySelectorAll(".wb-try-tools > :first-child"))
    one.textContent = plainly(one.textContent);
}

/** The chapter's imports. */
export const imports = () =>
  [...document.querySelectorAll("article .cell_input pre")]
    .map((pre) => pre.textContent)
    .filter((code) => /^(from|import) /.test(code))
    .join("\n");

/**
 * @param {HTMLButtonElement} again runs; meanwhile it is disabled
 * @param {HTMLButtonElement} halt is there meanwhile
 */
export function results(again, halt) {
  const status = make("p", { className: "wb-status", role: "status" });
  const bar = make("progress", { hidden: true, ariaLabel: tr("Python on its way") });
  const printed = make("pre", {
    className: "wb-printed",
    hidden: true,
    tabIndex: 0,
    ariaLabel: tr("Printed"),
  });
  const say = (text) => status.textContent === text || (status.textContent = text);
  const clear = () => {
    printed.replaceChildren();
    printed.hidden = true;
  };

  /**
   * Ask Python, show how far it is, and say what went wrong; undefined then.
   * @param {Record<string, any>} message
   * @param {(at: number) => void} [begins] is told which cell begins
   */
  async function request(message, begins) {
    let [clock, told] = [0, -1];
    again.ariaDisabled = "true";
    halt.hidden = false;
    say(started() ? tr("Running.") : tr("Python is on its way."));
    try {
      return await ask(message, {
        out: (text) => {
          printed.hidden = false;
          printed.append(text);
        },
        begins,
        loads: (part) => {
          bar.hidden = part === 1;
          bar.value = part;
          const percent = Math.floor((part * 100) / STEP) * STEP;
          if (percent > told)
            say(
              part === 1
                ? tr("Python starts.")
                : tr("Python is on its way: {percent}%.", { percent: (told = percent) }),
            );
        },
        runs: () => {
          bar.hidden = true;
          say(tr("Running."));
          clock = setTimeout(
            () =>
              say(
                tr(
                  "It has been running for ten seconds. Is there a loop that never ends? Stop ends it.",
                ),
              ),
            PATIENCE,
          );
        },
      });
    } catch (error) {
      say(error instanceof Stopped ? tr("Stopped. What you have written stays.") : error.message);
      return undefined;
    } finally {
      clearTimeout(clock);
      bar.hidden = true;
      if (document.activeElement === halt) again.focus();
      halt.hidden = true;
      again.ariaDisabled = "false";
      if (started()) loaded();
    }
  }

  return { shown: [status, bar, printed], printed, say, clear, request };
}
