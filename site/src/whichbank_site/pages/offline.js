// The service worker of a reader who has let a figure compute or Python run: what was opened since
// opens without a network too. The network is asked first, so that an old page shows only where no
// new one can be had in time; the newer file replaces the older, whatever the version in its address.
// What a gateway or a login sends in place of ours is never kept. The model and Python have stores of
// their own.

const STORE = "which-bank-pages";
const PATIENCE = 4000; // ms for what is kept already
const MARK = "data-content_root"; // in the first lines of each page of ours

const ours = ({ method, url }) =>
  method === "GET" &&
  url.startsWith(self.registration.scope) &&
  !/\/_static\/model\/|\/python-[^/]*\//.test(url);

/** Whether a page begins as ours do; the rest may still be on its way. */
async function begins(response) {
  const reader = response.clone().body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let done = false; !done && text.length < 4096 && !text.includes(MARK);) {
    const part = await reader.read();
    done = part.done;
    text += decoder.decode(part.value, { stream: true });
  }
  void reader.cancel();
  return text.includes(MARK);
}

async function good({ url }, response) {
  if (response.status !== 200 || response.redirected) return false;
  const html = (response.headers.get("Content-Type") ?? "").includes("text/html");
  return /(\/|\.html)$/.test(new URL(url).pathname) ? html && (await begins(response)) : !html;
}

/** The older goes once the newer is there, whole: a network that ends in between costs neither. */
async function keep(request, response) {
  const store = await caches.open(STORE);
  const older = await store.keys(request, { ignoreSearch: true });
  await store.put(request, response);
  for (const old of older) if (old.url !== request.url) await store.delete(old);
}

/** Ask the network, and keep what is ours. */
async function ask(event) {
  const response = await fetch(event.request);
  const fresh = await good(event.request, response);
  // no room: as without a worker
  if (fresh) event.waitUntil(keep(event.request, response.clone()).catch(() => undefined));
  return { response, known: fresh || [404, 410].includes(response.status) };
}

async function answer(event) {
  const asked = ask(event);
  const quietly = asked.catch(() => undefined);
  event.waitUntil(quietly);
  const kept = await caches.match(event.request, { ignoreSearch: true }).catch(() => undefined);
  if (!kept) return (await asked).response;
  const first = await Promise.race([quietly, new Promise((next) => setTimeout(next, PATIENCE))]);
  return first?.known ? first.response : kept;
}

addEventListener("fetch", (event) => {
  if (ours(event.request)) event.respondWith(answer(event));
});

// The page that asked for this worker was loaded without it: it tells what it is made of.
addEventListener("message", (event) => {
  const requests = event.data.map((url) => new Request(url, { cache: "force-cache" })).filter(ours);
  event.waitUntil(
    Promise.allSettled(
      requests.map(async (request) => {
        const response = await fetch(request);
        if (await good(request, response)) await keep(request, response);
      }),
    ),
  );
});

addEventListener("install", () => self.skipWaiting());
addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
