import type { Command, Outcome } from './command.ts';
import { addToPosition } from './add-to-position.ts';
import { adjustBalance } from './adjust-balance.ts';
import { amendOrder } from './amend-order.ts';
import { cancelOrder } from './cancel-order.ts';
import { cancelAll, cancelEntries, closeAll } from './close-all.ts';
import { closePosition } from './close-position.ts';
import { refuse, type Decision } from './decision.ts';
import { openAccount } from './open-account.ts';
import { openPosition } from './open-position.ts';
import { placeOrder } from './place-order.ts';
import { placePair } from './place-pair.ts';
import { reduceOrder } from './reduce-order.ts';
import { reversePosition } from './reverse-position.ts';
import { setTriggers } from './set-triggers.ts';
import { MAX_OPEN_PER_ACCOUNT } from './checks.ts';
import { settleOperation } from './settle-operation.ts';
import { startSeason } from './start-season.ts';
import { withdraw, withdrawToCard } from './withdraw.ts';

/** Commands that are decided one after another; the end of a market is a process of its own. */
export type QueuedCommand = Exclude<Command, { type: 'endMarket' }>;

/** Decides one command: changes the state and the batch, or refuses and changes nothing. */
export function decide(decision: Decision, command: QueuedCommand): Outcome {
  if (decision.state.ended && isTrading(command)) return refuse('market_ended');
  switch (command.type) {
    case 'openAccount':
      return openAccount(decision, command.userId);
    case 'withdraw':
      return withdraw(decision, command);
    case 'withdrawToCard':
      return withdrawToCard(decision, command);
    case 'settleOperation':
      return settleOperation(decision, command);
    case 'adjustBalance':
      return adjustBalance(decision, command);
    case 'startSeason':
      return startSeason(decision, command);
    case 'openPosition':
      return openPosition(decision, command);
    case 'placeOrder':
      return placeOrder(decision, command);
    case 'placePair':
      return placePair(decision, command);
    case 'reduceOrder':
      return reduceOrder(decision, command);
    case 'amendOrder':
      return amendOrder(decision, command);
    case 'cancelOrder':
      return cancelOrder(decision, command);
    case 'setTriggers':
      return setTriggers(decision, command);
    case 'closePosition':
      return closePosition(decision, command);
    case 'addToPosition':
      return addToPosition(decision, command);
    case 'reversePosition':
      return reversePosition(decision, command);
    case 'closeAll':
      return closeAll(decision, command);
    case 'cancelAll':
      return cancelAll(decision, command);
    case 'cancelEntries':
      return cancelEntries(decision, command);
    default:
      return command satisfies never;
  }
}

/**
 * A fill or an end of something, with its transfers, one of them for each round of funding that a position may owe, and what
 * an attempt comes to by it.
 */
export const idsOfAFiring = (rounds: number): number => 4 + rounds;

/** What ends or may end everything that an account has open, and what does two things at once. */
const ENDS: Partial<Record<QueuedCommand['type'], number>> = {
  ...{ startSeason: MAX_OPEN_PER_ACCOUNT + 1, closeAll: MAX_OPEN_PER_ACCOUNT, cancelAll: MAX_OPEN_PER_ACCOUNT },
  cancelEntries: MAX_OPEN_PER_ACCOUNT,
  reversePosition: 2,
};

/** How many ids deciding the command takes at most. @param rounds of funding that a position may owe */
export const idsFor = ({ type }: QueuedCommand, rounds: number): number => idsOfAFiring(rounds) * (ENDS[type] ?? 1);

/** Money can still be moved in and out while a market ends; once it has ended, it takes no command at all. */
const MONEY: ReadonlySet<QueuedCommand['type']> = new Set([
  'openAccount',
  'withdraw',
  'withdrawToCard',
  'settleOperation',
  'adjustBalance',
] as const);
const isTrading = ({ type }: QueuedCommand): boolean => !MONEY.has(type);
