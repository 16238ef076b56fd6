import { ALARMS_KEY } from './log-alarms.ts';
import { keep, readKept } from './storage.ts';
import { listenToText } from './text-store.ts';

/*
 * What this browser remembers of the server's logs, so that the server can't tell it something else later.
 * Nothing of it is secret.
 */

/** The newest checkpoint of a market's log that was seen and found to follow from the one before it. */
export interface SeenCheckpoint {
  market: string;
  /** Entries, as a decimal. */
  size: string;
  /** Base64. */
  root: string;
  /** The checkpoint as the server signed it. */
  note: string;
  /** When it was seen, milliseconds since the epoch. */
  at: number;
}

/** The key that signs the logs. */
export interface PinnedKey {
  installation: string;
  /** Public keys in base64, the newest first: each was handed over by the one after it. */
  keys: string[];
  /** When the first of them was seen, milliseconds since the epoch. */
  at: number;
}

export type AlarmKind = 'shrank' | 'forked' | 'badSignature' | 'changedKey';

/** What the server said that contradicts what it had said before. */
export interface LogAlarm {
  kind: AlarmKind;
  /** null where it is not about one market. */
  market: string | null;
  /** As it was signed or shown then and now. */
  before: string;
  now: string;
  /** When it was found, milliseconds since the epoch. */
  at: number;
}

const KEY = 'log-key';
const SEEN = 'log-seen';
/** Oldest sightings go first. */
const MOST_SEEN = 32;
/** The first ones stay. */
const MOST_ALARMS = 16;
const MOST_KEYS = 16;
const KINDS: readonly unknown[] = ['shrank', 'forked', 'badSignature', 'changedKey'] satisfies AlarmKind[];

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const areTexts = (value: Fields, ...names: string[]): boolean =>
  names.every((name) => typeof value[name] === 'string') && typeof value['at'] === 'number';

const isSeen = (value: unknown): value is SeenCheckpoint =>
  isObject(value) && areTexts(value, 'market', 'size', 'root', 'note') && /^\d{1,20}$/.test(String(value['size']));
const isAlarm = (value: unknown): value is LogAlarm =>
  isObject(value) &&
  areTexts(value, 'before', 'now') &&
  KINDS.includes(value['kind']) &&
  (value['market'] === null || typeof value['market'] === 'string');

const isSeenList = (value: unknown): value is SeenCheckpoint[] => Array.isArray(value) && value.every(isSeen);
const isAlarmList = (value: unknown): value is LogAlarm[] => Array.isArray(value) && value.every(isAlarm);
const isPinnedKey = (value: unknown): value is PinnedKey | null =>
  isObject(value) &&
  areTexts(value, 'installation') &&
  Array.isArray(value['keys']) &&
  value['keys'].length > 0 &&
  value['keys'].every((key) => typeof key === 'string');

const NONE_SEEN: SeenCheckpoint[] = [];
const NO_ALARMS: LogAlarm[] = [];

/** Checkpoints of all markets that were seen, the newest sighting last. */
export const seenCheckpoints = (): SeenCheckpoint[] => readKept(SEEN, NONE_SEEN, isSeenList);

export const seenCheckpoint = (market: string): SeenCheckpoint | null =>
  seenCheckpoints().find((seen) => seen.market === market) ?? null;

/** Keeps a checkpoint that was checked against the one kept before. One that another tab has kept and that is newer stays. */
export function noteSeen(seen: SeenCheckpoint): void {
  const before = seenCheckpoint(seen.market);
  const newest = before !== null && BigInt(before.size) > BigInt(seen.size) ? before : seen;
  const others = seenCheckpoints().filter(({ market }) => market !== seen.market);
  keep(SEEN, [...others, newest].slice(-MOST_SEEN));
}

/** The key that this browser saw first, and those that it was handed over to; null before the first. */
export const pinnedKey = (): PinnedKey | null => readKept<PinnedKey | null>(KEY, null, isPinnedKey);

export const listenToPinnedKey = (listener: () => void): (() => void) => listenToText(KEY, listener);

export const pinKey = (key: PinnedKey): void => keep(KEY, { ...key, keys: key.keys.slice(0, MOST_KEYS) });

export const logAlarms = (): LogAlarm[] => readKept(ALARMS_KEY, NO_ALARMS, isAlarmList);

/** Keeps an alarm for good: one of each kind for a market. */
export function raiseAlarm(alarm: LogAlarm): void {
  const known = logAlarms();
  const isKnown = known.some(({ kind, market }) => kind === alarm.kind && market === alarm.market);
  if (!isKnown && known.length < MOST_ALARMS) keep(ALARMS_KEY, [...known, alarm]);
}
