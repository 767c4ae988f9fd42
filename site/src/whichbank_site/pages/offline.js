// The service worker of a reader who has let a figure compute or Python run: what was opened since
// opens without a network too. The network is asked first, so that an old page shows only where no
// new one can be had; the newer file replaces the older, whatever the version in its address. The
// model and Python have stores of their own.

const STORE = "which-bank-pages";

const ours = ({ method, url }) =>
  method === "GET" &&
  url.startsWith(self.registration.scope) &&
  !/\/_static\/model\/|\/python-[^/]*\//.test(url);

async function keep(request, response) {
  if (response.status !== 200 || response.redirected) return;
  const store = await caches.open(STORE);
  await store.delete(request, { ignoreSearch: true });
  await store.put(request, response);
}

async function answer(event) {
  try {
    const response = await fetch(event.request);
    // no room: as without a worker
    event.waitUntil(keep(event.request, response.clone()).catch(() => undefined));
    return response;
  } catch (problem) {
    const kept = await caches.match(event.request, { ignoreSearch: true }).catch(() => undefined);
    if (kept) return kept;
    throw problem;
  }
}

addEventListener("fetch", (event) => {
  if (ours(event.request)) event.respondWith(answer(event));
});

// The page that asked for this worker was loaded without it: it tells what it is made of.
addEventListener("message", (event) => {
  const requests = event.data.map((url) => new Request(url, { cache: "force-cache" })).filter(ours);
  event.waitUntil(
    Promise.allSettled(requests.map(async (request) => keep(request, await fetch(request)))),
  );
});

addEventListener("install", () => self.skipWaiting());
addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
