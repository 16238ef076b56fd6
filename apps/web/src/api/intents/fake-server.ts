/** What becomes of one request. A fault is what the page sees: its fetch fails, although the server may have acted. */
export type Fate =
  | 'answered'
  /** Carried out, and the answer gets lost. */
  | 'lost'
  /** Never arrives. */
  | 'unreached'
  /** Arrives; no answer comes and the connection stays open. */
  | 'silent'
  /** Arrives nowhere; something in between answers. */
  | { status: number; body?: string; headers?: Record<string, string> };

export interface Arrival {
  url: string;
  key: string;
  body: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/** A server that gives one effect to a key, reached over a network that does what the test says. */
export class FakeServer {
  /** In turn; the last one goes on. */
  fates: Fate[] = ['answered'];
  /** Every request that the page sent, whatever became of it. */
  readonly sent: Arrival[] = [];
  /** What was carried out. */
  readonly orders: string[] = [];
  /** Refuses instead of carrying out: the body of the refusal. */
  refusal: { error: string; code: string; status: number } | null = null;
  readonly #outcomes = new Map<string, { status: number; body: string }>();

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const headers = init.headers as Record<string, string>;
    const arrival = {
      url,
      key: headers['idempotency-key'] ?? '',
      body: typeof init.body === 'string' ? init.body : '',
      at: Date.now(),
    };
    this.sent.push(arrival);
    const fate = (this.fates.length > 1 ? this.fates.shift() : this.fates[0]) ?? 'answered';
    if (fate === 'unreached') throw new TypeError('Failed to fetch');
    if (typeof fate === 'object') return new Response(fate.body ?? '<html>', fate);
    const { status, body } = this.#outcomeOf(arrival);
    if (fate === 'lost') throw new TypeError('Failed to fetch');
    if (fate === 'silent') return silence(init.signal);
    return new Response(body, { status, headers: { 'content-type': 'application/json' } });
  };

  #outcomeOf({ key, body }: Arrival): { status: number; body: string } {
    const known = this.#outcomes.get(key);
    if (known !== undefined) return known;
    if (this.refusal === null) this.orders.push(body);
    const { status = 200, ...refused } = this.refusal ?? {};
    const answer = this.refusal === null ? { id: String(this.orders.length) } : refused;
    const outcome = { status, body: JSON.stringify(answer) };
    this.#outcomes.set(key, outcome);
    return outcome;
  }
}

const silence = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });
