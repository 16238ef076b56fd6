import type {
  CardAnswer,
  DepositAddress,
  NetworkTransaction,
  Operation,
  WalletBalance,
  WalletTransaction,
} from '@plecho/contract';
import { newKey } from '../../../../tools/product/request-key.ts';
import type { Site } from './trader.ts';

/** A request as its sender remembers it: with its key, and what it was told. */
interface Request {
  path: string;
  key: string;
  body: object;
  /** null while nothing was answered: then nobody but the server knows what happened. */
  answer: { status: number; body: unknown } | null;
}

const REQUEST_TIMEOUT_MS = 20_000;

/**
 * Somebody who moves practice money in and out and keeps a list of every request: what was
 * acknowledged must be there after any crash, and what was not is repeated with its key (rules L6, L7).
 */
export class Payer {
  readonly requests: Request[] = [];
  #cookie = '';
  #deposits: DepositAddress[] = [];
  #wallet: WalletBalance[] = [];

  async register(site: Site, phone: string): Promise<void> {
    const answer = await this.#fetch(site, 'POST', '/auth/register', { phone, password: 'осенний-лист-42' });
    this.#cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    if (!answer.ok) throw new Error(`registration: ${answer.status} ${await answer.text()}`);
    await answer.body?.cancel();
    this.#deposits = (await this.get<{ items: DepositAddress[] }>(site, '/payments/deposit-addresses')).items;
    this.#wallet = await this.wallet(site);
  }

  async get<T>(site: Site, path: string): Promise<T> {
    const answer = await this.#fetch(site, 'GET', path);
    if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  async wallet(site: Site): Promise<WalletBalance[]> {
    return (await this.get<{ items: WalletBalance[] }>(site, '/wallet')).items;
  }

  /** Sends coins to the account and names the transaction; each step only after the one before was acknowledged. */
  async deposit(site: Site, asset: string, network: string, amount: string): Promise<NetworkTransaction | null> {
    const at = (item: DepositAddress): boolean => item.asset === asset && item.network === network;
    const address = this.#deposits.find(at)?.address;
    const sent = await this.#ask(site, '/wallet/send', { asset, network, address, amount, fee: 'fast' });
    if (sent.answer?.status !== 200) return null;
    const transaction = sent.answer.body as NetworkTransaction;
    const claim = { currency: asset, network, amount, txHash: transaction.hash };
    await this.#ask(site, '/payments/deposit/hash', claim);
    return transaction;
  }

  /** To the payer's own wallet. */
  async withdraw(site: Site, currency: string, network: string, amount: string): Promise<void> {
    const address = this.#wallet.find((item) => item.asset === currency && item.network === network)?.address;
    await this.#ask(site, '/payments/withdraw/crypto', { currency, network, amount, address });
  }

  /** To a practice card: nothing but the server's own death can keep it. */
  async payOut(site: Site, amount: string): Promise<void> {
    await this.#ask(site, '/payments/withdraw/card', { amount, card: 'approved' });
  }

  /** Tops up by card, as far as it is answered. */
  async topUp(site: Site, amountRub: number): Promise<void> {
    const begun = await this.#ask(site, '/payments/deposit/card', { amountRub, card: 'approved' });
    if (begun.answer?.status !== 200) return;
    const { operation } = begun.answer.body as CardAnswer;
    await this.#ask(site, `/payments/deposit/card/${operation.id}/confirm`, {});
  }

  /** Sends a remembered request again, with its own key. */
  async repeat(site: Site, { path, body, key }: Request): Promise<{ status: number; body: unknown }> {
    const answer = await this.#fetch(site, 'POST', path, body, key);
    return { status: answer.status, body: await answer.json() };
  }

  operations(site: Site): Promise<Operation[]> {
    return this.#all(site, '/payments/transactions');
  }

  transactions(site: Site): Promise<WalletTransaction[]> {
    return this.#all(site, '/wallet/transactions');
  }

  /** Every row of a list, newest first. */
  async #all<T>(site: Site, path: string): Promise<T[]> {
    const all: T[] = [];
    for (let cursor = ''; ;) {
      const page = await this.get<{ items: T[]; nextCursor: string | null }>(site, `${path}?limit=50${cursor}`);
      all.push(...page.items);
      if (page.nextCursor === null) return all;
      cursor = `&cursor=${page.nextCursor}`;
    }
  }

  async #ask(site: Site, path: string, body: object): Promise<Request> {
    const request: Request = { path, body, key: newKey(), answer: null };
    this.requests.push(request);
    try {
      const answer = await this.repeat(site, request);
      // 503 says that nobody knows: it is repeated like a request without an answer.
      if (answer.status !== 503) request.answer = answer;
    } catch {
      // The server died under the request. What happened is found out by repeating it later.
    }
    return request;
  }

  #fetch(site: Site, method: string, path: string, body?: unknown, key?: string): Promise<Response> {
    return fetch(`${site.url}/api${path}`, {
      method,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      headers: {
        origin: site.url,
        cookie: this.#cookie,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}
