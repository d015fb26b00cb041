// The service worker: pages that were visited open again without a connection. What has a hash in its
// name never changes; for all else the net is asked first. Parts of Python are kept by engine/kept.js.

const OURS = `rbflib ${self.registration.scope} `;
const CACHE = OURS + MANIFEST; // one for each edition (book/build.py)
const PATIENCE_MS = 4000;
const NAMED = /-\w{8,}[./]|[?&]v=[0-9a-f]{8}/;
const PART = /\/engine\/(python|files|image)-|\/class\//;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(begin()));

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const isOurs = method === "GET" && url.startsWith(self.registration.scope) && !PART.test(url);
  if (isOurs) event.respondWith(answer(event.request));
});

// The page tells what it is made of: its first visit came before this worker. Each address is answered.
self.addEventListener("message", (event) => {
  const { data, ports } = event;
  const each = (url) =>
    keep(url)
      .catch(() => {})
      .finally(() => ports[0]?.postMessage(url));
  event.waitUntil(Promise.all(data.map(each)));
});

// The last edition stays for pages that are still open; older ones go.
async function begin() {
  await caches.open(CACHE);
  const editions = (await caches.keys()).filter((name) => name.startsWith(OURS));
  await Promise.all(editions.slice(0, -2).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request) {
  const key = keyOf(request.url);
  const old = await kept(key);
  if (NAMED.test(key) && old) return old;
  const net = fetched(request, key);
  if (!old) return net;
  const late = new Promise((done) => setTimeout(done, PATIENCE_MS, old));
  return Promise.race([net.catch(() => old), late]);
}

const keyOf = (url) => url.replace(/#.*/, "").replace(/\.html\?.*/, ".html");

async function kept(key) {
  const own = await (await caches.open(CACHE)).match(key, { ignoreVary: true });
  return own ?? caches.match(key, { ignoreVary: true });
}

async function keep(url) {
  if (!PART.test(url) && !(await (await caches.open(CACHE)).match(keyOf(url))))
    await fetched(new Request(url), keyOf(url));
}

async function fetched(request, key) {
  const response = await fetch(request);
  const isSecret = response.headers.get("cache-control")?.includes("no-store");
  if (response.status === 200 && !response.redirected && !isSecret) {
    const copy = response.clone();
    caches
      .open(CACHE)
      .then((cache) => cache.put(key, copy))
      .catch(() => {}); // no room
  }
  return response;
}
