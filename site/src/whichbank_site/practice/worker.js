// Python, in a worker of its own: Pyodide with NumPy and the course. All files come from the folder
// of the site that the page names, and the browser keeps them for a visit without a network.

const own = self.fetch.bind(self);
let [base, total, got] = ["", 0, 0];
let store; // without a secure connection, or where the reader forbids it, the browser keeps nothing

const told = (part) => postMessage({ kind: "progress", part });

/**
 * A file of the distribution, counted as it comes.
 * @param {string} address
 */
async function fetched(address) {
  const kept = await store?.match(address);
  const found = kept ?? (await own(address));
  if (!found.ok) throw new Error(`${address} answers ${found.status}`);
  if (!kept) store?.put(address, found.clone()).catch(() => undefined); // no room left
  const count = new TransformStream({
    transform(chunk, out) {
      got += chunk.length;
      told(Math.min(got / total, 1));
      out.enqueue(chunk);
    },
  });
  const type = address.endsWith(".wasm") ? "application/wasm" : "text/javascript";
  return new Response(found.body.pipeThrough(count), { headers: { "Content-Type": type } });
}

/** Run a script that may have to come out of the store. */
async function script(answer) {
  const address = URL.createObjectURL(await (await answer).blob());
  self.importScripts(address);
  URL.revokeObjectURL(address);
}

let page; // the module in_page
let python; // Pyodide

async function start({ folder, sizes, lock, texts }) {
  base = folder;
  total = Object.values(sizes).reduce((sum, size) => sum + size);
  store = await self.caches?.open(`which-bank/python/${base}`).catch(() => undefined);
  for (const name of (await self.caches?.keys().catch(() => [])) ?? []) {
    const earlier =
      name.startsWith(`which-bank/python/${base.replace(/[^/]*\/$/, "")}`) && !name.endsWith(base);
    if (earlier) caches.delete(name); // another version of the same site
  }
  const files = Object.fromEntries(
    Object.keys(sizes).map((name) => [base + name, fetched(base + name)]),
  );
  // told by the one who waits for it
  for (const file of Object.values(files)) file.catch(() => undefined);
  self.fetch = (address, ...more) => files[String(address)] ?? own(address, ...more);
  await script(files[`${base}pyodide.js`]);
  await script(files[`${base}pyodide.asm.js`]);
  const pyodide = await self.loadPyodide({
    indexURL: base,
    packageBaseUrl: base,
    lockFileContents: lock,
  });
  pyodide.unpackArchive(await (await files[`${base}course.zip`]).arrayBuffer(), "zip", {
    extractDir: "/course",
  });
  pyodide.runPython("import sys; sys.path.insert(0, '/course')");
  page = pyodide.pyimport("in_page");
  if (texts) page.speak(texts);
  python = pyodide;
}

const say = (text) => postMessage({ kind: "out", text });
const begins = (at) => postMessage({ kind: "begins", at });
const tells = (about, text) => postMessage({ kind: "tells", about, text });
const ask = {
  start,
  yours: ({ asked, data }) => python.pyimport("in_yours").run(asked, tells, data),
  attempt: ({ exercise, source, imports }) =>
    page.attempt(exercise, source, imports, say).toJs({ dict_converter: Object.fromEntries }),
  play: ({ sources, imports }) =>
    page.chapter.run(imports, sources, say, begins).toJs({ dict_converter: Object.fromEntries }),
  hints: ({ exercise, source, imports }) => page.hints(exercise, source, imports).toJs(),
};

onmessage = async ({ data }) => {
  try {
    postMessage({ kind: "done", result: await ask[data.what](data) });
  } catch (error) {
    postMessage({ kind: "broken", message: `${error.message ?? error}`.trim().split("\n").pop() });
  }
};
