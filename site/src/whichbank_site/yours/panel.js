// What a box holds: the reader's own code, which they can change here, or where its exercise is.
import { make } from "../pages/make.js";
import { button, fields } from "../practice/field.js";
import { tr } from "../pages/words.js";

const PAUSE = 300; // ms after the last key

/**
 * @param {ReturnType<typeof import("./boxes.js").holding>} held
 * @param {() => void} onRun
 */
export function panel(held, onRun) {
  const heading = make("h2");
  const does = make("p", { className: "wb-my-does" });
  const place = make("div", { className: "wb-my-holds" });
  const back = button(tr("Put back"), () => {
    clearTimeout(clock);
    held.change(picked, undefined);
    field?.setOptions({ value: held.text(held.named(picked)) });
    field?.textarea.focus();
  });
  const said = make("p", { className: "wb-my-status", role: "status" });
  const way = make("a");
  const root = make(
    "section",
    { className: "wb-my-panel", ariaLabel: tr("The box that is picked") },
    heading,
    does,
    place,
    make("div", { className: "wb-my-hands" }, back, way),
    said,
  );
  let [picked, shown, clock] = ["", "", 0];
  /** @type {Field | undefined} */
  let field;

  async function fill() {
    const box = held.named(picked);
    const text = held.text(box);
    if (text === undefined) {
      field = undefined;
      place.replaceChildren(
        make("pre", { tabIndex: 0 }, box.signature),
        make(
          "p",
          {},
          tr(
            "The course’s own function stands here. Solve the exercise, and this box lights up with yours.",
          ),
        ),
      );
      return;
    }
    const create = await fields();
    if (box.name !== picked) return;
    place.replaceChildren();
    const editor = make("div", { className: "wb-editor" });
    place.append(editor);
    field = create(editor, text, tr("Your {box}", { box: box.name }), onRun);
    field.setOptions({ wordWrap: true }); // the panel is narrower than a chapter's page
    const { textarea } = field;
    textarea.addEventListener("input", () => {
      clearTimeout(clock);
      clock = setTimeout(() => held.change(box.name, textarea.value), PAUSE);
    });
  }

  function show() {
    const box = held.named(picked);
    const [lit, changed] = [held.text(box) !== undefined, held.changed().has(picked)];
    back.disabled = !changed;
    back.hidden = !lit;
    way.href = `${box.page}.html#${box.anchor}`;
    way.textContent = box.chapter
      ? tr("Exercise {exercise}, chapter {chapter}", box)
      : tr("Exercise {exercise}", box);
    said.textContent = changed
      ? tr("Changed, on this page alone: your saved answer stays as it is.")
      : "";
    const key = `${picked} ${lit}`;
    if (key !== shown) fill();
    shown = key;
  }
  held.views.add(() => picked && show());
  return {
    root,
    pick(name) {
      picked = name;
      const box = held.named(name);
      heading.textContent = box.title;
      does.textContent = box.does;
      show();
    },
    focus: () => (field?.textarea ?? way).focus(),
  };
}
