// The fields of an exercise that is answered with numbers, which are checked as `check` does it in
// a notebook.
import { check, number, parts, RIGHT, unpack } from "./hand_check.js";
import { tr } from "../pages/words.js";

const { shelf } = globalThis.wb.progress_store;
const [typed, done] = [shelf("typed/"), shelf("done/")];

/** Let the fields of one form answer. */
function start(form) {
  const { exercise, table } = form.dataset;
  const fields = [...form.querySelectorAll("input")];
  const said = form.querySelector("output");
  const texts = () => fields.map((field) => field.value);
  const strange = (field) => parts(field.value).some((text) => Number.isNaN(number(text)));
  let known; // the texts as they are kept

  const fill = (values) => fields.forEach((field, i) => (field.value = values[i] ?? ""));
  const tell = (text) => {
    said.innerHTML = text; // hints may hold emphasis
    said.classList.toggle("wb-right", text === RIGHT);
  };
  const clear = () => {
    tell("");
    for (const field of fields) field.removeAttribute("aria-invalid");
  };
  const judge = async () => {
    const found = fields.map((field) => parts(field.value).map(number));
    const listed = found.some((numbers) => numbers.length > 1);
    return check(await unpack(table), listed ? found.flat() : found.map(([one]) => one ?? null));
  };
  /** A list in one field fills them all. */
  const spread = () => {
    const list = fields
      .map((field) => parts(field.value))
      .find(({ length }) => length > 1 && length === fields.length);
    if (list) fill(list);
  };
  const keep = () => {
    spread();
    known = JSON.stringify(texts());
    typed.put([[exercise, texts().some(Boolean) ? texts() : undefined]]);
  };
  /** Show what is kept, and that it is right where it was. */
  const show = async () => {
    const kept = typed.get(exercise) ?? fields.map(() => "");
    if (JSON.stringify(kept) === known) return;
    known = JSON.stringify(kept);
    fill(kept);
    clear();
    if (!done.get(exercise) || fields.some(strange)) return;
    if ((await judge()) === RIGHT) tell(RIGHT);
  };

  form.addEventListener("input", ({ inputType }) => {
    clear();
    if (inputType === "insertFromPaste") spread();
  });
  form.addEventListener("change", keep);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    keep();
    clear();
    const odd = fields.find(strange);
    if (odd) {
      said.textContent = tr(
        "Please write a number, such as 0.25, −3, 1/4 or 25%: “{typed}” is not understood here.",
        { typed: odd.value.trim() },
      );
      odd.setAttribute("aria-invalid", "true");
      return odd.focus();
    }
    const text = await judge();
    tell(text);
    if (text === RIGHT) done.put([[exercise, true]]);
  });
  typed.follow(show); // another tab, or a file
  show();
}

document.querySelectorAll(".wb-hand").forEach(start);
