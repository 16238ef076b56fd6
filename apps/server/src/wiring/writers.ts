import { MAIN_MARKET_ID } from '@plecho/domain';
import type { Target } from '../storage/connection.ts';
import { leastUsed, WriterConnection } from '../storage/journal/writer-connection.ts';

/** With the pool, the notices and the main market below 20 connections. */
const SHARED = 4;

/** The connections that markets write on: the main market's own, and those that the others share. */
export class Writers {
  readonly #main: WriterConnection;
  readonly #shared: readonly WriterConnection[];

  /** @param isOneOfSeveral whether other processes may wait for what the connections hold */
  constructor(target: Target, isOneOfSeveral: boolean) {
    this.#main = new WriterConnection(target, isOneOfSeveral);
    this.#shared = Array.from({ length: SHARED }, () => new WriterConnection(target, isOneOfSeveral));
  }

  of(marketId: string): WriterConnection {
    return marketId === MAIN_MARKET_ID ? this.#main : this.shared();
  }

  /** Of those that markets share, the one to write on for one more. */
  shared(): WriterConnection {
    return leastUsed(this.#shared);
  }
}
