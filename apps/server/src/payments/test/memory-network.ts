import { createHash } from 'node:crypto';
import {
  ASSET_NETWORKS,
  ASSETS,
  confirmationsAt,
  encodeAddress,
  encodeTransactionHash,
  heightAt,
  NETWORK_RULES,
} from '@plecho/network';
import type { Family, Network } from '@plecho/network';
import { Problem } from '../../lib/problem.ts';
import type {
  AddressOwner,
  DepositAddress,
  NetworkTransaction,
  PracticeNetwork,
  TransactionRequest,
} from '../../network/ports.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** An address that is always the same for a name. */
export const addressOf = (family: Family, name: string): string => encodeAddress(family, digest(name).subarray(0, 20));

/** The practice network in memory: every transaction goes into the next block, and nobody lacks coins. */
export class MemoryNetwork implements PracticeNetwork {
  readonly transactions: (NetworkTransaction & { origin: string | null })[] = [];
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  submit(request: TransactionRequest): Promise<NetworkTransaction> {
    const { origin, network } = request;
    const earlier = origin === null ? undefined : this.sent(origin);
    if (earlier !== undefined) return Promise.resolve(earlier);
    if (request.to === this.reserveAddress(network)) return Promise.reject(new Problem('address_refused'));
    const id = BigInt(this.transactions.length + 1);
    const hash = encodeTransactionHash(digest(`transaction ${id}`));
    const transaction = { ...request, id, hash, submittedAt: this.#now(), block: heightAt(network, this.#now()) + 1 };
    this.transactions.push(transaction);
    return Promise.resolve(transaction);
  }

  sent(origin: string): NetworkTransaction | undefined {
    return this.transactions.find((transaction) => transaction.origin === origin);
  }

  byHash(hash: string): NetworkTransaction | undefined {
    return this.transactions.find((transaction) => transaction.hash === hash);
  }

  transaction(hash: string): Promise<NetworkTransaction | null> {
    return Promise.resolve(this.byHash(hash) ?? null);
  }

  byOrigin(origin: string): Promise<NetworkTransaction | null> {
    return Promise.resolve(this.sent(origin) ?? null);
  }

  confirmations({ network, block }: NetworkTransaction): number {
    return confirmationsAt(network, block, this.#now());
  }

  open(): Promise<void> {
    return Promise.resolve();
  }

  depositAddresses(userId: bigint): Promise<DepositAddress[]> {
    return Promise.resolve(
      ASSETS.flatMap((asset) =>
        ASSET_NETWORKS[asset].map((network) => ({
          asset,
          network,
          address: addressOf(NETWORK_RULES[network].family, `deposit of ${userId}: ${asset} on ${network}`),
        })),
      ),
    );
  }

  walletAddresses(): Promise<DepositAddress[]> {
    return Promise.resolve([]);
  }

  async ownerOf(address: string): Promise<AddressOwner | null> {
    for (const userId of [1n, 2n]) {
      const found = (await this.depositAddresses(userId)).find((each) => each.address === address);
      if (found === undefined) continue;
      return { owner: 'deposit', userId, places: [{ network: found.network, asset: found.asset }] };
    }
    return null;
  }

  reserveAddress(network: Network): string {
    return addressOf(NETWORK_RULES[network].family, `reserve of ${network}`);
  }
}
