import { useCallback, useSyncExternalStore } from 'react';
import { listenToText, readText, writeText } from './text-store.ts';

type Validate<T> = (value: unknown) => value is T;

/** Values by key: the text as stored and what it meant, so that a snapshot keeps its identity. */
const known = new Map<string, { text: string | null; value: unknown }>();

function parse<T>(text: string | null, fallback: T, validate: Validate<T>): T {
  if (text === null) return fallback;
  try {
    const value: unknown = JSON.parse(text);
    return validate(value) ? value : fallback;
  } catch {
    return fallback;
  }
}

/** What this browser keeps under `key`; the same object until something else is kept. */
export function readKept<T>(key: string, fallback: T, validate: Validate<T>): T {
  const text = readText(key);
  const cached = known.get(key);
  if (cached !== undefined && cached.text === text) return cached.value as T;
  const value = parse(text, fallback, validate);
  known.set(key, { text, value });
  return value;
}

/** Keeps a value (never anything secret) in this browser. */
export const keep = (key: string, value: unknown): void => void writeText(key, JSON.stringify(value));

/**
 * State kept in this browser (never anything secret): the selected symbol, sizes of panels, favourites.
 * All users of a key see the same value; what `validate` refuses is the default.
 */
export function usePersistentState<T>(key: string, fallback: T, validate: Validate<T>): [T, (value: T) => void] {
  const subscribe = useCallback((listener: () => void) => listenToText(key, listener), [key]);
  const value = useSyncExternalStore(subscribe, () => readKept(key, fallback, validate));
  const set = useCallback((next: T) => keep(key, next), [key]);
  return [value, set];
}
