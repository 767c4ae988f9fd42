// Fetch a large thing that comes in parts, each named by its checksum, and keep the parts in the
// browser: a second visit needs no network, and a download that broke off goes on where it was. A
// figure finds this as `wb.download`.

import { tr } from "./words.js";

const STORE = "which-bank-model";
const AT_ONCE = 4;
const PATIENCE = 60_000; // ms for a part, which has at most 200 kB

let full = false; // the browser could not keep a part

/** What is in the address's name must be how the checksum begins. */
async function isWhole(address, bytes) {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const name = Array.from(sum, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return name.startsWith(address.replace(/^.*\/|\.\w+$/g, ""));
}

/**
 * One part, from the store or else the network.
 * @returns {Promise<ArrayBuffer>}
 */
async function part(store, address, signal) {
  const kept = await store?.match(address).catch(() => undefined);
  if (kept) {
    const bytes = await kept.arrayBuffer();
    if (await isWhole(address, bytes)) return bytes;
  }
  const late = new AbortController();
  const stop = () => late.abort();
  signal.addEventListener("abort", stop);
  const timer = setTimeout(stop, PATIENCE);
  try {
    const answer = await fetch(address, { signal: late.signal, cache: "no-store" });
    if (answer.status === 404)
      throw new Error(
        tr(
          "This copy of the site does not have the model's files: open the course at its web address.",
        ),
      );
    if (!answer.ok)
      throw new Error(
        tr("The server answers with the error {status}. Ask again to go on.", answer),
      );
    const bytes = await answer.arrayBuffer();
    if (!(await isWhole(address, bytes)))
      throw new Error(
        tr("A part of the model came damaged: its checksum is wrong. Ask again to fetch it anew."),
      );
    await store?.put(address, new Response(bytes)).catch(() => (full = true));
    return bytes;
  } catch (problem) {
    if (problem.name === "Error" || signal.aborted) throw problem;
    throw new Error(tr("The download broke off. What has come is kept: ask again to go on."), {
      cause: problem,
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

/**
 * Fetch what a list of parts names.
 * @param {string} address of the list, which is a part too
 * @param {AbortSignal} signal
 * @param {(bytes: number) => void} onProgress how much is here
 * @returns {Promise<{list: any, data: ArrayBuffer, kept: boolean}>} kept: the next visit finds it
 *   in the store
 */
async function download(address, signal, onProgress) {
  full = false;
  const where = new URL(address, document.baseURI).href;
  const store = await caches.open(STORE).catch(() => {
    full = true; // some browsers keep nothing in a private window
    return undefined;
  });
  // Two tabs share the work: who comes second to a part finds it in the store.
  const get = (one) =>
    navigator.locks
      ? navigator.locks.request(one, { signal }, () => part(store, one, signal))
      : part(store, one, signal);
  const list = JSON.parse(new TextDecoder().decode(await get(where)));
  const addresses = list.parts.map((name) => new URL(name, where).href);
  const data = new Uint8Array(list.bytes);
  let [here, next] = [0, 0];
  const lane = async () => {
    while (next < addresses.length) {
      const i = next++;
      const bytes = await get(addresses[i]);
      data.set(new Uint8Array(bytes), i * list.each);
      onProgress((here += bytes.byteLength));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  // what an earlier edition of the site has left goes
  const wanted = new Set([where, ...addresses]);
  for (const { url } of (await store?.keys()) ?? []) if (!wanted.has(url)) await store?.delete(url);
  return { list, data: data.buffer, kept: !full };
}

export default download;
