import { replaySpeed } from '@plecho/contract';

/** A speed as it was typed, «60» or «60x»; null for anything that no replay can go at. */
export function parseSpeed(typed: string): number | null {
  const [, digits] = /^\s*(\d{1,3})\s*[xх]?\s*$/i.exec(typed) ?? [];
  return replaySpeed.safeParse(Number(digits ?? 0)).data ?? null;
}
