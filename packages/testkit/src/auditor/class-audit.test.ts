import { expect, it } from 'vitest';
import type { Books } from './books.ts';
import { ClassAudit } from './class-audit.ts';
import { LedgerModel } from './ledger-model.ts';
import type { SeenAccount, SeenAttempt, SeenBatch } from './observations.ts';

const DAY_MS = 86_400_000;
const ACCOUNT = 1n;
const RULES = {
  ...{ maxLeverage: 10, maxShare: null, maxDayLoss: 50_000n, maxLoss: null, target: null, days: null },
  calibration: false,
};

/** An audit of one account, whose day loss is 50 of 1000, and what it says is broken. */
function audit() {
  const broken: string[] = [];
  const report = (rule: string, message: string): void => void broken.push(`${rule} ${message}`);
  const ledger = new LedgerModel(report);
  const books = { everTrades: new Map(), positions: new Map(), orders: new Map() } as unknown as Books;
  const rules = { classRules: RULES, staleAfterMs: 10_000 } as never;
  const classes = new ClassAudit(books, ledger, { rules, startBalance: 1_000n }, report);
  const at = (now: number) => ({ seq: 1n, now, writtenAt: now });
  const book = (kind: string, amount: bigint, now: number): void => {
    const nothing = { newAccounts: [], transfers: [], placedOrders: [], changedOrders: [], endedOrders: [] } as unknown;
    classes.begin(nothing as SeenBatch, at(now));
    const legs = [
      { ref: { accountId: ACCOUNT, book: 'available' }, amount },
      { ref: { accountId: null, book: 'clearing' }, amount: -amount },
    ];
    classes.book({ id: 1n, kind, subjectId: 7n, legs }, at(now));
  };
  const stands = (attempt: Pick<SeenAttempt, 'day' | 'dayResult'>, now: number): string[] => {
    const whole = { ...attempt, passedAt: null, endedAt: null };
    classes.account({ id: ACCOUNT, attempt: whole } as SeenAccount, at(now));
    return broken.splice(0);
  };
  const refuses = (): boolean => classes.isRefused({ type: 'openPosition', accountId: ACCOUNT }, 'class_day_loss');
  return { book, stands, refuses };
}

it('E17 a fresh start takes the day’s loss along, and the next day forgets it', () => {
  const { book, stands, refuses } = audit();
  book('grant', 1_000n, 0);
  book('close', -50n, 1);
  book('seasonEnd', -950n, 2);
  book('grant', 1_000n, 2);
  expect(stands({ day: 0, dayResult: -50n }, 2)).toEqual([]);
  expect(stands({ day: 0, dayResult: 0n }, 2)).toEqual([expect.stringContaining('E17 attempt of account 1')]);
  expect(refuses()).toBe(true);
  book('seasonEnd', -1_000n, DAY_MS);
  book('grant', 1_000n, DAY_MS);
  expect(stands({ day: 1, dayResult: 0n }, DAY_MS)).toEqual([]);
});
