import { useCallback, useSyncExternalStore } from 'react';

const PREFIX = 'plecho:';

/** Tabs tell each other through the browser; components of one tab through this. */
const listeners = new Map<string, Set<() => void>>();
/** Values by key: the text as stored and what it meant, so that a snapshot keeps its identity. */
const known = new Map<string, { text: string | null; value: unknown }>();

function readText(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

function parse<T>(text: string | null, fallback: T, validate: (value: unknown) => value is T): T {
  if (text === null) return fallback;
  try {
    const value: unknown = JSON.parse(text);
    return validate(value) ? value : fallback;
  } catch {
    return fallback;
  }
}

function read<T>(key: string, fallback: T, validate: (value: unknown) => value is T): T {
  const text = readText(key);
  const cached = known.get(key);
  if (cached !== undefined && cached.text === text) return cached.value as T;
  const value = parse(text, fallback, validate);
  known.set(key, { text, value });
  return value;
}

function write(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(PREFIX + key, text);
    known.delete(key);
  } catch {
    // Without storage the choice lasts as long as the page.
    known.set(key, { text: null, value });
  }
  for (const listener of listeners.get(key) ?? []) listener();
}

function listen(key: string, listener: () => void): () => void {
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

/**
 * State kept in this browser (never anything secret): the selected symbol, sizes of panels, favourites.
 * All users of a key see the same value; what `validate` refuses is the default.
 */
export function usePersistentState<T>(
  key: string,
  fallback: T,
  validate: (value: unknown) => value is T,
): [T, (value: T) => void] {
  const subscribe = useCallback((listener: () => void) => listen(key, listener), [key]);
  const value = useSyncExternalStore(subscribe, () => read(key, fallback, validate));
  const set = useCallback((next: T) => write(key, next), [key]);
  return [value, set];
}
