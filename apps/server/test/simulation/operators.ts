import type { Auditor, BarReason, LogAudit } from '@plecho/testkit';
import type { MarketHost } from '../../src/engine/market-host.ts';
import type { MemoryStore } from './memory-journal.ts';
import type { SamePathCheck } from './same-path-check.ts';

export interface OperatorsOptions {
  auditor: Auditor;
  logAudit: LogAudit;
  samePath: SamePathCheck;
  store: MemoryStore;
  host(): MarketHost;
  count(what: string): void;
  record(kind: string, value: unknown): void;
  /** @returns tells something unless the process of now is gone by then */
  inProcess(): (tell: () => void) => void;
}

/** Those who halt the market of a run, let it go on and bar people, and what the auditors hear of it. */
export class Operators {
  readonly #options: OperatorsOptions;
  /** One waits for the market to go on. */
  #isResuming = false;
  /** The newest number of a price when it began to. */
  #leftAt = 0n;

  constructor(options: OperatorsOptions) {
    this.#options = options;
  }

  /** A process is gone, and with it who waited for it. */
  restarted(): void {
    this.#isResuming = false;
  }

  /** Trading is stopped, whatever is under way. @param isWriting a batch is with the storage */
  halt(isWriting: boolean): void {
    const { auditor, count } = this.#options;
    const host = this.#options.host();
    const state = auditor.isLeaving ? 'going on' : isWriting ? 'writing' : host.stats().phase;
    count(`halted while ${state}`);
    this.#forgetMissed();
    auditor.halted(host.status().now);
    host.halt(new Error('the books do not add up'));
  }

  async resume(): Promise<void> {
    if (this.#isResuming) return;
    this.#isResuming = true;
    const { auditor, count, record, host, inProcess } = this.#options;
    const tell = inProcess();
    const result = await host()
      .resume()
      .catch(() => 'failed' as const);
    tell(() => {
      this.#isResuming = false;
      count(`resumed: ${result}`);
      record('resumed', result);
      if (result !== 'failed') return;
      this.#forgetMissed();
      auditor.haltStays();
    });
  }

  /** The market reads its state: perhaps because it goes on. */
  reading(): void {
    const { auditor } = this.#options;
    const host = this.#options.host();
    if (!this.#isResuming || host.stats().phase !== 'loading' || !auditor.isHalted) return;
    this.#leftAt = auditor.prices.seq;
    auditor.leavesHalt(host.status().now);
  }

  /** @param reason null: positions may be opened again */
  bar(accountId: bigint, reason: BarReason | null): void {
    const { auditor, store } = this.#options;
    const { barred } = store;
    const place = barred.findIndex((each) => each.accountId === accountId);
    if (place >= 0) barred.splice(place, 1);
    if (reason !== null) barred.push({ accountId, reason });
    if (reason === null) auditor.unbar(accountId);
    else auditor.bar(accountId, reason);
  }

  /** What has come since a market began to go on was met by nothing if it does not. */
  #forgetMissed(): void {
    const { auditor, samePath, logAudit } = this.#options;
    if (!auditor.isLeaving) return;
    samePath.forgetAfter(this.#leftAt);
    logAudit.missedAfter(this.#leftAt);
  }
}
