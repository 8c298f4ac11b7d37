// The service worker: opens the app without a connection. The files under /a/ never change and are in the HTTP cache, so
// all that it keeps is the page itself; it is asked for again on every visit, and used as it was when there is no answer.

const page = '/';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open('page').then((cache) => cache.add(page)));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode !== 'navigate' || new URL(request.url).pathname !== page) return;
  event.respondWith(
    fetch(request).then(
      (response) => {
        if (response.ok) {
          const copy = response.clone();
          event.waitUntil(caches.open('page').then((cache) => cache.put(page, copy)));
        }
        return response;
      },
      async () => (await caches.match(page)) ?? Response.error(),
    ),
  );
});
