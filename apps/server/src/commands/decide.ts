import type { Command, Outcome } from './command.ts';
import { adjustBalance } from './adjust-balance.ts';
import { cancelOrder } from './cancel-order.ts';
import { closePosition } from './close-position.ts';
import { refuse, type Decision } from './decision.ts';
import { openAccount } from './open-account.ts';
import { openPosition } from './open-position.ts';
import { placeOrder } from './place-order.ts';
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
    case 'cancelOrder':
      return cancelOrder(decision, command);
    case 'setTriggers':
      return setTriggers(decision, command);
    case 'closePosition':
      return closePosition(decision, command);
    default:
      return command satisfies never;
  }
}

/** A fill or an end of something, with its transfers. */
export const IDS_OF_A_FIRING = 4;

/** How many ids deciding the command takes at most: a new season ends everything that is open. */
export const idsFor = ({ type }: QueuedCommand): number =>
  IDS_OF_A_FIRING * (type === 'startSeason' ? MAX_OPEN_PER_ACCOUNT + 1 : 1);

/** Money can be moved in and out of a market that is over. */
const MONEY: ReadonlySet<QueuedCommand['type']> = new Set([
  'openAccount',
  'withdraw',
  'withdrawToCard',
  'settleOperation',
  'adjustBalance',
] as const);
const isTrading = ({ type }: QueuedCommand): boolean => !MONEY.has(type);
