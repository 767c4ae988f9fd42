// Words that a hand moves to another place in their sentence.

/**
 * Drag a slot's label to another slot; a pointer, a pen or a finger.
 * @param {HTMLElement[]} labels
 * @param {(from: number, to: number) => void} onMove called when the dragged one enters another
 *   slot
 */
export function draggable(labels, onMove) {
  /** @type {{id: number, slot: number, label: HTMLElement, moved: boolean} | undefined} */
  let held;
  const nearest = ({ clientX, clientY }) => {
    const away = labels.map((label) => {
      const { left, top, width, height } = label.getBoundingClientRect();
      return Math.hypot(clientX - left - width / 2, clientY - top - height / 2);
    });
    return away.indexOf(Math.min(...away));
  };
  labels.forEach((label, slot) => {
    label.addEventListener("pointerdown", (event) => {
      held = { id: event.pointerId, slot, label, moved: false };
      label.setPointerCapture(event.pointerId);
    });
    label.addEventListener("pointermove", (event) => {
      if (!held || event.pointerId !== held.id) return;
      const to = nearest(event);
      if (to === held.slot) return;
      onMove(held.slot, to);
      Object.assign(held, { slot: to, moved: true });
    });
    for (const end of ["pointerup", "pointercancel"])
      label.addEventListener(end, () => setTimeout(() => (held = undefined)));
    // it was a move, not a pick
    label.addEventListener("click", (event) => held?.moved && event.preventDefault());
  });
}
