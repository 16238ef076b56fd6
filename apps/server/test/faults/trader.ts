import type { NewReplaySession, Position, ReplaySession, Trade } from '@plecho/contract';
import { newKey } from '../../../../tools/product/request-key.ts';

/** One command as its sender remembers it: what it asked, with which key, and what it was told. */
export interface Sent {
  key: string;
  method: 'POST' | 'DELETE';
  path: string;
  body: unknown;
  /** null while nothing was answered: then nobody but the server knows what happened. */
  answer: { status: number; body: unknown } | null;
}

/** Where requests go: a product, or one process of several. */
export interface Site {
  /** Without a slash at the end. */
  url: string;
}

/** Of a command, which is sent again with its key; what has none is waited for, however busy the machine is. */
const COMMAND_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 30_000;

/**
 * A person who opens and closes positions over HTTP and keeps a list of everything acknowledged:
 * balances that add up don't prove that nothing was lost (rule L7).
 */
export class Trader {
  readonly sent: Sent[] = [];
  #market: string;
  #cookie = '';

  constructor(market: string) {
    this.#market = market;
  }

  /** For a stream of this person's. */
  get cookie(): string {
    return this.#cookie;
  }

  async register(product: Site, phone: string): Promise<void> {
    const answer = await this.#fetch(product, 'POST', '/api/auth/register', { phone, password: 'осенний-лист-42' });
    if (!answer.ok) throw new Error(`registration: ${answer.status} ${await answer.text()}`);
    await answer.body?.cancel();
  }

  async enterMarket(product: Site): Promise<void> {
    await this.post(product, `/api/trading/markets/${this.#market}/enter`, {});
  }

  /** Enters another market and trades in it from now on. */
  async enter(product: Site, market: string): Promise<void> {
    this.#market = market;
    await this.enterMarket(product);
  }

  /** Starts a personal replay and trades in it from now on. */
  async startReplay(product: Site, wanted: NewReplaySession): Promise<ReplaySession> {
    const session = await this.post<ReplaySession>(product, '/api/replays/sessions', wanted);
    this.#market = session.market;
    return session;
  }

  async post<T>(product: Site, path: string, body: object): Promise<T> {
    const answer = await this.#fetch(product, 'POST', path, body);
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  async get<T>(product: Site, path: string): Promise<T> {
    const answer = await this.#fetch(product, 'GET', path);
    if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  open(product: Site, symbol: string, type: 'long' | 'short', leverage: number): Promise<Sent> {
    const body = { symbol, type, amount: '5', leverage };
    return this.#command(product, 'POST', `/api/trading/positions?market=${this.#market}`, body);
  }

  close(product: Site, positionId: string, portion?: string): Promise<Sent> {
    const part = portion === undefined ? '' : `&portion=${portion}`;
    return this.#command(
      product,
      'DELETE',
      `/api/trading/positions/${positionId}?market=${this.#market}${part}`,
      undefined,
    );
  }

  /** Sends a remembered command again, with its own key. */
  async repeat(product: Site, sent: Sent): Promise<{ status: number; body: unknown }> {
    const answer = await this.#fetch(product, sent.method, sent.path, sent.body, sent.key);
    return { status: answer.status, body: await answer.json() };
  }

  positions(product: Site): Promise<{ items: Position[] }> {
    return this.get(product, `/api/trading/positions?market=${this.#market}`);
  }

  /** Every trade of this person, newest first. */
  async trades(product: Site): Promise<Trade[]> {
    const all: Trade[] = [];
    for (let cursor = ''; ;) {
      const page = await this.get<{ items: Trade[]; nextCursor: string | null }>(
        product,
        `/api/trading/trades?market=${this.#market}&limit=200${cursor}`,
      );
      all.push(...page.items);
      if (page.nextCursor === null) return all;
      cursor = `&cursor=${page.nextCursor}`;
    }
  }

  async #command(product: Site, method: Sent['method'], path: string, body: unknown): Promise<Sent> {
    const sent: Sent = { key: newKey(), method, path, body, answer: null };
    this.sent.push(sent);
    try {
      const answer = await this.#fetch(product, method, path, body, sent.key);
      sent.answer = { status: answer.status, body: await answer.json() };
    } catch {
      // The server died under the request. What happened is found out by repeating it later.
    }
    return sent;
  }

  async #fetch(product: Site, method: string, path: string, body?: unknown, key?: string): Promise<Response> {
    const answer = await fetch(`${product.url}${path}`, {
      method,
      signal: AbortSignal.timeout(key === undefined ? REQUEST_TIMEOUT_MS : COMMAND_TIMEOUT_MS),
      headers: {
        origin: product.url,
        cookie: this.#cookie,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // That of the session is the first.
    this.#cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? this.#cookie;
    return answer;
  }
}
