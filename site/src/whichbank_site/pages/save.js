import { make } from "./make.js";

/** Hand the reader a file, made here and now. */
export function save(name, text, type = "text/plain") {
  const href = URL.createObjectURL(new Blob([text], { type }));
  make("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
