import type { CommandResult, Outcome } from '../../commands/command.ts';
import type { Answer } from '../../lib/once.ts';
import { completed } from './kept-states.ts';
import { nameValues } from './positional-outcome.ts';
import { readOrder, readPosition, readTrade } from './rows.ts';
import type { Table } from './table.ts';
import { ORDERS, POSITIONS, TRADES } from './tables.ts';

/*
 * How answers are kept: a version, and then by the names of their fields, so that one that is days old can be read
 * after a field has come. A row of a table is `2|type|column=value|column=value…`, columns without a value left out:
 * half as long as JSON, and every command goes through here. Everything else is JSON. A version reads those before it;
 * the first had no number.
 */
const VERSION = 2;
const VERSIONED = /^(\d*)(.*)$/s;
const SEPARATOR = '|';

/** A result as the row of a table, written out. null when it is none, or holds a separator. */
function rowText<State>(type: string, { names, list }: Table<State>, state: State): string | null {
  let text = `${VERSION}${SEPARATOR}${type}`;
  for (let n = 0; n < list.length; n += 1) {
    const value = list[n]?.value(state) ?? null;
    if (typeof value === 'string' && value.includes(SEPARATOR)) return null;
    if (value !== null) text += `${SEPARATOR}${names[n]}=${value}`;
  }
  return text;
}

function textOfRow(result: CommandResult): string | null {
  if (result.type === 'position') return rowText(result.type, POSITIONS, result.position);
  if (result.type === 'order') return rowText(result.type, ORDERS, result.order);
  return result.type === 'trade' ? rowText(result.type, TRADES, result.trade) : null;
}

/** Fields as {@link rowText} wrote them, in the order that the table's columns have by now. */
function textsOf(names: readonly string[], fields: readonly string[]): (string | null)[] {
  const values = new Map<string, string>();
  for (const field of fields) {
    const end = field.indexOf('=');
    values.set(field.slice(0, end), field.slice(end + 1));
  }
  return names.map((name) => values.get(name) ?? null);
}

function decodeRow(text: string): Outcome {
  const [type, ...fields] = text.split(SEPARATOR);
  if (type === 'position')
    return { ok: true, result: { type, position: readPosition(textsOf(POSITIONS.names, fields)) } };
  if (type === 'order') return { ok: true, result: { type, order: readOrder(textsOf(ORDERS.names, fields)) } };
  if (type === 'trade') return { ok: true, result: { type, trade: readTrade(textsOf(TRADES.names, fields)) } };
  throw new Error(`an outcome of the unknown type ${type}`);
}

/**
 * Any answer. A bigint becomes "~123"; a string that begins with "~" gets another one in front, so that nothing a
 * person could send reads back as a number.
 */
export function encodeAnswer(answer: Answer<unknown>): string {
  const json = JSON.stringify(answer, (_key, value: unknown) => {
    if (typeof value === 'bigint') return `~${value}`;
    return typeof value === 'string' && value.startsWith('~') ? `~${value}` : value;
  });
  return `${VERSION}${json}`;
}

/** An answer of the engine. */
export function encodeOutcome(outcome: Outcome): string {
  return (outcome.ok ? textOfRow(outcome.result) : null) ?? encodeAnswer(outcome);
}

function decodeJson(text: string): Answer<unknown> {
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith('~')) return value;
    return value.startsWith('~~') ? value.slice(1) : BigInt(value.slice(1));
  }) as Answer<unknown>;
}

/** Whoever keeps something else than commands may answer with anything, also with nothing. */
function completedAnswer(answer: Answer<unknown>): Answer<unknown> {
  const result = answer.ok ? (answer.result as CommandResult | null | undefined) : null;
  return result?.type === undefined ? answer : { ok: true, result: completed(result) };
}

/**
 * Reads what was kept, by this version or one before; our own text, so its shape is not checked again.
 * @throws Error for what a later version kept
 */
export function decodeAnswer<T>(text: string): Answer<T> {
  const [, number = '', body = ''] = VERSIONED.exec(text) ?? [];
  const version = number === '' ? 1 : Number(number);
  if (version > VERSION) throw new Error(`an answer of version ${version}: nothing after ${VERSION} is known here`);
  if (body.startsWith('{')) return completedAnswer(decodeJson(body)) as Answer<T>;
  return decodeRow(version === 1 ? nameValues(body) : body.slice(SEPARATOR.length)) as Answer<T>;
}
