import type { Table } from './table.ts';

/** Text that neither a row nor an array would take apart. */
const PLAIN = /^[A-Za-z0-9|=_-]+$/;

/** Quotes and backslashes, doubled for the row and escaped once more for the array around it. */
const quoted = (text: string): string =>
  `\\"${text.replace(/["\\]/g, (char) => (char === '"' ? '\\"\\"' : '\\\\\\\\'))}\\"`;

/**
 * The text form of a PostgreSQL array of rows: values in the order of the table's columns. null is nothing
 * between the commas. Written in one pass: every command that is answered goes through here.
 */
export function rowArray<State>({ list }: Table<State>, states: readonly State[]): string {
  let text = '{';
  for (const state of states) {
    text += text === '{' ? '"(' : ',"(';
    for (let n = 0; n < list.length; n += 1) {
      const value = list[n]?.value(state) ?? null;
      if (n > 0) text += ',';
      if (typeof value === 'string') text += PLAIN.test(value) ? value : quoted(value);
      else if (value !== null) text += value;
    }
    text += ')"';
  }
  return `${text}}`;
}

/** The text form of a PostgreSQL array of integers. */
export function idArray(ids: readonly bigint[]): string {
  return `{${ids.join(',')}}`;
}
