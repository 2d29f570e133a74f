// Takes the place of what kept an exported page for offline use at this address: it forgets all of that, and itself.
let isActive = false;

/** Asks until it is done: Chromium ends a version that is still answering a page only if it is asked to after the last answer. */
function takeOver() {
  skipWaiting();
  if (!isActive) setTimeout(takeOver, 500);
}

addEventListener("install", takeOver);

addEventListener("activate", (event) => {
  isActive = true;
  const forget = async () => {
    for (const name of await caches.keys()) if (name.startsWith("calarec-")) await caches.delete(name);
    await clients.claim();
    await registration.unregister();
    for (const page of await clients.matchAll({ type: "window" })) await page.navigate(page.url);
  };
  event.waitUntil(forget());
});
