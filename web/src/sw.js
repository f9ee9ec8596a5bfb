// Offline after the first visit: the files of this build, and nothing else.
const NAME = 'lockstep-BUILD';
const FILES = ['./', 'index.html', 'site.css', 'main.js', 'worker.js', 'lockstep.wasm'];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => {
  const forget = async () => {
    for (const name of await caches.keys()) if (name.startsWith('lockstep-') && name !== NAME) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(forget());
});
self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== self.location.origin) return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((known) => known ?? fetch(event.request)));
});
