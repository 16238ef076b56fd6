import { entryQuote, expectedEntry, liquidationPrice } from '@plecho/domain';
import type { OrderState } from './batch.ts';
import { checkLevels, checkLimit, checkSize, MAX_OPEN_PER_ACCOUNT } from './checks.ts';
import type { Outcome, UserCommand } from './command.ts';
import { accept, freshQuote, refuse, type Decision } from './decision.ts';
import { openingFee } from './fill.ts';

type PlaceOrder = Extract<UserCommand, { type: 'placeOrder' }>;

/** Rests a limit order and sets its margin and opening fee aside; it fills from the next tick on. */
export function placeOrder(decision: Decision, command: PlaceOrder): Outcome {
  const { state, batch, rules } = decision;
  const wrongSize = checkSize(command.margin, command.leverage);
  if (wrongSize !== null) return refuse(wrongSize);
  if (!decision.prices.hasSymbol(command.symbol)) return refuse('unknown_symbol');
  const account = state.account(command.accountId);
  if (account === undefined) return refuse('not_found');
  const record = freshQuote(decision, command.symbol, entryQuote(command.side));
  if (record === null) return refuse('price_unavailable');
  const { side, limitPrice, takeProfit, stopLoss } = command;
  const entry = expectedEntry(side, limitPrice, record.price);
  const liquidation = liquidationPrice(side, entry, command.leverage, rules.maintenance);
  const wrong =
    checkLimit(limitPrice, record.price) ?? checkLevels(side, limitPrice, takeProfit, stopLoss, liquidation);
  if (wrong !== null) return refuse(wrong);
  if (state.openCount(account.id) >= MAX_OPEN_PER_ACCOUNT) return refuse('too_many_positions');
  const reserved = command.margin + openingFee(command, rules);
  if (reserved > account.available) return refuse('insufficient_funds');

  const { type: _type, ...wanted } = command;
  const order: OrderState = { id: batch.ids.next(), ...wanted, reserved, status: 'open', createdAt: decision.now };
  batch.transfer('orderPlace', order.id, [
    {
      from: { accountId: account.id, book: 'available' },
      to: { accountId: account.id, book: 'orders' },
      amount: reserved,
    },
  ]);
  batch.placeOrder(order);
  state.addOrder(order);
  state.replaceAccount(batch.changeAccount(account, { available: -reserved, orders: reserved }));
  return accept({ type: 'order', order });
}
