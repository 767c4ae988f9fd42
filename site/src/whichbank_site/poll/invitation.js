// The address that phones open, and the picture of it that they read.
import { make } from "../pages/make.js";
import { script, SITE } from "./items.js";
import { keep, recall } from "./memory.js";
import { tr } from "../pages/words.js";

const { home, phone, qr } = globalThis.wb.poll_files;

/** Whether only this computer can open an address. */
const isOwn = ({ protocol, hostname }) =>
  !/^https?:$/.test(protocol) || /^(localhost|127\..*|\[::1\]|0\.0\.0\.0)$/.test(hostname);

/**
 * The address of a question, with its picture, and a field for where the course lies.
 * @param {string} name
 */
export function invitation(name) {
  const own = isOwn(new URL(SITE));
  const field = make("input", {
    type: "text",
    inputMode: "url",
    autocomplete: "off",
    value: recall("site") ?? (own ? home : SITE),
  });
  const link = make("a", { target: "_blank" });
  const picture = make("button", {
    type: "button",
    className: "wb-poll-qr",
    ariaLabel: tr("The code for phones, large"),
  });
  picture.onclick = () => picture.classList.toggle("wb-large");
  const said = make("p", { role: "status" });
  const other = make(
    "details",
    {},
    make("summary", {}, tr("Where phones find the course")),
    make("label", {}, tr("Its address on the web"), field),
  );
  let drawing;
  const draw = async () => {
    picture.hidden = true;
    let text = "";
    let address;
    try {
      address = new URL(phone, field.value.trim().replace(/\/?$/, "/"));
    } catch {
      address = undefined;
    }
    const dead = !address || isOwn(address);
    const at = `${dead ? SITE + phone : address.href}#${name}`;
    link.href = at;
    link.textContent = dead
      ? tr("Open the page of the phones here")
      : at.replace(/^https?:\/\//, "");
    if (dead)
      text = field.value.trim()
        ? tr("No phone can open this address: it is that of your own computer.")
        : tr(
            "This copy of the course lies on your own computer, where no phone can open it. Give the address of a copy on the web below, or count hands.",
          );
    said.textContent = text;
    other.open ||= dead;
    if (dead || !qr) return;
    try {
      drawing ??= script(qr);
      await drawing;
    } catch {
      drawing = undefined;
      said.textContent = tr("The code cannot be drawn now. The address does as well.");
      return;
    }
    const { data, size } = globalThis.wb.qr.encode(at, { ecc: "M", border: 3 });
    const path = data
      .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
      .join("");
    picture.innerHTML = `<svg viewBox="0 0 ${size} ${size}" aria-hidden="true" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
    picture.hidden = false;
  };
  field.oninput = () => {
    keep("site", field.value);
    draw();
  };
  draw();
  return make(
    "div",
    { className: "wb-poll-call" },
    picture,
    make("p", { className: "wb-poll-at" }, link),
    said,
    other,
  );
}
