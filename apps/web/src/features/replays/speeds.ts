/** Market seconds in a second, to choose from. */
export const SPEEDS: readonly number[] = [1, 10, 60, 120, 300, 600];
const FASTEST = 600;

/** A speed as it was typed, «60» or «60x»; null for anything that no replay can go at. */
export function parseSpeed(typed: string): number | null {
  const [, digits] = /^\s*(\d{1,3})\s*[xх]?\s*$/i.exec(typed) ?? [];
  const speed = Number(digits ?? 0);
  return speed >= 1 && speed <= FASTEST ? speed : null;
}
