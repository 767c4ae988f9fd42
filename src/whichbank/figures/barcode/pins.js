// The two places of a number line, as pins that a mouse or a finger drags.

import { html, svg } from "../kit/parts.js";

/**
 * @param {Element} pad
 * @param {number} places on the line
 * @param {(at: number[], i: number) => void} onMove
 */
export function grip(pad, places, onMove) {
  [...pad.querySelectorAll("span")].forEach((pin, i) => {
    pin.classList.add("wb-drag", `wb-c${i}`);
    pin.append(
      html("b", {}, ["t", "t + k"][i]),
      svg("svg", { viewBox: "0 0 12 8" }, svg("path", { d: "M0 0H12L6 8Z" })),
    );
    /** @type {number | null} */
    let away = null; // how far from the pin's place it is held
    const at = (event) => {
      const { left, width } = pad.getBoundingClientRect();
      return ((event.clientX - left) / width) * places;
    };
    pin.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      const handle = /** @type {HTMLInputElement} */ (pin.previousSibling);
      away = Number(handle.value) - at(event);
      pin.setPointerCapture(event.pointerId);
    });
    pin.addEventListener(
      "pointermove",
      (event) => away !== null && onMove([at(event) + away, 0], i),
    );
    for (const end of ["pointerup", "pointercancel"])
      pin.addEventListener(end, () => (away = null));
  });
}
