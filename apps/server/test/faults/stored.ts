import { expect, vi } from 'vitest';
import { asOwner, type Installation } from '../../src/storage/connection.ts';
import { isKnown } from './decided.ts';
import type { Way } from './hold.ts';
import type { Member } from './member.ts';
import type { Sent } from './trader.ts';

const PATIENT = { timeout: 90_000, interval: 20 };

/**
 * Holds what the owner of a market writes, or the answer to it: the next batch with one of the commands in it. Others have
 * batches to themselves, too, and while one of those is held no command is written.
 * @param everything that was ever sent, as it is by then
 * @returns the commands of the batch that is held, none of them answered
 */
export async function inABatch(owner: Member, way: Way, everything: () => Sent[]): Promise<Sent[]> {
  const within = (piece: string): Sent[] => everything().filter(({ key }) => piece.includes(key));
  const hold = owner.database.hold(way, (piece) => piece.includes('append_batch') && within(piece).length > 0);
  try {
    await vi.waitFor(() => expect(hold.bytes).toBeGreaterThan(0), PATIENT);
    const commands = within(hold.sent);
    expect(commands.filter(isKnown)).toEqual([]);
    return commands;
  } catch (error) {
    owner.database.letGo();
    throw error;
  }
}

/** How often the outcome of each command is stored. */
export async function timesStored(target: Installation, commands: readonly Sent[]): Promise<number[]> {
  const keys = commands.map(({ key }) => key);
  const { rows } = await asOwner(target, (owner) =>
    owner.query<{ key: string }>('SELECT key FROM command_outcomes WHERE key = ANY ($1)', [keys]),
  );
  return keys.map((each) => rows.filter(({ key }) => key === each).length);
}
