// Gives each code cell that can run here a button that runs it, and a press in its code that lets the reader
// change it; the first that cannot gets one that says so, for all of them. What does so, and the editor of the exercises, comes with the first
// press, or when a reader comes near an exercise.
const practice = globalThis.wb.practice;
const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
practice.base = new URL(".", src).href;
let loading;

function load() {
  loading ??= new Promise((onload, onerror) => {
    document.head.append(
      Object.assign(document.createElement("script"), {
        src: practice.base + practice.script,
        onload,
        onerror,
      }),
    );
  });
  return loading.then(
    () => globalThis.wb.playing,
    () => (loading = undefined),
  ); // no network: the next press tries again
}

const near = new IntersectionObserver(
  (seen) => {
    if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
    near.disconnect();
    load().then((parts) => parts?.practise());
  },
  { rootMargin: "1000px" },
);
for (const cell of document.querySelectorAll(".wb-try")) near.observe(cell);

let count = 0;
const lacking = document.querySelector(".wb-needs");
for (const cell of document.querySelectorAll(".wb-runs, .wb-needs")) {
  const [runs, pre] = [cell.matches(".wb-runs"), cell.querySelector(".cell_input pre")];
  if (!runs && cell !== lacking) continue;
  const title = runs
    ? `Run cell ${(count += 1)} (loads ${practice.megabytes} MB once)`
    : "This cell needs more than the page has";
  const button = Object.assign(document.createElement("button"), {
    type: "button",
    className: "wb-run",
    title,
  });
  button.innerHTML = '<svg aria-hidden="true"><use href="#svg-run"></use></svg>';
  button.addEventListener("click", () =>
    load().then((parts) => (runs ? parts?.play(cell) : parts?.lacks(cell))),
  );
  pre?.before(button);
  if (runs)
    pre?.addEventListener("click", () => {
      const { isCollapsed, anchorNode, anchorOffset } = /** @type {Selection} */ (getSelection());
      if (!isCollapsed || !anchorNode || !pre.contains(anchorNode)) return;
      if (cell.querySelector(".wb-covered")) return;
      const before = document.createRange();
      before.setStart(pre, 0);
      before.setEnd(anchorNode, anchorOffset);
      const at = `${before}`.length;
      load().then((parts) => parts?.play(cell, at));
    });
}
