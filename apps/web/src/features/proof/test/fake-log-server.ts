import type { LogKey } from '@plecho/contract';
import { parseTilePath, rotationName, rotationText, signatureLine, toBase64 } from '@plecho/proofs';
import { INSTALLATION, type TestKey, type TestMarket } from '@plecho/proofs/testing';

const MADE_AT = 1_795_003_600_000;

/** A server that serves the log of a market, its keys and a proof, and says whatever the test wants it to say. */
export class FakeLogServer {
  market: TestMarket;
  keys: LogKey[];
  installation = INSTALLATION;
  /** What it answers with, in place of everything. */
  fault: (() => Response) | null = null;
  /** The file of the one trade that it has a proof of; or a refusal. */
  proof: () => Response = () => refusal('trade_not_found', 404);
  /** The trade as the screens show it. */
  trade: () => Response = () => refusal('trade_not_found', 404);
  readonly asked: string[] = [];

  constructor(market: TestMarket) {
    this.market = market;
    this.keys = [{ publicKey: toBase64(market.key.publicKey), madeAt: MADE_AT, rotation: null }];
  }

  /** Has another key from now on. @param isSigned by the key before it; otherwise only by itself */
  rotate(before: TestKey, next: TestKey, isSigned = true): void {
    const { installation } = this;
    const text = rotationText({
      ...{ installation, oldKey: before.publicKey, newKey: next.publicKey },
      at: '2026-11-22T12:00:00.000Z',
    });
    const name = rotationName(installation);
    const rotation = `${(isSigned ? before : next).note(text, name)}${signatureLine(name, next.publicKey, next.sign(text))}`;
    this.keys.unshift({ publicKey: toBase64(next.publicKey), madeAt: MADE_AT + 1000, rotation });
  }

  readonly fetch = async (url: string): Promise<Response> => {
    this.asked.push(url);
    if (this.fault !== null) return this.fault();
    const { installation, keys, market } = this;
    if (url === '/api/log/key') return Response.json({ installation, name: `plecho.log/${installation}`, keys });
    if (url === '/api/log/main/checkpoint') return text(market.log.checkpoint());
    if (url.startsWith('/api/trading/trades/')) return url.includes('/proof') ? this.proof() : this.trade();
    const tile = parseTilePath(url.replace('/api/log/main/', ''));
    if (tile === null) return refusal('unknown_market', 404);
    return new Response(new Uint8Array(market.log.tile(tile)), {
      headers: { 'content-type': 'application/octet-stream' },
    });
  };
}

export const text = (body: string): Response =>
  new Response(body, { headers: { 'content-type': 'text/plain; charset=utf-8' } });

export const refusal = (code: string, status: number): Response =>
  Response.json({ error: code, code, details: {} }, { status });
