// The service worker: opens the app at once, and offline. The files under /a/ never change and are in the HTTP cache, so it only stores
// the page itself. The stored page is shown, and refreshed behind: a new release appears on the next visit. A reload gets the gateway's
// page, and the stored one only if there is no response. It also shows push notifications: a title and its link, in the member's
// language, one for each subject: a newer one replaces an older one.

const page = '/';
const config = /<meta name="?cloudphone"?[^>]*>/;

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open('page').then((cache) => cache.add(page)));
});

/** Requests the gateway's page, and stores it if it has changed. A page with another API address or signing secret is shown at once. */
async function renew(request, kept, client) {
  const response = await fetch(request);
  const tag = response.headers.get('etag');
  if (!response.ok || response.redirected || (kept && tag && tag === kept.headers.get('etag')))
    return response;
  const cache = await caches.open('page');
  await cache.put(page, response.clone());
  if (!kept || !client) return response;
  const [now, before] = await Promise.all([response.clone().text(), kept.text()]);
  if (config.exec(now)?.[0] !== config.exec(before)?.[0]) {
    (await self.clients.get(client))?.postMessage('reload');
  }
  return response;
}

async function open(event) {
  const { request, resultingClientId } = event;
  const kept = await caches.match(page, { cacheName: 'page' });
  if (kept && request.cache === 'default') {
    event.waitUntil(renew(request, kept.clone(), resultingClientId).catch(() => {}));
    return kept;
  }
  return renew(request, kept?.clone()).catch(() => kept ?? Response.error());
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate' && new URL(request.url).pathname === page) event.respondWith(open(event));
});

self.addEventListener('push', (event) => {
  // browsers take the permission back from who shows nothing
  const { title = 'Cloudphone', body, tag, link, lang } = event.data ? event.data.json() : {};
  const shown = { body, tag, lang, icon: '/icon-192.png', data: link, renotify: !!tag };
  event.waitUntil(self.registration.showNotification(title, shown));
});

/** In a window that is open, or in a new one. */
async function lead(link) {
  const address = `/#/${link ?? 'pages/list/systemMsg'}`;
  const [open] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open) {
    await open.focus();
    // one that this worker does not control refuses to be led
    const led = await open.navigate(address).catch(() => {});
    if (led) return;
  }
  await self.clients.openWindow(address);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data));
});
