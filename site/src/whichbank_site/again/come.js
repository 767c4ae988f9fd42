// What comes back, as far as every page knows of it: when something was first answered, and whether
// its time may have come.
import { follow, load, put } from "../progress/store.js";

const START = "again/";
const REST = 20 * 60; // minutes: nothing comes back on the same day
/**
 * Whether an item is an answer, under a name of today.
 * @param {string} name
 * @param {any} value
 */
const answered = (name, value) =>
  /^(answer|guess)\/[a-z0-9-]+$|^done\/[a-z]+\.\d+$/.test(name) && value.answer !== null;

/** Write down when something was answered first, and how: MISSED or KNOWN of plan.js. */
export function writeDown() {
  const minute = Math.floor(Date.now() / 60_000);
  follow((items) => {
    const news = [...items].filter(
      ([name, value]) => answered(name, value) && !items.has(START + name),
    );
    const graded = ({ right = true }) => (right ? 3 : 1);
    if (news.length) put(news.map(([name, value]) => [START + name, [[minute, graded(value)]]]));
  });
}

/**
 * Fetch what comes back where it is seen: on the page "Your progress", and at a chapter's start, if
 * there may be something.
 * @param {string | undefined} page the chapter's name
 * @param {string} script the address of what offers it
 */
export function offer(page, script) {
  const latest = Math.floor(Date.now() / 60_000) - REST;
  const items = load();
  const old = ([name, log]) => name.startsWith(START) && log.at(-1)[0] < latest;
  const wanted = page
    ? !items.has("quiet/again") && [...items].some(old)
    : document.getElementById("wb-again");
  if (!wanted) return;
  globalThis.wb.again_page = page;
  document.head.append(Object.assign(document.createElement("script"), { src: script }));
}
