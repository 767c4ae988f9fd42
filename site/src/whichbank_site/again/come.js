// What comes back, as far as every page knows of it: when something was first answered, and whether
// its time may have come.
import { follow, load, put } from "../progress/store.js";

const minute = Math.floor(Date.now() / 60_000);
const REST = 20 * 60; // minutes: nothing comes back on the same day

/** Write down when something was answered first, and how: MISSED or KNOWN of plan.js. */
export const writeDown = () =>
  follow((items) => {
    const news = [...items].filter(
      // under a name of today; *just show me* is no answer
      ([name, value]) =>
        /^(answer|guess|done)\/[a-z][a-z\d.-]*$/.test(name) &&
        value.answer !== null &&
        !items.has(`again/${name}`),
    );
    if (news.length)
      put(news.map(([name, { right = true }]) => [`again/${name}`, [[minute, right ? 3 : 1]]]));
  });

/**
 * Fetch what comes back where it is seen: on the page "Your progress", and at a chapter's start, if
 * there may be something.
 * @param {string | undefined} page the chapter's name
 * @param {string} src the address of what offers it
 */
export function offer(page, src) {
  const old = ([name, log]) => name.startsWith("again/") && log.at(-1)[0] < minute - REST;
  if (page ? ![...load()].some(old) : !document.getElementById("wb-again")) return;
  globalThis.wb.again_page = page;
  document.head.append(Object.assign(document.createElement("script"), { src }));
}
