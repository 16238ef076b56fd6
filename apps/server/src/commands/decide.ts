import type { Command, Outcome } from './command.ts';
import { cancelOrder } from './cancel-order.ts';
import { closePosition } from './close-position.ts';
import { refuse, type Decision } from './decision.ts';
import { openAccount } from './open-account.ts';
import { openPosition } from './open-position.ts';
import { placeOrder } from './place-order.ts';
import { setTriggers } from './set-triggers.ts';

/** Commands that are decided one after another; the end of a market is a process of its own. */
export type QueuedCommand = Exclude<Command, { type: 'endMarket' }>;

/** Decides one command: changes the state and the batch, or refuses and changes nothing. */
export function decide(decision: Decision, command: QueuedCommand): Outcome {
  if (command.type === 'openAccount') return openAccount(decision, command.userId);
  if (decision.state.ended) return refuse('market_ended');
  switch (command.type) {
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
