import type { PracticeCard } from '@plecho/network';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../lib/problem.ts';
import { BANK_ATTEMPTS, BANK_WAITS_MS } from './cards.ts';
import type { OperationRecord } from './ports.ts';
import { testMoney, type TestMoney } from './test/money.ts';
import { toBankStep } from './wire.ts';

let money: TestMoney;
beforeEach(async () => {
  money = await testMoney();
});

const holder = () => ({ userId: 1n, accountId: money.account });
const begin = (card: PracticeCard, rub = 9_500, key: string | null = null): Promise<OperationRecord> =>
  money.cards.begin(holder(), rub, card, key);
const available = () => money.market.account(money.account).available;

/** How it ended, or the code of the refusal with its details. */
async function outcome(work: Promise<OperationRecord>): Promise<unknown> {
  try {
    const { settlement } = await work;
    return settlement === null ? 'pending' : (settlement.failure ?? settlement.value);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.details === undefined ? error.code : [error.code, error.details];
  }
}

const codeOf = (operation: OperationRecord): string => operation.bank?.code ?? '';
const wrong = (operation: OperationRecord): string => (codeOf(operation) === '0000' ? '0001' : '0000');

describe('a card top-up', () => {
  it.each([
    [4_999, 'card_below_minimum'],
    [-5_000, 'card_below_minimum'],
    [1_000_001, 'card_above_maximum'],
    [5_000.5, 'invalid_amount'],
    [Number.NaN, 'invalid_amount'],
    [Number.POSITIVE_INFINITY, 'invalid_amount'],
  ])('of %s roubles is refused', async (rub, code) => {
    expect(await outcome(begin('approved', rub))).toBe(code);
  });

  it('is credited at the published rate, rounded down, after a click', async () => {
    const made = await begin('approved', 5_000);
    expect(toBankStep(made)).toEqual({ kind: 'confirm' });
    expect(available()).toBe(1_000_000_000n);
    expect(await outcome(money.cards.confirm(1n, made.id, null))).toBe(52_631_578n);
    expect(available()).toBe(1_052_631_578n);
  });

  it.each([
    ['declined', 'bankDeclined'],
    ['insufficient', 'cardFunds'],
  ] as const)('with the %s card comes to nothing', async (card, failure) => {
    const made = await begin(card);
    expect(toBankStep(made)).toEqual({ kind: 'confirm' });
    expect(await outcome(money.cards.confirm(1n, made.id, null))).toBe(failure);
    expect(available()).toBe(1_000_000_000n);
  });

  it('with the secure card asks for the code of its own message', async () => {
    const made = await begin('secure');
    expect(codeOf(made)).toMatch(/^\d{4}$/);
    const message = `Учебное сообщение банка: код ${codeOf(made)}`;
    expect(toBankStep(made)).toEqual({ kind: 'code', message, attemptsLeft: BANK_ATTEMPTS });
    expect(await outcome(money.cards.confirm(1n, made.id, null))).toEqual(['invalid_request', { fields: ['code'] }]);
    expect(await outcome(money.cards.confirm(1n, made.id, wrong(made)))).toEqual([
      'bank_code_wrong',
      { attemptsLeft: 2 },
    ]);
    expect(await outcome(money.cards.confirm(1n, made.id, codeOf(made)))).toBe(100_000_000n);
    expect(available()).toBe(1_100_000_000n);
  });

  it('fails after three wrong codes, the right one included from then on', async () => {
    const made = await begin('secure');
    const answers = [];
    for (let n = 0; n < 3; n += 1) answers.push(await outcome(money.cards.confirm(1n, made.id, wrong(made))));
    expect(answers).toEqual([
      ['bank_code_wrong', { attemptsLeft: 2 }],
      ['bank_code_wrong', { attemptsLeft: 1 }],
      'wrongCode',
    ]);
    expect(await outcome(money.cards.confirm(1n, made.id, codeOf(made)))).toBe('operation_settled');
    expect(available()).toBe(1_000_000_000n);
  });

  it('fails after three wrong codes also when the third was the last thing before a crash', async () => {
    const made = await begin('secure');
    for (let n = 0; n < 3; n += 1) await money.store.takeAttempt(made.id);
    expect(await outcome(money.cards.confirm(1n, made.id, codeOf(made)))).toBe('wrongCode');
    const other = await begin('secure');
    for (let n = 0; n < 3; n += 1) await money.store.takeAttempt(other.id);
    await money.settler.pass();
    expect(await outcome(money.cards.find(1n, other.id))).toBe('wrongCode');
  });

  it('expires when nobody goes on', async () => {
    const [forgotten, late] = [await begin('approved'), await begin('secure')];
    money.wait(BANK_WAITS_MS - 1);
    await money.settler.pass();
    expect(await outcome(money.cards.find(1n, forgotten.id))).toBe('pending');
    money.wait(1);
    expect(await outcome(money.cards.confirm(1n, late.id, codeOf(late)))).toBe('expired');
    await money.settler.pass();
    expect(await outcome(money.cards.find(1n, forgotten.id))).toBe('expired');
    expect(await outcome(money.cards.confirm(1n, forgotten.id, null))).toBe('operation_settled');
    expect(available()).toBe(1_000_000_000n);
  });

  it('can be cancelled until it has ended', async () => {
    const [cancelled, paid] = [await begin('approved'), await begin('approved')];
    expect(await outcome(money.cards.cancel(1n, cancelled.id))).toBe('cancelled');
    expect(await outcome(money.cards.cancel(1n, cancelled.id))).toBe('cancelled');
    expect(await outcome(money.cards.confirm(1n, cancelled.id, null))).toBe('operation_settled');
    await money.cards.confirm(1n, paid.id, null);
    expect(await outcome(money.cards.cancel(1n, paid.id))).toBe('operation_settled');
    expect(available()).toBe(1_100_000_000n);
  });

  it('L6 is credited once, however often and close together it is confirmed and cancelled', async () => {
    const made = await begin('approved');
    const confirm = () => outcome(money.cards.confirm(1n, made.id, null));
    const cancel = () => outcome(money.cards.cancel(1n, made.id));
    expect(await Promise.all([confirm(), cancel(), confirm()])).toEqual([
      100_000_000n,
      'operation_settled',
      100_000_000n,
    ]);
    expect(await confirm()).toBe(100_000_000n);
    expect(available()).toBe(1_100_000_000n);
  });

  it('L6 is one operation for one key', async () => {
    const made = await begin('approved', 9_500, 'key');
    expect((await begin('approved', 9_500, 'key')).id).toBe(made.id);
    expect(await outcome(begin('approved', 9_501, 'key'))).toBe('idempotency_conflict');
    expect(await outcome(begin('declined', 9_500, 'key'))).toBe('idempotency_conflict');
  });

  it('is as unknown to others as one that never was', async () => {
    const made = await begin('approved');
    for (const id of [made.id, 999n]) {
      expect(await outcome(money.cards.find(2n, id))).toBe('operation_not_found');
      expect(await outcome(money.cards.confirm(2n, id, null))).toBe('operation_not_found');
      expect(await outcome(money.cards.cancel(2n, id))).toBe('operation_not_found');
    }
  });
});
