import type { BankVerdict, Usdt } from '@plecho/domain';
import { rublesToUsdt, type PracticeCard } from '@plecho/network';
import type { SettlementEffect } from '../commands/command.ts';
import type { BankState, OperationRecord } from './ports.ts';

/** Wrong codes that the bank puts up with. */
export const BANK_ATTEMPTS = 3;
/** The bank waits this long. */
export const BANK_WAITS_MS = 15 * 60_000;

/** What confirming leads to, by the card that was picked. */
const VERDICTS: Readonly<Record<PracticeCard, BankVerdict>> = {
  approved: 'approved',
  secure: 'approved',
  declined: 'bankDeclined',
  insufficient: 'cardFunds',
};

/** The bank of a top-up, and what it says to whoever confirms rightly. */
export function bankOf({ id, bank, card }: OperationRecord): { bank: BankState; ifRight: BankVerdict } {
  if (bank === null || card === null) throw new Error(`top-up ${id} has no bank`);
  return { bank, ifRight: VERDICTS[card] };
}

/** What the verdict on a top-up means to the account: the same whoever carries it out. */
export function effectOf({ id, amount, bank }: OperationRecord): SettlementEffect {
  const verdict = bank?.verdict ?? null;
  if (verdict === null) throw new Error(`the bank has not decided about top-up ${id}`);
  if (verdict === 'approved') return { kind: 'card', amount: rublesToUsdt(Number(amount)) };
  return { kind: 'failure', failure: verdict };
}

/**
 * What the bank does with a payout, by the card that was picked. Money that comes in needs no code, which
 * confirms that money may go out, and does not care how much is on the card.
 */
const PAYOUTS: Readonly<Record<PracticeCard, 'approved' | 'bankDeclined'>> = {
  approved: 'approved',
  secure: 'approved',
  insufficient: 'approved',
  declined: 'bankDeclined',
};

/** What becomes of a withdrawal to a card. @param value what it locked */
export function payoutOf(card: PracticeCard, value: Usdt): SettlementEffect {
  const verdict = PAYOUTS[card];
  if (verdict === 'approved') return { kind: 'cardPayout', value };
  return { kind: 'withdrawRefund', value, failure: verdict };
}
