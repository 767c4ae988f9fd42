// Mounts the figures of a built page. It gives each module the model that anywidget would give it
// in a notebook: get, set, on, off, save_changes. There is no kernel: a change reaches every view
// of the model and goes no further. What only a page has, the model gives besides: its name, the
// traits that come later, what is underway, a shelf for answers, the misconceptions behind them, a
// question to a class, and the download of a large file.

/** @implements {Model} */
class PageModel {
  /**
   * @param {Record<string, any>} state
   * @param {string} name by which an address asks for a state of this figure
   * @param {Record<string, string>} [later] addresses of the traits left out of it
   * @param {Record<string, Record<string, string>>} [behind] the misconceptions behind wrong answers
   * @param {string} [poll] the address of what asks a class
   */
  constructor(state, name, later = {}, behind = {}, poll = "") {
    this.state = state;
    this.name = name;
    this.later = later;
    this.behind = behind;
    this.poll = poll && ((el, id, onFigure) => ask(poll, el, id, onFigure));
    /** @type {Set<string>} */
    this.underway = new Set();
    /** @type {Map<string, Set<() => void>>} */
    this.listeners = new Map();
  }
  /**
   * A trait; one that the page left out is undefined until it is here, and its change tells when.
   * @param {string} name
   */
  get(name) {
    if (name in this.later && !(name in this.state)) this.load(name);
    return this.state[name];
  }
  /**
   * Load a trait by a script, which also a page opened from a folder may. If that fails, the trait
   * is null for the one change that tells so, and then as before: asked for again, it is loaded
   * again.
   * @param {string} name
   */
  load(name) {
    if (this.underway.has(name)) return;
    this.underway.add(name);
    const script = document.createElement("script");
    script.src = this.later[name];
    script.onload = script.onerror = () => {
      const file = this.later[name].replace(/^.*\//, "");
      const value = wb.later?.[file] ?? null;
      if (value === null)
        console.error(`The figure's ${name} could not be loaded from ${script.src}`);
      script.remove();
      this.underway.delete(name); // who is told may set something else underway, by the same name
      this.set(name, value);
      if (value === null) queueMicrotask(() => delete this.state[name]); // when all have been told
    };
    document.head.append(script);
  }
  /**
   * @param {string} name
   * @param {unknown} value
   */
  set(name, value) {
    if (this.state[name] === value) return;
    this.state[name] = value;
    for (const event of [`change:${name}`, "change"])
      for (const call of [...(this.listeners.get(event) ?? [])]) call();
  }
  /**
   * @param {string} event
   * @param {() => void} call
   */
  on(event, call) {
    this.listeners.set(event, (this.listeners.get(event) ?? new Set()).add(call));
  }
  /**
   * @param {string} event
   * @param {() => void} [call]
   */
  off(event, call) {
    if (call) this.listeners.get(event)?.delete(call);
    else this.listeners.delete(event);
  }
  save_changes() {}
  shelf(start) {
    return wb.progress_store?.shelf(start);
  }
  get download() {
    return wb.download;
  }
}

/** Ask a class, by a script that is loaded when it is wanted. */
async function ask(address, el, id, onFigure) {
  if (!wb.poll)
    await new Promise((onload, onerror) =>
      document.head.append(
        Object.assign(document.createElement("script"), { src: address, onload, onerror }),
      ),
    );
  const page = location.pathname.replace(/^.*\/|\.html$/g, "");
  await wb.poll(el, page, id, onFigure);
}

const figures = new Map();
/**
 * What an address calls each model of a page: by its kind, the second of a kind with a 2 after it.
 * @param {string[]} names of models, in the order of the page
 * @param {Record<string, {module: string}>} models
 */
function addressed(names, models) {
  const counts = {};
  return Object.fromEntries(
    [...new Set(names)].map((name) => {
      const { module } = models[name];
      counts[module] = (counts[module] ?? 0) + 1;
      return [name, counts[module] > 1 ? `${module}-${counts[module]}` : module];
    }),
  );
}

/**
 * Find the module, which its script has put into wb, and make the model once; every view of it
 * shares both.
 */
function load(name, { module, state, later, behind, poll }, called) {
  if (!figures.has(name)) {
    const start = async () => {
      /** @type {FigureModule} */
      const figure = wb[module];
      const model = new PageModel(state, called, later, behind, poll);
      await figure.initialize?.({ model });
      return { figure, model };
    };
    figures.set(name, start());
  }
  return figures.get(name);
}

async function mount(place, about, called) {
  const name = place.dataset.model;
  try {
    const { figure, model } = await load(name, about, called);
    const el = document.createElement("div");
    await figure.render({ model, el });
    place.replaceChildren(el);
    place.removeAttribute("tabindex"); // what scrolled was the picture
    place.model = model;
    const near = () => Object.keys(model.later).forEach((trait) => model.get(trait));
    for (const event of ["pointerenter", "focusin"])
      place.addEventListener(event, near, { once: true });
  } catch (error) {
    place.classList.add("wb-still"); // the picture and the numbers stay
    console.error(`The figure ${name} could not be drawn.`, error);
  }
}

/** A first sign of a reader: who only opens a page, or fetches it to look at, starts no more than is seen. */
const SIGNS = ["scroll", "pointermove", "pointerdown", "keydown", "focusin"];
const reader = new Promise((met) => {
  const known = new AbortController();
  /** @param {Event} event */
  const meet = (event) => {
    // a browser tells of a pointer at rest, too, under which a page appears
    if (event instanceof PointerEvent && event.type === "pointermove")
      if (!event.movementX && !event.movementY) return;
    known.abort();
    met(event);
  };
  for (const sign of SIGNS) addEventListener(sign, meet, { passive: true, signal: known.signal });
});

/** How many windows a place lies above or below what is seen, or what the address asks for. */
function away(place) {
  if (location.hash.startsWith(`#${place.dataset.called}=`)) return 0;
  const { top, bottom } = place.getBoundingClientRect();
  return Math.max(top - innerHeight, -bottom, 0) / innerHeight;
}

/**
 * The nearest first, each in a task of its own: between two the page answers the reader. What lies
 * further than a window away waits for a sign of one.
 */
async function mountAll() {
  const models = JSON.parse(document.getElementById("wb-models")?.textContent ?? "{}");
  const places = [
    .../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".wb-live")),
  ];
  const called = addressed(
    places.map(({ dataset }) => dataset.model ?? ""),
    models,
  );
  for (const place of places) place.dataset.called = called[place.dataset.model ?? ""];
  let here = false;
  while (places.length) {
    places.sort((one, other) => away(one) - away(other));
    if (!here && away(places[0]) > 1) {
      await reader;
      here = true;
      continue; // they may be elsewhere
    }
    const [next] = places.splice(0, 1);
    const name = next.dataset.model ?? "";
    await mount(next, models[name], called[name]);
    await new Promise((done) => setTimeout(done));
  }
}

/** From when something computes here on, pages that were opened open without a network too. */
const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
const offline = new URL("../../offline.js", src);
async function keepPages() {
  if (offline.protocol === "file:") return;
  await navigator.serviceWorker.register(offline);
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage([
    location.href,
    ...performance.getEntriesByType("resource").map(({ name }) => name),
  ]);
}
const refused = () => undefined; // some browsers keep nothing in a private window
addEventListener("wb-works", () => keepPages().catch(refused), { once: true });

globalThis.wb.mounted = mountAll().then(() => dispatchEvent(new Event("wb-whole")));
