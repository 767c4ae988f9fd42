// A handle on a line, which a mouse, a pen or a finger moves.

/**
 * Let a handle follow the pointer that presses it, which may press beside its middle. Places are
 * shares of the line's width.
 * @param {any} handle
 * @param {any} line
 * @param {() => number} stands where the handle is
 * @param {(share: number) => void} onMove
 * @param {() => void} [onEnd]
 * @returns {() => boolean} whether it is held
 */
export function held(handle, line, stands, onMove, onEnd) {
  let off = NaN; // from the pointer to where the handle stands
  const at = (event) => {
    const { left, width } = line.getBoundingClientRect();
    return (event.clientX - left) / width;
  };
  const holds = () => !Number.isNaN(off);
  handle.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    off = stands() - at(event);
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener("pointermove", (event) => holds() && onMove(at(event) + off));
  for (const end of ["pointerup", "pointercancel"])
    handle.addEventListener(end, () => {
      off = NaN;
      onEnd?.();
    });
  return holds;
}
