/*
 * Keeps the page's own files so that it opens without a network and says so. It never touches /api, /ws or
 * anything that is not a GET of this origin. Hashed files are immutable, so the stored copy is good for ever;
 * the page itself is asked for first.
 */
const STORE = 'carteado-1';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(STORE)
      .then(async (store) => {
        // with what the page names, so that it opens offline after a single visit
        const answer = await fetch(new Request('/', { cache: 'no-cache' }));
        const named = (await answer.clone().text()).match(/\/assets\/[\w.-]+/g) ?? [];
        await store.put('/', answer);
        await store.addAll([...new Set(named)]);
      })
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== STORE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

async function hashed(request) {
  const store = await caches.open(STORE);
  const kept = await store.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await store.put(request, answer.clone());
  return answer;
}

async function page(request) {
  const store = await caches.open(STORE);
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      // every address is the same page; private links are not kept
      await store.put('/', answer.clone());
      await forgetOld(store, await answer.clone().text());
    }
    return answer;
  } catch (error) {
    const kept = await store.match('/');
    if (kept) return kept;
    throw error;
  }
}

/* A new build brings new names; what the new page's entry no longer names goes when it is many. */
async function forgetOld(store, html) {
  const kept = (await store.keys()).filter((each) => new URL(each.url).pathname.startsWith('/assets/'));
  if (kept.length <= 120) return;
  await Promise.all(kept.filter((each) => !html.includes(new URL(each.url).pathname)).map((each) => store.delete(each)));
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith('/api') || url.pathname.startsWith('/ws')) return;
  if (url.pathname.startsWith('/assets/')) event.respondWith(hashed(request));
  else if (request.mode === 'navigate') event.respondWith(page(request));
});
