// A run of the machine in the page's Python: what it tells on the way, and why it ended.
import { Stopped, ask, megabytes, started, stop } from "../practice/engine.js";
import { make } from "../pages/make.js";
import { button } from "../practice/field.js";
import { tr } from "../pages/words.js";

const SILENCE = 10_000; // ms without a word
const QUARTER = 25; // percent

/**
 * Buttons to run and to stop, with a line that says how far it is.
 * @param {string} text of the button
 * @param {() => void} onPress
 */
export function runner(text, onPress) {
  const again = button(text, () => again.ariaDisabled === "true" || onPress(), {
    ariaDisabled: "false",
  });
  again.classList.add("wb-my-go");
  const halt = button(tr("Stop"), stop, { ariaDisabled: "true" });
  const goes = [again];
  const busy = (is) => {
    for (const one of goes) one.ariaDisabled = String(is);
    halt.ariaDisabled = String(!is);
  };
  const beside = make("span", { className: "wb-my-pace" });
  const status = make("p", { className: "wb-my-status", role: "status" });
  const line = make("div", { className: "wb-my-told" }, beside, status);
  const say = (words) => status.textContent === words || (status.textContent = words);
  const first = tr("The first run loads {megabytes} MB of Python, once.", { megabytes });
  say(started() ? "" : first);
  addEventListener("wb-works", () => status.textContent === first && say(""));

  /**
   * Run a part of the machine; undefined if it was stopped, or could not begin.
   * @param {Record<string, any>} message
   * @param {Record<string, (value: any) => void>} heard what is done with what it tells, by its kind
   */
  async function request({ data, ...message }, heard) {
    let [clock, told, box] = [0, -1, ""];
    const waits = () => {
      clearTimeout(clock);
      clock = setTimeout(
        () =>
          say(
            tr(
              "{box} has not come back for {seconds} seconds. Is there a loop that never ends? Stop ends it, and nothing is lost.",
              { box: box || "Python", seconds: SILENCE / 1000 },
            ),
          ),
        SILENCE,
      );
    };
    busy(true);
    beside.textContent = "";
    say(started() ? tr("It runs.") : tr("Python is on its way."));
    try {
      const result = await ask(
        { what: "yours", asked: JSON.stringify(message), data },
        {
          loads: (part) => {
            const percent = Math.floor((part * 100) / QUARTER) * QUARTER;
            if (percent > told)
              say(
                part === 1
                  ? tr("Python starts.")
                  : tr("Python is on its way: {percent}%.", { percent: (told = percent) }),
              );
          },
          runs: () => {
            say(tr("It runs."));
            waits();
          },
          tells: (about, json) => {
            const value = JSON.parse(json);
            if (about === "box") box = value;
            waits();
            heard[about]?.(value);
          },
        },
      );
      return JSON.parse(result);
    } catch (error) {
      say(error instanceof Stopped ? tr("Stopped. What was written stays.") : error.message);
      return undefined;
    } finally {
      clearTimeout(clock);
      if (document.activeElement === halt) again.focus();
      busy(false);
      beside.textContent = "";
    }
  }
  return {
    again,
    halt,
    line,
    beside,
    say,
    busy,
    request,
    /** How much of all is done, beside the words. */
    part(done, all, more = "") {
      beside.textContent = `${Math.round((100 * done) / all)}%${more}`;
    },
    /** Another button to run something with. */
    also(words, onclick) {
      const one = button(words, () => one.ariaDisabled === "true" || onclick(), {
        ariaDisabled: "false",
      });
      goes.push(one);
      return one;
    },
  };
}

/**
 * What went wrong in a box: its name, the shapes, the line.
 * @param {{box?: string, text: string}} fault
 * @param {(name: string) => void} onGo
 */
export function fault({ box, text }, onGo) {
  return make(
    "div",
    { className: "wb-my-fault" },
    make("pre", { tabIndex: 0 }, text),
    ...(box ? [button(tr("Go to {box}", { box }), () => onGo(box))] : []),
  );
}
