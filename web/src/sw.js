// Offline after the first visit: the files of this build, and nothing else. What is answered from here is isolated, which a host of plain
// files cannot ask for: the page's clocks are finer then.
const NAME = 'lockstep-BUILD';
const FILES = [];

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
function isolated(answer) {
  const headers = new Headers(answer.headers);
  headers.set('cross-origin-opener-policy', 'same-origin');
  headers.set('cross-origin-embedder-policy', 'require-corp');
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (url.pathname.endsWith('/')) url.pathname += 'index.html';
  event.respondWith(caches.match(url, { ignoreSearch: true }).then((known) => known ?? fetch(event.request)).then(isolated));
});
