const PREFIX = 'plecho:';

/** Tabs tell each other through the browser; parts of one tab through this. */
const listeners = new Map<string, Set<() => void>>();
/** What the browser refuses to store lasts as long as the page. */
const refused = new Map<string, string>();

/** What this browser keeps under `key`; null for nothing. */
export function readText(key: string): string | null {
  const unstored = refused.get(key);
  if (unstored !== undefined) return unstored;
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/**
 * Keeps a text (never anything secret), and tells everybody who listens to its key.
 * @returns whether the browser stored it; what it refused lasts as long as the page
 */
export function writeText(key: string, text: string): boolean {
  try {
    localStorage.setItem(PREFIX + key, text);
    refused.delete(key);
  } catch {
    refused.set(key, text);
  }
  for (const listener of listeners.get(key) ?? []) listener();
  return !refused.has(key);
}

/** Calls `listener` when another text is kept under `key`, by this tab or another one. @returns what ends it */
export function listenToText(key: string, listener: () => void): () => void {
  const set = listeners.get(key) ?? new Set();
  listeners.set(key, set.add(listener));
  const onStorage = (event: StorageEvent): void => {
    if (event.key === PREFIX + key || event.key === null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => {
    set.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}
