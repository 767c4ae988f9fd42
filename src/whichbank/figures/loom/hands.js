// The hands on the figure `loom`: a tap asks, the wheel with Ctrl or two fingers open a layer.

const OPEN = 1.3; // how far two fingers part, or close, to open a layer or leave it

const LONG = 500; // ms of a press that takes a word out

/**
 * A long press on a word, or the key Delete on it, takes it out.
 * @param {HTMLElement} label
 * @param {() => void} take
 */
export function takes(label, take) {
  let timer = 0;
  const end = () => clearTimeout(timer);
  label.addEventListener("pointerdown", () => {
    end();
    timer = setTimeout(() => {
      take();
      // the click that ends the press asks nothing
      label.addEventListener("click", (event) => event.preventDefault(), { once: true });
    }, LONG);
  });
  for (const event of ["pointerup", "pointerleave", "pointercancel"])
    label.addEventListener(event, end);
  label.addEventListener("contextmenu", (event) => event.preventDefault());
  label.addEventListener("keydown", (event) => {
    if (event.key === "Delete" || event.key === "Backspace") take();
  });
}

/**
 * @param {HTMLElement} canvas
 * @param {{ask: (x: number, y: number) => void, open: (y: number) => void, leave: () => void, inside: () =>
 *   boolean, within: () => boolean}} does places are shares of the canvas, from its left and from
 *   its top; inside: it goes no deeper; within: there is a way back
 */
export function handsOn(canvas, { ask, open, leave, inside, within }) {
  /** @type {Map<number, PointerEvent>} */
  const fingers = new Map();
  let apart = 0;
  const down = (event) => {
    const box = canvas.getBoundingClientRect();
    return (event.clientY - box.y) / box.height;
  };
  const lift = (event) => {
    fingers.delete(event.pointerId);
    apart = 0;
  };
  const hands = {
    click: (event) => ask(event.offsetX / canvas.clientWidth, down(event)),
    wheel: (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      if (event.deltaY < 0 && !inside()) open(down(event));
      if (event.deltaY > 0 && within()) leave();
    },
    pointerdown: (event) => fingers.set(event.pointerId, event),
    pointermove: (event) => {
      if (!fingers.has(event.pointerId)) return;
      fingers.set(event.pointerId, event);
      if (fingers.size < 2) return;
      const [a, b] = [...fingers.values()];
      const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      apart ||= now;
      if (now > OPEN * apart && !inside()) open(down(event));
      if (OPEN * now < apart && within()) leave();
    },
    pointerup: lift,
    pointercancel: lift,
  };
  for (const [event, call] of Object.entries(hands))
    canvas.addEventListener(event, call, { passive: false });
}
