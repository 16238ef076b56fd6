import { Emitter } from '@/lib/emitter.ts';
import { ApiError } from '../client.ts';
import { askUntilKnown, ATTEMPT_MS, type Ending } from './ask-until-known.ts';
import type { IntentStore } from './intent-store.ts';
import {
  areaOf,
  isSameRequest,
  lineOf,
  type Area,
  type Ask,
  type Intent,
  type IntentKind,
  type Phase,
} from './intent.ts';
import { INTENT_TEXTS } from './texts.ts';

/** How long an answer is asked for at a stretch. */
const PATIENCE_MS = 30_000;
/** Nothing is sent by itself later than this after it was asked for: the person may not expect it any more. */
const FRESH_MS = 60_000;
/** The server takes no older keys. */
const KEPT_MS = 7 * 24 * 60 * 60_000;

export interface IntentsOptions {
  store: IntentStore;
  /** One attempt. @throws ApiError */
  send(intent: Intent, timeoutMs: number): Promise<unknown>;
  /** Of whoever is signed in. */
  userId(): string;
  /** Survives a reload of the page, and is no other tab's. */
  tab: string;
  /** A key that no other intent has, made at the given time (server's wall clock, ms). */
  newKey(at: number): string;
  /** Server's wall clock, ms. */
  now(): number;
  random(): number;
}

/** An intent whose outcome is in doubt. */
export interface Unanswered {
  intent: Intent;
  phase: 'checking' | 'unknown';
}

type Known = Extract<Ending, { name: 'answered' | 'refused' }>;

/** Told of an intent that ended without a form waiting for it. */
export type EndListener = (intent: Intent, ending: Known) => void;

/** The intents of a form; without a subject whatever they are about. */
export interface AwaitedIntents {
  kinds: readonly IntentKind[];
  subject?: string | undefined;
}

export const isAmong = ({ kind, subject }: Intent, awaited: AwaitedIntents): boolean =>
  awaited.kinds.includes(kind) && (awaited.subject ?? subject) === subject;

/** Endings that whoever awaits an intent says. */
export type Said = readonly Known['name'][];
const ALL: Said = ['answered', 'refused'];
const NONE: Said = [];

interface Flight {
  intent: Intent;
  phase: Phase;
  ending: Promise<Ending>;
  /** What somebody who gets the outcome from {@link Intents.carryOut} says of it. */
  said: Said;
}

/**
 * The intents of this tab: each keeps its key until its outcome is known, also over a reload, so
 * that asking again never makes a second order (rules L6, L7).
 */
export class Intents {
  readonly #with: IntentsOptions;
  /** By key. */
  readonly #flights = new Map<string, Flight>();
  readonly #changes = new Emitter();
  readonly #endListeners = new Set<EndListener>();
  #unanswered: readonly Unanswered[] = [];
  #aging: ReturnType<typeof setTimeout> | undefined;

  constructor(options: IntentsOptions) {
    this.#with = options;
    options.store.listen(() => this.#changed());
  }

  readonly listen = this.#changes.listen;
  /** The user's intents in doubt, the oldest first. */
  readonly unanswered = (): readonly Unanswered[] => this.#unanswered;

  onEnd(listener: EndListener): () => void {
    this.#endListeners.add(listener);
    return () => {
      this.#endListeners.delete(listener);
    };
  }

  /**
   * Carries out one intent of the person. The same request while its outcome is unknown is the same
   * intent and keeps its key; another one of the same line has to wait until that has ended.
   * @throws ApiError the server's refusal; `unanswered` when the outcome is not known, or an earlier one's isn't
   */
  async carryOut<T>(ask: Ask): Promise<T> {
    const flight = this.#flightFor(ask);
    const ending = await flight.ending;
    if (ending.name === 'answered') return ending.answer as T;
    if (ending.name === 'refused') throw ending.error;
    const { open, elsewhere } = INTENT_TEXTS[areaOf(ask)];
    throw unanswered(ending.name === 'unknown' ? open : elsewhere);
  }

  /** A form is gone that awaited these intents: the listeners are told how they end, unless it is `said` all the same. */
  unawait(awaited: AwaitedIntents, said: Said): void {
    for (const flight of this.#flights.values()) if (isAmong(flight.intent, awaited)) flight.said = said;
  }

  /**
   * Asks again what became of this tab's own fresh intents: after a reload, and when the server is
   * back. What is older waits for the person.
   */
  resume(area: Area): void {
    const { store, tab } = this.#with;
    for (const intent of store.all()) if (this.#age(intent) > KEPT_MS) store.remove(intent.key);
    for (const intent of this.#mine()) {
      const left = FRESH_MS - this.#age(intent);
      if (intent.tab !== tab || areaOf(intent) !== area || left <= 0 || this.#flights.has(intent.key)) continue;
      this.#fly(intent, 'checking', Math.min(PATIENCE_MS, left));
    }
    this.#changed();
  }

  /** The person wants to know what became of an intent, even if it is carried out only now. */
  check({ key }: Intent): void {
    const intent = this.#mine().find((each) => each.key === key);
    if (intent !== undefined && !this.#flights.has(key)) this.#fly(intent, 'checking', PATIENCE_MS);
  }

  /** The person does not want to know any more; the app will not ask again. */
  forget({ key }: Intent): void {
    this.#with.store.remove(key);
    this.#changed();
  }

  /** Of a user who has signed out. */
  forgetAll(userId: string): void {
    const { store } = this.#with;
    for (const intent of store.all()) if (intent.userId === userId) store.remove(intent.key);
    this.#changed();
  }

  #mine(): Intent[] {
    const userId = this.#with.userId();
    return this.#with.store.all().filter((intent) => intent.userId === userId);
  }

  /** One from the future is as little to be trusted as an old one: a clock was set back. */
  #age({ askedAt }: Intent): number {
    return Math.abs(this.#with.now() - askedAt);
  }

  /** As this tab sees it: a fresh intent of another tab is in that tab's hands. */
  #phaseOf(intent: Intent): Phase {
    const flight = this.#flights.get(intent.key);
    if (flight !== undefined) return flight.phase;
    if (intent.tab === this.#with.tab || this.#age(intent) > FRESH_MS) return 'unknown';
    // That tab would have had an answer by now, or said that it has none, if it were still there.
    return this.#age(intent) > ATTEMPT_MS && intent.phase === 'sending' ? 'checking' : intent.phase;
  }

  /** The flight that an ask joins, takes up again or begins. @throws ApiError when an earlier intent is in the way */
  #flightFor(ask: Ask): Flight {
    const mine = this.#mine();
    const same = mine.find((each) => isSameRequest(each, ask));
    const flight = same && this.#flights.get(same.key);
    if (flight !== undefined) {
      flight.said = ALL;
      return flight;
    }
    if (same !== undefined && this.#phaseOf(same) === 'unknown') return this.#fly(same, 'checking', PATIENCE_MS, ALL);
    const isInTheWay = (each: Intent): boolean => lineOf(each) === lineOf(ask) && this.#phaseOf(each) !== 'sending';
    if (same !== undefined || mine.some(isInTheWay)) {
      this.resume(areaOf(ask));
      throw unanswered(INTENT_TEXTS[areaOf(ask)].earlierFirst);
    }
    const { store, userId, tab, newKey, now } = this.#with;
    const askedAt = now();
    const intent: Intent = { ...ask, key: newKey(askedAt), userId: userId(), tab, askedAt, phase: 'sending' };
    store.put(intent);
    return this.#fly(intent, 'sending', PATIENCE_MS, ALL);
  }

  #fly(intent: Intent, phase: Phase, patienceMs: number, said = NONE): Flight {
    const { store, send, random } = this.#with;
    const enter = (next: Phase): void => {
      if (store.has(intent.key)) store.put({ ...intent, phase: next });
      this.#changed();
    };
    const ending = askUntilKnown({
      send: (timeoutMs) => send(intent, timeoutMs),
      inDoubt: phase !== 'sending',
      patienceMs,
      onDoubt: () => {
        flight.phase = 'checking';
        enter('checking');
      },
      isWanted: () => store.has(intent.key),
      random,
    })
      .finally(() => this.#flights.delete(intent.key))
      .then((end) => {
        if (end.name === 'unknown') enter('unknown');
        else this.#ended(flight, end);
        return end;
      });
    const flight: Flight = { intent, phase, ending, said };
    this.#flights.set(intent.key, flight);
    if (phase === 'checking') enter('checking');
    return flight;
  }

  /** The key goes with its outcome. Whoever takes it away tells, and of two tabs only one does. */
  #ended({ intent, said }: Flight, ending: Ending): void {
    const wasOpen = this.#with.store.remove(intent.key);
    this.#changed();
    if (!wasOpen || (ending.name !== 'answered' && ending.name !== 'refused')) return;
    if (said.includes(ending.name) && this.#age(intent) <= FRESH_MS) return;
    for (const listener of this.#endListeners) listener(intent, ending);
  }

  #changed(): void {
    const mine = this.#mine();
    const inDoubt = mine.flatMap((intent) => {
      const phase = this.#phaseOf(intent);
      return phase === 'sending' ? [] : [{ intent, phase }];
    });
    // Nothing is the same nothing: a page that shows it is not drawn anew.
    if (inDoubt.length > 0 || this.#unanswered.length > 0) this.#unanswered = inDoubt;
    // What another tab leaves behind becomes everybody's with age, and nothing else says so.
    clearTimeout(this.#aging);
    const ages = mine.filter(({ tab }) => tab !== this.#with.tab).map((intent) => FRESH_MS - this.#age(intent));
    const next = Math.min(...ages.filter((left) => left >= 0));
    if (Number.isFinite(next)) this.#aging = setTimeout(() => this.#changed(), next + 1);
    this.#changes.emit();
  }
}

const unanswered = (text: string): ApiError => new ApiError(text, 0, 'unanswered');
