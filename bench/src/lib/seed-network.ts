import { createHash } from 'node:crypto';
import { encodeAddress, encodeTransactionHash, heightAt, type CoinAmount } from '@plecho/network';
import type { Client } from 'pg';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The n-th seeded address and the n-th seeded hash of the practice network. */
export const addressOf = (n: number): string => encodeAddress('evm', digest(`bench address ${n}`).subarray(0, 20));
export const hashOf = (n: number): string => encodeTransactionHash(digest(`bench transaction ${n}`));

/** Blocks so far back that every transaction in them counts. */
const DEEP = 1_000;
const PER_INSERT = 20_000;

const INSERT = `
  INSERT INTO network_transactions (hash, network, asset, from_address, to_address, amount, fee, submitted_at, block_height)
  SELECT hash, 'bsc', 'USDT', NULL, to_address, $3, 0, $4, $5 FROM unnest($1::text[], $2::text[]) AS t (hash, to_address)`;
const PAY = `
  INSERT INTO network_balances (address, network, asset, balance)
  SELECT address, 'bsc', 'USDT', count(*) * $2 FROM unnest($1::text[]) AS t (address) GROUP BY 1
  ON CONFLICT (address, network, asset) DO UPDATE SET balance = network_balances.balance + EXCLUDED.balance`;

/**
 * Confirmed transactions of new coins on one network, `count` of them, the n-th to address n modulo
 * `addresses`; the balances agree with them.
 */
export async function seedTransactions(
  owner: Client,
  count: number,
  addresses: number,
  amount: CoinAmount,
): Promise<void> {
  const now = Date.now();
  const all = Array.from({ length: addresses }, (_, n) => addressOf(n));
  const height = heightAt('bsc', now) - DEEP;
  for (let first = 0; first < count; first += PER_INSERT) {
    const numbers = Array.from({ length: Math.min(PER_INSERT, count - first) }, (_, n) => first + n);
    const receivers = numbers.map((n) => all[n % addresses] ?? '');
    // Spread over the chain, as real ones are: about two thousand to a block would be nobody's network.
    const block = height - Math.floor((count - first) / PER_INSERT);
    await owner.query(INSERT, [numbers.map(hashOf), receivers, amount, now, block]);
    await owner.query(PAY, [receivers, amount]);
  }
  await owner.query(
    `INSERT INTO network_balances VALUES ('new', 'bsc', 'USDT', $1)
     ON CONFLICT (address, network, asset) DO UPDATE SET balance = network_balances.balance + EXCLUDED.balance`,
    [-amount * BigInt(count)],
  );
}
