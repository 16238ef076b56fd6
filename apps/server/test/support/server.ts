import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createContext, type Context } from '../../src/context.ts';
import { DEFAULT_LIMITS, type Limits } from '../../src/wiring/limits.ts';
import { systemClock, type Clock } from '../../src/lib/clock.ts';
import { createLogger, type Logger } from '../../src/lib/logger.ts';
import type { TestDatabase } from '../harness/database.ts';
import { expectDescribedAnswers } from './app.ts';
import { TestFeed } from './test-feed.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Answer {
  status: number;
  /** Empty of what is no JSON. */
  body: Record<string, unknown>;
  response: LightMyRequestResponse;
}

interface Options {
  headers?: Record<string, string>;
  from?: string;
}

/** Somebody with a browser: keeps the cookies and names the page's own origin. */
export class Person {
  /** Of the session. */
  cookie: string | null = null;
  /** Of the browser, which stays known after the session has ended. */
  device: string | null = null;
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  async ask(
    method: Method,
    url: string,
    body?: object | string | Buffer,
    { headers = {}, from }: Options = {},
  ): Promise<Answer> {
    const response = await this.#context.app.inject({
      method,
      url: `/api${url}`,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...this.#cookies(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body }),
      ...(from === undefined ? {} : { remoteAddress: from }),
    });
    for (const { name, value } of response.cookies) {
      const kept = value === '' ? null : `${name}=${value}`;
      if (name.endsWith('device')) this.device = kept;
      else this.cookie = kept;
    }
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    return { status: response.statusCode, body: isJson ? response.json() : {}, response };
  }

  #cookies(): { cookie?: string } {
    const kept = [this.cookie, this.device].filter((cookie) => cookie !== null);
    return kept.length === 0 ? {} : { cookie: kept.join('; ') };
  }

  get = (url: string, options?: Options): Promise<Answer> => this.ask('GET', url, undefined, options);
  post = (url: string, body?: object | string, options?: Options): Promise<Answer> =>
    this.ask('POST', url, body, options);
  put = (url: string, body: object, options?: Options): Promise<Answer> => this.ask('PUT', url, body, options);
  delete = (url: string, options?: Options): Promise<Answer> => this.ask('DELETE', url, undefined, options);
}

export interface TestServer {
  readonly context: Context;
  readonly feed: TestFeed;
  /** Somebody who isn't signed in. */
  stranger(): Person;
  /** Somebody new with an account in the main market. */
  register(phone?: string): Promise<Person & { phone: string }>;
}

export const PASSWORD = 'лосось42';
/** Within this time a stream is told that its session has ended, on a busy machine, too: it would look by itself after 30 s. */
export const TOLD_MS = 5_000;
/** Tests log in hundreds of times; what a hash of the product costs is tested where it is made. */
const PASSWORD_COST = { memoryCost: 1024, timeCost: 1, parallelism: 1 };
let lastPhone = 9_160_000_000;
export const newPhone = (): string => `+7${(lastPhone += 1)}`;

interface Setup {
  limits?: Partial<Limits>;
  log?: Logger;
  ledgerCheckMs?: number;
  clock?: Clock;
}

/** The whole server on the file's own schema, with prices that the tests give. Not listening; call it once a file. */
export function useServer(
  database: TestDatabase,
  { limits, log, ledgerCheckMs = 60_000, clock = systemClock }: Setup = {},
): TestServer {
  const feed = new TestFeed();
  let context: Context | undefined;
  const ready = (): Context => {
    if (context === undefined) throw new Error('the server is there from beforeAll on');
    return context;
  };
  beforeAll(async () => {
    context = await createContext({
      target: database.target,
      clock,
      log: log ?? createLogger('silent'),
      limits: { ...DEFAULT_LIMITS, ...limits },
      passwordCost: PASSWORD_COST,
      ledgerCheckMs,
      trustProxy: ['10.0.0.0/8'],
      createFeed: () => Promise.resolve(feed),
    });
    expectDescribedAnswers(context.app);
  });
  beforeEach(() => {
    feed.tick('BTCUSDT', '100');
    feed.tick('ETHUSDT', '10');
  });
  afterAll(() => context?.close());
  return {
    get context() {
      return ready();
    },
    feed,
    stranger: () => new Person(ready()),
    async register(phone = newPhone()) {
      const person = new Person(ready());
      const { status, body } = await person.post('/auth/register', { phone, password: PASSWORD });
      if (status !== 200) throw new Error(`not registered: ${JSON.stringify(body)}`);
      return Object.assign(person, { phone });
    },
  };
}

/** @param patienceMs longer where a whole server has to start */
export async function until(condition: () => boolean | Promise<boolean>, patienceMs = 45_000): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('it did not happen');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
