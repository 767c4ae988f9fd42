// The keepsake: one file of the reader's functions, and a page to print.
import { make } from "../pages/make.js";
import { save } from "../pages/save.js";
import { button } from "../practice/field.js";
import { runner } from "./run.js";
import { small } from "./small.js";
import { tr } from "../pages/words.js";
import { LANGUAGE } from "../pages/counts.js";

const today = () =>
  new Date().toLocaleDateString(LANGUAGE, { day: "numeric", month: "long", year: "numeric" });

/**
 * @param {Desk} desk
 */
export function keepsake({ held, kept, go }) {
  const name = make("input", { type: "text", maxLength: 60, autocomplete: "off" });
  const sheet = make("div", { className: "wb-my-sheet" });
  const run = runner(tr("Download the file"), download);
  const print = button(tr("Print the page"), () => {
    fill();
    document.documentElement.classList.add("wb-my-sheet-alone");
    addEventListener(
      "afterprint",
      () => document.documentElement.classList.remove("wb-my-sheet-alone"),
      { once: true },
    );
    globalThis.print();
  });

  /** What was built and checked here. */
  function fill() {
    const lit = held.lit();
    const own = held.boxes.filter((box) => lit.has(box.name));
    sheet.replaceChildren(
      make("div", { className: "wb-my-portrait", innerHTML: small(lit) }),
      make("p", { className: "wb-my-over" }, tr("Which Bank? · It runs on mine")),
      make("h3", {}, tr("A machine that reads and writes")),
      ...(name.value.trim()
        ? [make("p", {}, tr("Put together by {name}", { name: name.value.trim() }))]
        : []),
      make(
        "p",
        {},
        own.length
          ? tr(
              "{n} of the {all} functions of a transformer, written by hand, checked in this browser:",
              { n: own.length, all: held.boxes.length },
            )
          : tr("No function of yours is checked in this browser yet."),
      ),
      make(
        "ul",
        {},
        ...own.map((box) =>
          make(
            "li",
            {},
            make("code", {}, box.signature),
            ` · ${tr("{title}, exercise {exercise}", box)}`,
          ),
        ),
      ),
      ...(kept.sample ? [make("p", {}, tr("It wrote:"), " ", make("q", {}, kept.sample))] : []),
      ...(kept.read ? [make("p", {}, tr("It read:"), " ", make("q", {}, kept.read))] : []),
      make("p", {}, today()),
    );
  }

  async function download() {
    const result = await run.request(
      {
        stage: "keep",
        boxes: held.asked("", true),
        name: name.value.trim(),
        day: today(),
        sample: kept.sample ?? "",
      },
      {},
    );
    if (!result) return;
    if (result.error) return (run.say(result.error), go(result.box));
    save("my_transformer.py", result.text);
    run.say(
      tr(
        "The file is yours. It needs Python 3.11 or newer, NumPy, and the course’s package for the weights.",
      ),
    );
  }

  held.views.add(fill);
  fill();
  name.addEventListener("input", fill);
  return [
    sheet,
    make("label", { className: "wb-my-line" }, tr("Your name, if you like"), name),
    make("div", { className: "wb-my-hands" }, run.again, run.halt, print),
    run.line,
  ];
}
