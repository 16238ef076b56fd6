/** Checks of values that came out of JSON, for formats in which every field has its form and its place. */
export type Check = (value: unknown) => boolean;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text that a pattern fits. */
export const text =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
export const integer =
  (from: number, to: number): Check =>
  (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= from && value <= to && !Object.is(value, -0);
export const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
export const listOf =
  (check: Check, most: number): Check =>
  (value) =>
    Array.isArray(value) && value.length <= most && value.every(check);
/** An object of any names that fit a pattern. */
export const mapOf =
  (names: RegExp, check: Check): Check =>
  (value) =>
    isObject(value) && Object.entries(value).every(([name, each]) => names.test(name) && check(each));

/** An object with exactly these fields, and those of the others that it has. */
export function shapeOf(fields: Readonly<Record<string, Check>>, others: Readonly<Record<string, Check>> = {}): Check {
  const all = { ...fields, ...others };
  const names = Object.keys(fields);
  return (value) =>
    isObject(value) &&
    names.every((name) => Object.hasOwn(value, name)) &&
    Object.keys(value).every((name) => Object.hasOwn(all, name) && all[name]?.(value[name]) === true);
}

/** @returns undefined, which is no JSON, for what is no JSON */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
