import type { Outcome } from '../../commands/command.ts';

/**
 * Outcomes as JSON. A bigint becomes "~123"; a string that begins with "~" gets another one in front,
 * so that nothing a person could send reads back as a number.
 */
export function encodeOutcome(outcome: Outcome): string {
  return JSON.stringify(outcome, (_key, value: unknown) => {
    if (typeof value === 'bigint') return `~${value}`;
    return typeof value === 'string' && value.startsWith('~') ? `~${value}` : value;
  });
}

/** Reads what {@link encodeOutcome} wrote; our own text, so its shape is not checked again. */
export function decodeOutcome(text: string): Outcome {
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith('~')) return value;
    return value.startsWith('~~') ? value.slice(1) : BigInt(value.slice(1));
  }) as Outcome;
}
