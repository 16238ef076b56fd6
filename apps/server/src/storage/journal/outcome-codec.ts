import type { CommandResult, Outcome } from '../../commands/command.ts';
import type { Answer } from '../../lib/once.ts';
import { orderValues, positionValues, readOrder, readPosition, readTrade, tradeValues } from './rows.ts';

const SEPARATOR = '|';

type Values = readonly (bigint | number | string | null)[];

/** A result as the values of its row; null when there is no row that holds all of it. */
function valuesOf(result: CommandResult): Values | null {
  if (result.type === 'position') return positionValues(result.position);
  if (result.type === 'order') return orderValues(result.order);
  return result.type === 'trade' ? tradeValues(result.trade) : null;
}

/**
 * An answer as JSON. A bigint becomes "~123"; a string that begins with "~" gets another one in front, so
 * that nothing a person could send reads back as a number.
 */
export function encodeAnswer(answer: Answer<unknown>): string {
  return JSON.stringify(answer, (_key, value: unknown) => {
    if (typeof value === 'bigint') return `~${value}`;
    return typeof value === 'string' && value.startsWith('~') ? `~${value}` : value;
  });
}

/** Reads what {@link encodeAnswer} wrote; our own text, so its shape is not checked again. */
export function decodeAnswer<T>(text: string): Answer<T> {
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith('~')) return value;
    return value.startsWith('~~') ? value.slice(1) : BigInt(value.slice(1));
  }) as Answer<T>;
}

/** Outcomes of the engine as text: what was opened, placed or closed as `type|value|value…`, the rest as JSON. */
export function encodeOutcome(outcome: Outcome): string {
  const values = outcome.ok ? valuesOf(outcome.result) : null;
  if (outcome.ok && values !== null) {
    const text = `${outcome.result.type}${SEPARATOR}${values.join(SEPARATOR)}`;
    // No value of ours holds a separator; should one ever do, JSON takes it.
    if (!values.some((value) => typeof value === 'string' && value.includes(SEPARATOR))) return text;
  }
  return encodeAnswer(outcome);
}

function readResult(type: string | undefined, texts: (string | null)[]): CommandResult {
  if (type === 'position') return { type, position: readPosition(texts) };
  if (type === 'order') return { type, order: readOrder(texts) };
  if (type === 'trade') return { type, trade: readTrade(texts) };
  throw new Error(`an outcome of the unknown type ${type}`);
}

/** Reads what {@link encodeOutcome} wrote; our own text, so its shape is not checked again. */
export function decodeOutcome(text: string): Outcome {
  if (text.startsWith('{')) return decodeAnswer(text);
  const [type, ...values] = text.split(SEPARATOR);
  const texts = values.map((value) => (value === '' ? null : value));
  return { ok: true, result: readResult(type, texts) };
}
