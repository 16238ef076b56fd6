import { expect, vi } from 'vitest';
import { asOwner, type Installation } from '../../src/storage/connection.ts';
import { isKnown } from './decided.ts';
import type { Way } from './hold.ts';
import type { Member } from './member.ts';
import type { Sent } from './trader.ts';

const PATIENT = { timeout: 90_000, interval: 20 };

/**
 * Holds what the owner of a market writes, or the answer to it.
 * @param everything that was ever sent, as it is by then
 * @returns the commands of the batch that is held, none of them answered
 */
export async function inABatch(owner: Member, way: Way, everything: () => Sent[]): Promise<Sent[]> {
  const hold = owner.database.hold(way, 'append_batch');
  const commands = await vi.waitFor(() => {
    expect(hold.bytes).toBeGreaterThan(0);
    const { sent } = hold;
    const held = everything().filter(({ key }) => sent.includes(key));
    expect(held.length).toBeGreaterThan(0);
    return held;
  }, PATIENT);
  expect(commands.filter(isKnown)).toEqual([]);
  return commands;
}

/** How often the outcome of each command is stored. */
export async function timesStored(target: Installation, commands: readonly Sent[]): Promise<number[]> {
  const keys = commands.map(({ key }) => key);
  const { rows } = await asOwner(target, (owner) =>
    owner.query<{ key: string }>('SELECT key FROM command_outcomes WHERE key = ANY ($1)', [keys]),
  );
  return keys.map((each) => rows.filter(({ key }) => key === each).length);
}
