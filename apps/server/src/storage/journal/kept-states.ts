import { isDeepStrictEqual } from 'node:util';
import type { WithdrawalState } from '../../commands/batch.ts';
import type { CommandResult } from '../../commands/command.ts';
import { readOrder, readPosition, readTrade } from './rows.ts';
import type { Table } from './table.ts';
import { ORDERS, POSITIONS, TRADES, WITHDRAWALS } from './tables.ts';

/*
 * States that an answer holds as a whole, not as a row. What an old row has no word of, its columns say (`absent`);
 * what an old state has no word of is taken from there too.
 */

type Texts = readonly (string | null)[];

/** A row with nothing in it but what it must have. */
const barestRow = <State>({ list }: Table<State>, n: 1 | 2): Texts =>
  list.map(({ sql, absent }) => {
    if (absent !== undefined) return null;
    return sql === 'boolean' ? String(n === 1) : String(n);
  });

/** What fields are where a row says nothing of them: those that two rows with nothing in common have alike. */
function absentOf<State extends object>(table: Table<State>, read: (texts: Texts) => State): Partial<State> {
  const other = new Map(Object.entries(read(barestRow(table, 2))));
  const alike = Object.entries(read(barestRow(table, 1))).filter(([name, value]) =>
    isDeepStrictEqual(value, other.get(name)),
  );
  return Object.fromEntries(alike) as Partial<State>;
}

type Nullable<State> = { [Name in keyof State as null extends State[Name] ? Name : never]: null };

const POSITION = absentOf(POSITIONS, readPosition);
const ORDER = absentOf(ORDERS, readOrder);
const TRADE = absentOf(TRADES, readTrade);
/** Nobody reads a withdrawal from a row. */
const WITHDRAWAL: Nullable<WithdrawalState> = { network: null, address: null, memo: null, card: null, record: null };

/** @throws Error where a field is missing that must be there, as a row without its column would */
function whole<State extends object>({ name, names, list }: Table<State>, absent: Partial<State>, kept: State): State {
  const state = { ...absent, ...kept };
  const lost = list.findIndex((column) => column.absent === undefined && column.value(state) === undefined);
  if (lost >= 0) throw new Error(`no value for the column ${names[lost]} in a kept state of ${name}`);
  return state;
}

/** A result with every field that its states have by now, whatever version kept it. */
export function completed(result: CommandResult): CommandResult {
  switch (result.type) {
    case 'position':
    case 'triggers':
      return { ...result, position: whole(POSITIONS, POSITION, result.position) };
    case 'order':
      return { ...result, order: whole(ORDERS, ORDER, result.order) };
    case 'orders':
      return { ...result, orders: result.orders.map((order) => whole(ORDERS, ORDER, order)) };
    case 'trade':
      return { ...result, trade: whole(TRADES, TRADE, result.trade) };
    case 'reversed': {
      const [trade, position] = [whole(TRADES, TRADE, result.trade), whole(POSITIONS, POSITION, result.position)];
      return { ...result, trade, position };
    }
    case 'closedAll':
      return { ...result, trades: result.trades.map((trade) => whole(TRADES, TRADE, trade)) };
    case 'withdrawal':
      return { ...result, withdrawal: whole(WITHDRAWALS, WITHDRAWAL, result.withdrawal) };
    // They hold no state.
    case 'account':
    case 'cancelledAll':
    case 'season':
    case 'adjustment':
    case 'done':
      return result;
    // The answer to what was no command.
    default:
      return result;
  }
}
