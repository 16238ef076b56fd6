import { equalBytes, fromBase64, openRotation, toBase64 } from '@plecho/proofs';
import type { PinnedKey } from '@/lib/log-memory.ts';

/** What the server says of its keys. */
export interface ServedKeys {
  installation: string;
  /** The newest public key, base64. */
  newest: string;
  /** Signed notes, each from one key to the next; in any order. */
  rotations: readonly string[];
}

/** What became of the key that was seen before. */
export type KeyNews = 'first' | 'same' | 'rotated' | 'changed';

/** The keys that handed over to each other, the newest first, as far as both of each two have signed it. */
export function chainOf({ installation, newest, rotations }: ServedKeys): string[] {
  const opened = rotations.map((note) => openRotation(note, installation)).filter((each) => each !== null);
  const chain = [newest];
  for (let key = fromBase64(newest); key !== null;) {
    const current = key;
    const before = opened.find(({ newKey }) => equalBytes(newKey, current))?.oldKey ?? null;
    const text = before === null ? null : toBase64(before);
    // A circle ends where it began.
    if (text === null || chain.includes(text)) break;
    chain.push(text);
    key = before;
  }
  return chain;
}

/** Whether the key that was seen before has led to the one that is served now. */
export function followKey(pinned: PinnedKey | null, served: ServedKeys): { news: KeyNews; keys: string[] } {
  const keys = chainOf(served);
  const before = pinned?.keys[0];
  if (pinned === null || before === undefined) return { news: 'first', keys };
  const at = pinned.installation === served.installation ? keys.indexOf(before) : -1;
  if (at === -1) return { news: 'changed', keys: pinned.keys };
  return { news: at === 0 ? 'same' : 'rotated', keys: [...keys.slice(0, at), ...pinned.keys] };
}
