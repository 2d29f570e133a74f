// Keeps the page for when there is no net. SITE, above, is what there is of this version: all of it is fetched before it is
// used, and it waits until people let it take over. Everything is answered from what was kept.
const CACHE = `calarec-${SITE.version}`;
const address = (name) => new URL(name, registration.scope).href;

addEventListener("install", (event) => {
  const wanted = [address("./"), ...SITE.files.map(address)];
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(wanted.map((each) => new Request(each, { cache: "no-cache" })))));
});

let isActive = false;

/** Asks until it is done: Chromium ends a version that is still answering a page only if it is asked to after the last answer. */
function takeOver() {
  skipWaiting();
  if (!isActive) setTimeout(takeOver, 500);
}

addEventListener("activate", (event) => {
  isActive = true;
  const old = (name) => name.startsWith("calarec-") && name !== CACHE;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))).then(() => clients.claim()),
  );
});

addEventListener("message", (event) => event.data === "take over" && takeOver());

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(registration.scope)) return;
  event.respondWith(
    // Asked for without opening it: what was cleared away by the next version is not made again.
    caches.match(event.request, { ignoreSearch: true, cacheName: CACHE }).then((kept) => kept ?? fetch(event.request)),
  );
});
