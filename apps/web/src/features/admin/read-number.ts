/** A number as the operator area writes it: "12500.25", "12,500.25". "0,500" parts no thousands. */
const PLAIN = /^[-−+]?([1-9]\d{0,2}(,\d{3})+|\d*)(\.\d*)?$/;

/**
 * What an operator types, as the wire's plain decimal: commas part thousands, spaces around it go, ".5" is "0.5", "−5" is
 * "-5". A comma anywhere else stays, so that nothing takes it for a number: it may have been meant as a decimal point.
 */
export function readNumber(text: string): string {
  const typed = text.trim();
  if (!PLAIN.test(typed)) return typed;
  return typed
    .replaceAll(',', '')
    .replace('−', '-')
    .replace('+', '')
    .replace(/^-?(?=\.\d)/, '$&0')
    .replace(/(?<=\d)\.$/, '')
    .replace(/^(-?)0+(?=\d)/, '$1');
}

/** Whether a comma in it parts no thousands, and what is said then is about that. */
export const hasWrongComma = (text: string): boolean => readNumber(text).includes(',');

/** What is said beside a field with such a comma. */
export const WRONG_COMMA = 'Write the decimals after a point, thousands as 12,500';

/**
 * Of a field for such a number, on every keyboard: a keypad for decimals has the comma of the device's language and no
 * point, and no minus.
 */
export const NUMBER_FIELD = { numeric: true, inputMode: 'text' } as const;
