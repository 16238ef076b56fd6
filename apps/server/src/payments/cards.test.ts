import type { PracticeCard } from '@plecho/network';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../lib/problem.ts';
import { BANK_ATTEMPTS, BANK_WAITS_MS } from './bank.ts';
import type { OperationRecord } from './ports.ts';
import { testMoney, type TestMoney } from './test/money.ts';
import { toBankStep, toWireOperation } from '../wire/payments.ts';

let money: TestMoney;
beforeEach(async () => {
  money = await testMoney();
});

const holder = () => ({ userId: 1n, accountId: money.account });
const begin = (card: PracticeCard, rub = 9_500, key: string | null = null): Promise<OperationRecord> =>
  money.cards.begin(holder(), rub, card, key);
/** A request of user 1 unless it says otherwise. */
const asked = (operationId: bigint, userId = 1n, key: string | null = null) => ({ userId, operationId, key });
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
    expect(await outcome(money.cards.confirm(asked(made.id), null))).toBe(52_631_578n);
    expect(available()).toBe(1_052_631_578n);
  });

  it.each([
    ['declined', 'bankDeclined'],
    ['insufficient', 'cardFunds'],
  ] as const)('with the %s card comes to nothing', async (card, failure) => {
    const made = await begin(card);
    expect(toBankStep(made)).toEqual({ kind: 'confirm' });
    expect(await outcome(money.cards.confirm(asked(made.id), null))).toBe(failure);
    expect(available()).toBe(1_000_000_000n);
  });

  it('with the secure card asks for the code of its own message', async () => {
    const made = await begin('secure');
    expect(codeOf(made)).toMatch(/^\d{4}$/);
    const message = `Учебное сообщение банка: код ${codeOf(made)}`;
    expect(toBankStep(made)).toEqual({ kind: 'code', message, attemptsLeft: BANK_ATTEMPTS });
    expect(await outcome(money.cards.confirm(asked(made.id), null))).toEqual(['invalid_request', { fields: ['code'] }]);
    expect(await outcome(money.cards.confirm(asked(made.id), wrong(made)))).toEqual([
      'bank_code_wrong',
      { attemptsLeft: 2 },
    ]);
    expect(await outcome(money.cards.confirm(asked(made.id), codeOf(made)))).toBe(100_000_000n);
    expect(available()).toBe(1_100_000_000n);
  });

  it('fails after three wrong codes, the right one included from then on', async () => {
    const made = await begin('secure');
    const answers = [];
    for (let n = 0; n < 3; n += 1) answers.push(await outcome(money.cards.confirm(asked(made.id), wrong(made))));
    expect(answers).toEqual([
      ['bank_code_wrong', { attemptsLeft: 2 }],
      ['bank_code_wrong', { attemptsLeft: 1 }],
      'wrongCode',
    ]);
    expect(await outcome(money.cards.confirm(asked(made.id), codeOf(made)))).toBe('operation_settled');
    expect(available()).toBe(1_000_000_000n);
  });

  it.each([
    ['three wrong codes', false, 'wrongCode', 1_000_000_000n],
    ['the right one', true, 100_000_000n, 1_100_000_000n],
  ] as const)(
    'L7 ends as the bank said after %s, also when a crash came before the engine',
    async (...[, isRight, end, left]) => {
      const made = await begin('secure');
      const now = money.market.clock.now();
      for (let n = 0; n < 3; n += 1) {
        await money.store.tryCode(made.id, isRight && n === 2 ? codeOf(made) : wrong(made), 'approved', now);
      }
      expect(toBankStep(await money.cards.find(1n, made.id))).toBeNull();
      const late = await outcome(money.cards.confirm(asked(made.id), wrong(made)));
      expect(late).toBe('operation_settled');
      await money.settler.pass();
      expect(await outcome(money.cards.find(1n, made.id))).toBe(end);
      expect(available()).toBe(left);
    },
  );

  it('L6 with the key of a wrong code takes one attempt, however often it comes', async () => {
    const made = await begin('secure');
    const guess = (code: string, key: string) => outcome(money.cards.confirm(asked(made.id, 1n, key), code));
    const first = ['bank_code_wrong', { attemptsLeft: 2 }];
    expect(await Promise.all([1, 2, 3, 4].map(() => guess(wrong(made), 'a')))).toEqual([first, first, first, first]);
    expect(await guess(codeOf(made), 'a')).toBe('idempotency_conflict');
    expect(await guess(codeOf(made), 'b')).toBe(100_000_000n);
    expect(await guess(wrong(made), 'a')).toEqual(first);
    expect(await guess(codeOf(made), 'b')).toBe(100_000_000n);
  });

  it('L6 that was refused once under a key stays refused under it', async () => {
    const [kept, gone] = [await begin('approved'), await begin('approved')];
    await money.cards.cancel(asked(gone.id));
    const refused = () => outcome(money.cards.confirm(asked(gone.id, 1n, 'a'), null));
    expect(await refused()).toBe('operation_settled');
    expect(await outcome(money.cards.confirm(asked(kept.id, 1n, 'a'), null))).toBe('idempotency_conflict');
    expect(await refused()).toBe('operation_settled');
  });

  it('says that it waits only while the bank does', async () => {
    const waits = async (id: bigint) =>
      toWireOperation('main', await money.cards.find(1n, id), money.market.clock.now()).waitsUntil;
    const [answered, forgotten] = [await begin('secure'), await begin('secure')];
    const until = money.market.clock.now() + BANK_WAITS_MS;
    expect(await waits(answered.id)).toBe(until);
    await money.store.endBank(answered.id, 'approved');
    expect(await waits(answered.id)).toBeNull();
    money.wait(BANK_WAITS_MS - 1);
    expect(await waits(forgotten.id)).toBe(until);
    money.wait(1);
    expect(await waits(forgotten.id)).toBeNull();
  });

  it('expires when nobody goes on', async () => {
    const [forgotten, late] = [await begin('approved'), await begin('secure')];
    money.wait(BANK_WAITS_MS - 1);
    await money.settler.pass();
    expect(await outcome(money.cards.find(1n, forgotten.id))).toBe('pending');
    money.wait(1);
    expect(await outcome(money.cards.confirm(asked(late.id), codeOf(late)))).toBe('expired');
    await money.settler.pass();
    expect(await outcome(money.cards.find(1n, forgotten.id))).toBe('expired');
    expect(await outcome(money.cards.confirm(asked(forgotten.id), null))).toBe('operation_settled');
    expect(available()).toBe(1_000_000_000n);
  });

  it('can be cancelled until it has ended', async () => {
    const [cancelled, paid] = [await begin('approved'), await begin('approved')];
    expect(await outcome(money.cards.cancel(asked(cancelled.id)))).toBe('cancelled');
    expect(await outcome(money.cards.cancel(asked(cancelled.id)))).toBe('cancelled');
    expect(await outcome(money.cards.confirm(asked(cancelled.id), null))).toBe('operation_settled');
    await money.cards.confirm(asked(paid.id), null);
    expect(await outcome(money.cards.cancel(asked(paid.id)))).toBe('operation_settled');
    expect(available()).toBe(1_100_000_000n);
  });

  it('L6 is credited once, however often and close together it is confirmed and cancelled', async () => {
    const made = await begin('approved');
    const confirm = () => outcome(money.cards.confirm(asked(made.id), null));
    const cancel = () => outcome(money.cards.cancel(asked(made.id)));
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
      expect(await outcome(money.cards.confirm(asked(id, 2n), null))).toBe('operation_not_found');
      expect(await outcome(money.cards.cancel(asked(id, 2n)))).toBe('operation_not_found');
    }
  });
});
