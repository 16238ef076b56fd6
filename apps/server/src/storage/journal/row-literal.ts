type Value = bigint | number | string | null;

/** A value inside a row; null is nothing between the commas. */
function field(value: Value): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  return /^[A-Za-z0-9-]+$/.test(value) ? value : `"${value.replace(/["\\]/g, '$&$&')}"`;
}

/** The text form of a PostgreSQL array of rows: values in the order of the columns of the row's type. */
export function rowArray(rows: readonly (readonly Value[])[]): string {
  return `{${rows.map((row) => `"${`(${row.map(field).join(',')})`.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

/** The text form of a PostgreSQL array of integers. */
export function idArray(ids: readonly bigint[]): string {
  return `{${ids.join(',')}}`;
}
