import { addressed, type Carried } from '../client.ts';

/** What a person can ask for that must happen at most once. */
export const INTENT_KINDS = [
  'open',
  'placeOrder',
  'placeOco',
  'reduceOrder',
  'amendOrder',
  'cancelOrder',
  'cancelAll',
  'setTriggers',
  'addToPosition',
  'reverse',
  'close',
  'closeAll',
  'startSeason',
  'sendCoins',
  'claimDeposit',
  'topUp',
  'bankConfirm',
  'bankCancel',
  'withdraw',
  'withdrawToCard',
  'adjust',
  'publishScenario',
  'makeClass',
  'startReplay',
  'publishReplay',
  'makeDrill',
] as const;
export type IntentKind = (typeof INTENT_KINDS)[number];

/** A request that must have one effect, however often it is sent. */
export interface Ask extends Carried {
  kind: IntentKind;
  /** Id of the one position, order or operation that it is about; two of them don't wait for each other. */
  subject?: string;
  /** What it is about, as people say it: a pair. */
  about?: string;
  /** The name of the endpoint. */
  endpoint: string;
}

/**
 * - `sending`: the first answer is awaited
 * - `checking`: an answer got lost, and the app asks again
 * - `unknown`: nobody is asking; it may have been carried out or not
 */
export type Phase = 'sending' | 'checking' | 'unknown';

/** An {@link Ask} under its key, until its outcome is known. */
export interface Intent extends Ask {
  /** UUIDv7 of {@link askedAt}: the same with every repetition (rule L6). */
  key: string;
  userId: string;
  /** The tab in which the person asked. */
  tab: string;
  /** Server's wall clock, ms. */
  askedAt: number;
  phase: Phase;
}

export type Area = 'account' | 'operator';

const OF_OPERATORS: ReadonlySet<IntentKind> = new Set([
  ...(['adjust', 'publishScenario', 'publishReplay', 'makeClass', 'makeDrill'] as const),
]);

/** The operator area has its own screens and its own language. */
export const areaOf = ({ kind }: Pick<Ask, 'kind'>): Area => (OF_OPERATORS.has(kind) ? 'operator' : 'account');

/** Kinds that come one after the other with another kind. */
const TOGETHER: Partial<Record<IntentKind, IntentKind>> = {
  ...{ placeOrder: 'open', placeOco: 'open', bankCancel: 'bankConfirm' },
  // What is done to one position comes one after the other.
  ...{ reverse: 'close', addToPosition: 'close' },
};

/** Intents of the same line: one of unknown outcome has to end before the next may be sent. */
export const lineOf = ({ kind, subject = '' }: Pick<Ask, 'kind' | 'subject'>): string =>
  `${TOGETHER[kind] ?? kind}:${subject}`;

const requestOf = ({ endpoint, params, query, body }: Ask): string =>
  JSON.stringify([addressed(endpoint, params), query, body]);

/** Whether two asks are the same request to the last character, so that they may share a key. */
export const isSameRequest = (a: Ask, b: Ask): boolean => requestOf(a) === requestOf(b);
