// Takes the place of what kept an exported page for offline use at this address: it forgets all of that, and itself.
addEventListener("install", () => skipWaiting());

addEventListener("activate", (event) => {
  const forget = async () => {
    for (const name of await caches.keys()) if (name.startsWith("calarec-")) await caches.delete(name);
    await clients.claim();
    await registration.unregister();
    for (const page of await clients.matchAll({ type: "window" })) await page.navigate(page.url);
  };
  event.waitUntil(forget());
});
