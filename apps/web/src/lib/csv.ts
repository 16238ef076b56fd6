/** Spreadsheets take a file for UTF-8 only with this mark in front. */
const UTF8_MARK = '\uFEFF';

/** A cell that begins like a formula would be run by a spreadsheet; an apostrophe keeps it a text. */
function cell(value: string | number): string {
  const plain = String(value);
  const safe = /^[=+@\t\r]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line of a CSV file. */
export const csvRow = (values: readonly (string | number)[]): string => `${values.map(cell).join(',')}\r\n`;

/** Hands lines over as a file. */
export function downloadCsv(lines: readonly string[], name: string): void {
  const url = URL.createObjectURL(new Blob([UTF8_MARK, ...lines], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
