// Letters of a picture that is drawn smaller or larger than it was thought: on a phone they can be
// read, and in lecture view from the last row.

/** Pixels of a letter that is read from the last row. */
export const READ = 22;
const PHONE_LETTER = 11; // pixels of any letter
const NARROW = 360; // pixels of a window
const ENLARGED = 20; // pixels of a page's type
const SMALLER = 0.93; // the numbers at an axis, and its name, as in kit.css

/**
 * Keep the letters of a picture large enough, however it is scaled.
 * @param {SVGSVGElement} root
 * @param {(size: number) => void} [tell] takes the size of its type, in its own units, that it has
 *   at least
 */
export function lettered(root, tell = () => {}) {
  let before = "";
  /** @type {Element | null} */
  let figure = null;
  const measure = () => {
    const scale = root.clientWidth && root.getScreenCTM()?.a;
    if (!scale) return;
    // a window may grow while the picture stays as wide
    if (!figure && (figure = root.closest(".wb-figure"))) observer.observe(figure);
    // where a page is narrower than any phone, or its text is set larger, it is enlarged already
    const type = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const least = innerWidth < NARROW || type > ENLARGED ? 0 : PHONE_LETTER + 0.2;
    const wanted = root.closest(".wb-lecture") ? READ + 0.2 : least;
    const size = (wanted / SMALLER / scale).toFixed(1);
    if (size === before) return;
    before = size;
    root.style.setProperty("--wb-least", `${size}px`);
    tell(Number(size));
  };
  const observer = new ResizeObserver(measure);
  root.classList.add("wb-lettered");
  root.addEventListener("wb-resized", measure);
  observer.observe(root);
}

/**
 * Tell the pictures in a node that they are drawn at another scale.
 * @param {HTMLElement} node
 */
export function resized(node) {
  for (const root of node.querySelectorAll(".wb-lettered"))
    root.dispatchEvent(new Event("wb-resized"));
}
