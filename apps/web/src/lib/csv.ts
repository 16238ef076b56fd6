/** For a Russian spreadsheet, or for a program that reads it. */
export type CsvFormat = 'spreadsheet' | 'program';

/** A column of an exported table. */
export interface Column<Row> {
  /** Its name for programs. */
  code: string;
  /** Its name for people; null for what only a program can use. */
  title: string | null;
  /** A code or a text; null for nothing. */
  text?: (row: Row) => string | null;
  /** The words for {@link text}, where it is a code. */
  words?: (row: Row) => string | null;
  /** A decimal as the API gives it. */
  decimal?: (row: Row) => string | number | null;
  /** Milliseconds since the epoch. */
  time?: (row: Row) => number | null;
}

/** Spreadsheets take a file for UTF-8 only with this mark in front. */
const UTF8_MARK = '\uFEFF';

/**
 * What a spreadsheet would run as a formula: it begins like one and is no plain number. It gets an
 * apostrophe in front, which keeps it a text. A program gets phones as they are: whatever opens the
 * file makes a number of one at worst.
 */
const FORMULA: Record<CsvFormat, RegExp> = {
  spreadsheet: /^(?:[=+@\t\r\n]|-(?!\d+(?:[.,]\d+)?$))/,
  program: /^(?:[=@\t\r\n]|\+(?!\d{7,15}$)|-(?!\d+(?:[.,]\d+)?$))/,
};

const two = (value: number): string => String(value).padStart(2, '0');

/** «05.02.2026 12:30:05» in the person's time zone: the form that a Russian spreadsheet takes for a date. */
function localTime(ms: number): string {
  const at = new Date(ms);
  const day = `${two(at.getDate())}.${two(at.getMonth() + 1)}.${at.getFullYear()}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** What stands in a column of a row; '' for nothing. */
function cellOf<Row>({ text, words, decimal, time }: Column<Row>, row: Row, format: CsvFormat): string {
  const forPeople = format === 'spreadsheet';
  const ms = time?.(row) ?? null;
  if (ms !== null) return forPeople ? localTime(ms) : new Date(ms).toISOString();
  const figure = decimal?.(row) ?? null;
  if (figure !== null) return forPeople ? String(figure).replace('.', ',') : String(figure);
  return (forPeople ? (words ?? text) : text)?.(row) ?? '';
}

/**
 * A table as CSV: with semicolons, decimal commas, words and local times for a Russian spreadsheet; with
 * commas, dots, codes and ISO 8601 for a program. The library comes with the first file.
 */
export async function toCsv<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  format: CsvFormat,
): Promise<string> {
  const { default: papa } = await import('papaparse');
  const forPeople = format === 'spreadsheet';
  const shown = columns.filter(({ title }) => !forPeople || title !== null);
  const header = shown.map(({ code, title }) => (forPeople && title !== null ? title : code));
  const lines = rows.map((row) => shown.map((column) => cellOf(column, row, format)));
  const options = { delimiter: forPeople ? ';' : ',', newline: '\r\n', escapeFormulae: FORMULA[format] };
  return UTF8_MARK + papa.unparse([header, ...lines], options);
}

/**
 * Every row, however many pages that takes.
 * @param read one page: what of it belongs into the file, and where the next begins; null after the last
 * @param onCount told after each page how many rows there are
 */
export async function collectPages<Row>(
  read: (cursor: string | undefined) => Promise<{ rows: readonly Row[]; next: string | null }>,
  onCount: (count: number) => void,
): Promise<Row[]> {
  const found: Row[] = [];
  let cursor: string | undefined;
  for (;;) {
    const { rows, next } = await read(cursor);
    found.push(...rows);
    onCount(found.length);
    if (next === null) return found;
    cursor = next;
  }
}
