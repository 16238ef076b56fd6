import { heightAt, type Network } from './networks.ts';
import type { FeeLevel } from './tariffs.ts';

/** Of a hundred blocks, so many take the slow level; so many take the normal one. Every block takes the fast one. */
const TAKES_SLOW = 35;
const TAKES_NORMAL = 80;

/** FNV-1a with a final mix: neighbouring heights have nothing in common. @returns 0 to 2^32 − 1 */
function scatter(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** How full a block is: the smallest fee level that it takes. The same for everybody and for ever. */
export function smallestLevelTaken(network: Network, height: number): FeeLevel {
  const percent = (scatter(`${network}:${height}`) / 0x1_0000_0000) * 100;
  if (percent < TAKES_SLOW) return 'slow';
  return percent < TAKES_NORMAL ? 'normal' : 'fast';
}

/** Whether the block of a height takes a transaction with this fee level. */
export function acceptsLevel(network: Network, height: number, level: FeeLevel): boolean {
  const smallest = smallestLevelTaken(network, height);
  return level === 'fast' || smallest === 'slow' || smallest === level;
}

/**
 * The block of a transaction: the first one to appear after its submission that takes its fee level.
 * @param submittedAtMs wall clock, ms
 */
export function inclusionBlock(network: Network, submittedAtMs: number, level: FeeLevel): number {
  let height = Math.max(0, heightAt(network, submittedAtMs) + 1);
  while (!acceptsLevel(network, height, level)) height += 1;
  return height;
}
