/*
 * The application's own files, kept so that it opens without the server. Nothing else is ever kept:
 * what the API answers passes by. The build writes what the files are in front of this.
 */
declare const self: ServiceWorkerGlobalScope;
declare const SHELL: {
  /** Another one for every change in any file. */
  version: string;
  /** What each file must be, by its path: "sha256-…". */
  files: Record<string, string>;
};

const PREFIX = 'plecho-shell-';
const NAME = PREFIX + SHELL.version;
const PAGE = '/index.html';
/** How long a page is waited for before the one that is kept takes its place. */
const PATIENCE_MS = 5_000;
const ASSET = /^\/assets\//;
/** Not a screen of the application: its data, what machines ask for, and files. */
const NOT_A_SCREEN = /^\/(api|health|metrics)(\/|$)|\.[a-z0-9]{1,12}$/i;

/** One file of this version, or an error: a server that has been renewed meanwhile has others. */
async function fetchFile(path: string): Promise<Response> {
  // A hashed name means the same in every version.
  const known = ASSET.test(path) ? await caches.match(path, { ignoreVary: true }) : undefined;
  if (known !== undefined) return known;
  const answer = await fetch(path, {
    integrity: SHELL.files[path] ?? '',
    cache: ASSET.test(path) ? 'default' : 'no-cache',
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

/** All files or none, one after another: a classroom installs at the same time. */
async function install(): Promise<void> {
  const cache = await caches.open(NAME);
  for (const path of Object.keys(SHELL.files)) {
    if ((await cache.match(path)) === undefined) await cache.put(path, await fetchFile(path));
  }
  await self.skipWaiting();
}

/** Pages that are open may still ask for files of the version before this one; those before that go. */
async function takeOver(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  for (const name of others.slice(0, -1)) await caches.delete(name);
  await self.clients.claim();
}

/** Asked by its name: to open a cache that is gone would make it anew. */
const keptPage = (): Promise<Response | undefined> => caches.match(PAGE, { cacheName: NAME });

/** The server's page, which is the newest; the kept one when the server has none to give. */
async function screen(request: Request): Promise<Response> {
  const asked = fetch(request);
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), PATIENCE_MS);
  });
  const answer = await Promise.race([asked, late]).catch(() => null);
  if (answer !== null && answer.status < 500) return answer;
  return (await keptPage()) ?? asked;
}

async function file(request: Request, path: string): Promise<Response> {
  const place = ASSET.test(path) ? {} : { cacheName: NAME };
  return (await caches.match(path, { ...place, ignoreVary: true })) ?? fetch(request);
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (!NOT_A_SCREEN.test(pathname)) event.respondWith(screen(request));
  } else if (ASSET.test(pathname) || (pathname !== PAGE && pathname in SHELL.files)) {
    event.respondWith(file(request, pathname));
  }
});
