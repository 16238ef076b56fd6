/** The query of an address as plain texts: a symbol that looks like a number stays a symbol. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) if (typeof value === 'string') params.set(key, value);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
