import type { LogHead, Trade } from '@plecho/contract';
import { AccountStore } from './account-store.ts';
import { MarketStateStore } from './market-state.ts';
import type { StreamClient } from './stream-client.ts';
import { TickerStore } from './ticker-store.ts';

export interface AccountNews {
  /** Closed just now. */
  trades: readonly Trade[];
  /** Whether there are such, or may be: a snapshot says nothing of what was before it. */
  closed: boolean;
}

/** The live state of one market and of the person's account in it. */
export class LiveMarket {
  readonly id: string;
  readonly tickers = new TickerStore();
  readonly account = new AccountStore();
  readonly state = new MarketStateStore();
  /** The newest checkpoint of the market's log, as the stream told it; null before the first. */
  checkpoint: LogHead | null = null;
  readonly #stream: StreamClient;
  readonly #onNews: (news: AccountNews) => void;

  constructor(id: string, stream: StreamClient, onNews: (news: AccountNews) => void) {
    this.id = id;
    this.#stream = stream;
    this.#onNews = onNews;
  }

  /** @returns what ends it */
  start(): () => void {
    const leaveTickers = this.#stream.subscribe(
      { channel: 'tickers', market: this.id },
      {
        onFrame: (frame) => {
          if (frame.type !== 'tickers') return;
          this.state.told(frame.data);
          this.checkpoint = frame.data.log ?? this.checkpoint;
          if (frame.kind === 'snapshot') this.tickers.snapshot(frame.data);
          else this.tickers.update(frame.data);
        },
      },
    );
    const leaveAccount = this.#joinAccount();
    return () => {
      leaveTickers();
      leaveAccount();
    };
  }

  #joinAccount(): () => void {
    return this.#stream.subscribe(
      { channel: 'account', market: this.id },
      {
        onFrame: (frame) => {
          if (frame.type !== 'account') return;
          const before = this.account.get();
          const { positions, trades } = frame.data;
          if (frame.kind === 'snapshot') this.account.snapshot(frame.data);
          else this.account.update(frame.data);
          const closed = trades.length > 0 || (frame.kind === 'snapshot' && before.loaded);
          // One that was known is told again when it has paid funding, as when its levels were set.
          const changed = positions.some(({ id }) => before.positions.some((known) => known.id === id));
          if (closed || changed) this.#onNews({ trades, closed });
        },
        onRefused: (code) => this.account.refuse(code),
      },
    );
  }
}
