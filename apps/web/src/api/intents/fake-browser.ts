import { v7 } from 'uuid';
import { vi } from 'vitest';
import { FakeServer } from './fake-server.ts';
import { IntentStore } from './intent-store.ts';
import type { Ask } from './intent.ts';
import { Intents } from './intents.ts';
import { sendIntent } from './send-intent.ts';

/** What forms say when the outcome is not known, and when an earlier intent is in the way. */
export const OPEN_TEXT = 'Ответа пока нет. Повторите: второй заявки не будет.';
export const EARLIER_TEXT = 'Сначала нужно узнать, что стало с прошлой заявкой: она названа вверху страницы.';
export const MINUTE = 60_000;

export const order = (amount: string): Ask => ({
  kind: 'open',
  endpoint: 'POST /api/trading/positions',
  query: { market: 'main', portion: undefined },
  body: { symbol: 'BTCUSDT', type: 'long', amount, leverage: 5 },
});

export interface Page {
  intents: Intents;
  /** How intents ended that no form waited for. */
  told: string[];
  /** Nothing of the page goes on: it was reloaded or closed. */
  leave: () => void;
}

/** A browser with its pages, and the server that they reach. */
export class Browser {
  readonly server = new FakeServer();
  /** Whoever is signed in. */
  user = '1';
  /** In [0, 1). */
  random = 0.999_999;

  constructor() {
    vi.stubGlobal('fetch', this.server.fetch);
  }

  /** Opens a page in a tab; one that is opened in a tab after another has left is its reload. */
  open(tab = 'a'): Page {
    let isLeft = false;
    const told: string[] = [];
    const intents = new Intents({
      store: new IntentStore(),
      send: (intent, timeoutMs) => (isLeft ? new Promise(() => undefined) : sendIntent(intent, timeoutMs)),
      userId: () => this.user,
      tab,
      newKey: (msecs) => v7({ msecs }),
      now: () => Date.now(),
      random: () => this.random,
    });
    intents.onEnd((_, ending) => told.push(ending.name === 'answered' ? 'answered' : ending.error.message));
    intents.resume('account');
    return {
      intents,
      told,
      leave: () => {
        isLeft = true;
      },
    };
  }

  /** Of every request that was sent. */
  keys(): string[] {
    return this.server.sent.map(({ key }) => key);
  }
}

/** What a form sees of an ask: the answer, or the text of the refusal; null until there is any. */
export function press({ intents }: Page, ask: Ask): { said: () => unknown } {
  let said: unknown = null;
  intents.carryOut(ask).then(
    (answer) => (said = answer),
    (error: unknown) => (said = error instanceof Error ? error.message : error),
  );
  return { said: () => said };
}

export const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
export const phases = ({ intents }: Page): string[] => intents.unanswered().map(({ phase }) => phase);
export const storedKeys = (): string[] => new IntentStore().all().map(({ key }) => key);
