// The two places of a number line, as pins that a mouse or a finger drags.

import { held } from "../kit/drag.js";
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
    const handle = /** @type {HTMLInputElement} */ (pin.previousSibling);
    const stands = () => Number(handle.value) / places;
    held(pin, pad, stands, (share) => onMove([share * places, 0], i));
  });
}
