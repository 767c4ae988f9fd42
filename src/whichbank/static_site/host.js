// Mounts the figures of a built page. It gives each module the model that anywidget would give it in a notebook:
// get, set, on, off, save_changes. There is no kernel: a change reaches every view of the model and goes no further.

class Model {
  constructor(state) {
    this.state = state;
    this.listeners = new Map();
  }
  get(name) {
    return this.state[name];
  }
  set(name, value) {
    if (this.state[name] === value) return;
    this.state[name] = value;
    for (const event of [`change:${name}`, "change"]) for (const call of [...(this.listeners.get(event) ?? [])]) call();
  }
  on(event, call) {
    if (!this.listeners.has(event)) this.listeners.set(event, new Set());
    this.listeners.get(event).add(call);
  }
  off(event, call) {
    if (call) this.listeners.get(event)?.delete(call);
    else this.listeners.delete(event);
  }
  save_changes() {}
}

const figures = new Map();

/** Find the module, which its script has put into wb, and make the model once; every view of it shares both. */
function load(name, { module, state }) {
  if (!figures.has(name)) {
    const start = async () => {
      const figure = wb[module].default;
      const model = new Model(state);
      await figure.initialize?.({ model });
      return { figure, model };
    };
    figures.set(name, start());
  }
  return figures.get(name);
}

async function mount(place, models) {
  const name = place.dataset.model;
  const fallback = place.querySelector("noscript").textContent;
  try {
    const { figure, model } = await load(name, models[name]);
    const el = document.createElement("div");
    await figure.render({ model, el });
    place.replaceChildren(el);
    place.model = model;
  } catch (error) {
    place.innerHTML = fallback; // what a page without scripts shows
    console.error(`The figure ${name} could not be drawn.`, error);
  }
}

/** One after the other, each in a task of its own: between two the page answers the reader. */
async function mountAll() {
  const models = JSON.parse(document.getElementById("wb-models").textContent);
  for (const place of document.querySelectorAll(".wb-live")) {
    await mount(place, models);
    await new Promise((next) => setTimeout(next));
  }
}

mountAll();
