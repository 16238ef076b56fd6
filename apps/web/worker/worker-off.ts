/* Served in place of the worker to be rid of it: forgets what it kept and takes itself off. */
declare const self: ServiceWorkerGlobalScope;

async function leave(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(leave()));
