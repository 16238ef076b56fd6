import { INTENT_KINDS, type Intent, type IntentKind } from './intent.ts';

const PREFIX = 'plecho:intent:';
const TAB = 'plecho:tab';
const ENDPOINT = /^(POST|PUT|DELETE) \/api(\/[\w:.~%-]+)+$/;

/** What another version of the page has left, or somebody's hand, is no intent. */
function isIntent(value: unknown): value is Intent {
  if (typeof value !== 'object' || value === null) return false;
  const { key, userId, tab, kind, endpoint, askedAt, phase } = value as Record<string, unknown>;
  return (
    [key, userId, tab, phase].every((text) => typeof text === 'string') &&
    INTENT_KINDS.includes(kind as IntentKind) &&
    typeof endpoint === 'string' &&
    ENDPOINT.test(endpoint) &&
    Number.isFinite(askedAt)
  );
}

/** Version 0.1 kept the method and the filled-in path, without its prefix, in place of the endpoint. */
function withEndpoint(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || 'endpoint' in value) return value;
  const { method, path, ...rest } = value as Record<string, unknown>;
  return { ...rest, endpoint: `${String(method)} /api${String(path)}` };
}

function parse(text: string | null): Intent | null {
  try {
    const value = withEndpoint(JSON.parse(text ?? 'null'));
    return isIntent(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Intents of unknown outcome, one entry of the browser's storage each, so that two tabs don't
 * overwrite each other's. Where there is no storage they last as long as the page. Nothing in them
 * is secret (rule S1): a key is worth nothing without the session.
 */
export class IntentStore {
  readonly #memory = new Map<string, string>();

  /** Of every user of this browser, the oldest first. */
  all(): Intent[] {
    const entries = [...this.#memory.values(), ...this.#names().map((name) => this.#read(name))];
    return entries
      .map(parse)
      .filter((intent) => intent !== null)
      .toSorted((a, b) => a.askedAt - b.askedAt);
  }

  has(key: string): boolean {
    return this.#memory.has(key) || this.#read(PREFIX + key) !== null;
  }

  put(intent: Intent): void {
    const text = JSON.stringify(intent);
    try {
      localStorage.setItem(PREFIX + intent.key, text);
    } catch {
      this.#memory.set(intent.key, text);
    }
  }

  /** @returns whether it was still there */
  remove(key: string): boolean {
    const wasThere = this.has(key);
    this.#memory.delete(key);
    if (wasThere && this.#read(PREFIX + key) !== null) localStorage.removeItem(PREFIX + key);
    return wasThere;
  }

  /** Calls `listener` when another tab has changed something. */
  listen(listener: () => void): void {
    window.addEventListener('storage', ({ key }) => {
      if (key === null || key.startsWith(PREFIX)) listener();
    });
  }

  #names(): string[] {
    try {
      return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
    } catch {
      return [];
    }
  }

  #read(name: string): string | null {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  }
}

/**
 * Of this tab, over reloads; where there is no storage, of this page.
 * @param fresh the id of a tab that has none yet
 */
export function tabId(fresh: string): string {
  try {
    const known = sessionStorage.getItem(TAB);
    if (known === null) sessionStorage.setItem(TAB, fresh);
    return known ?? fresh;
  } catch {
    return fresh;
  }
}
