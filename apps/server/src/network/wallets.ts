import { carries, networkFee, type Asset, type FeeLevel, type Network } from '@plecho/network';
import type { Clock } from '../lib/clock.ts';
import { requestKey, type Once } from '../lib/once.ts';
import { Problem } from '../lib/problem.ts';
import { PLACES } from './issues.ts';
import type {
  AddressOwner,
  Entropy,
  NetworkStorage,
  NetworkTransaction,
  Page,
  PracticeNetwork,
  SentTransaction,
  TransactionRequest,
  WalletPlace,
  WalletStore,
} from './ports.ts';
import { submitThrough } from './practice-network.ts';
import { readAddress, readCoins, readMemo } from './typed.ts';

/** Coins to send, as it was typed. */
export interface WalletSend {
  asset: Asset;
  network: Network;
  address: string;
  amount: string;
  fee: FeeLevel;
  memo?: string | null | undefined;
}

/** `direction`: what an address of the wallet sends goes out, to another of its addresses too. */
export type WalletTransaction = SentTransaction & { direction: 'in' | 'out' };

/** The practice wallets: a person's own coins, outside the accounts. */
export interface Wallets {
  /** In the order of the currencies and their networks. The wallet is opened when it is missing. */
  balances(userId: bigint): Promise<WalletPlace[]>;
  /**
   * Sends coins to any practice address of the network's family; whether anybody watches that address there
   * is the sender's business, as on a real network.
   * @param key the request's Idempotency-Key: repeated, it sends nothing more and gives the same transaction
   * @throws Problem asset_not_on_network, not_practice_address, address_checksum, address_other_family,
   *         memo_not_supported, invalid_memo, invalid_amount, address_refused, wallet_insufficient,
   *         idempotency_conflict
   */
  send(userId: bigint, asked: WalletSend, key: string | null): Promise<WalletTransaction>;
  /** Newest first. */
  transactions(userId: bigint, page: Page): Promise<WalletTransaction[]>;
}

export interface WalletsOptions {
  store: WalletStore;
  network: Pick<PracticeNetwork, 'open' | 'transaction' | 'ownerOf'>;
  once: Once<NetworkStorage>;
  clock: Clock;
  entropy: Entropy;
  /** Told about people whose coins set out or are on their way. Must not throw. */
  onChange?: (userId: bigint) => void;
}

/** Everything that can be wrong with what was typed, before anybody's coins are looked at. */
function read(asked: WalletSend): Omit<TransactionRequest, 'from' | 'origin'> {
  const { asset, network, address, amount, fee, memo } = asked;
  if (!carries(network, asset)) throw new Problem('asset_not_on_network');
  return {
    asset,
    network,
    to: readAddress(network, address),
    memo: readMemo(network, memo),
    amount: readCoins(asset, amount),
    fee: networkFee(asset, network, fee),
  };
}

/** At a deposit address, but on another network or of another coin than it is watched for. */
function isLost({ network, asset }: NetworkTransaction, owner: AddressOwner | null): boolean {
  if (owner?.owner !== 'deposit') return false;
  return !owner.places.some((place) => place.network === network && place.asset === asset);
}

/** @param own addresses of the wallet */
function seenFrom(own: ReadonlySet<string>, transaction: SentTransaction): WalletTransaction {
  const { from } = transaction;
  return { ...transaction, direction: from !== null && own.has(from) ? 'out' : 'in' };
}

export function createWallets(options: WalletsOptions): Wallets {
  const { store, network: chain, once, onChange = () => undefined } = options;

  async function placesOf(userId: bigint): Promise<WalletPlace[]> {
    const places = await store.places(userId);
    if (places.length > 0) return places;
    await chain.open(userId);
    return store.places(userId);
  }

  return {
    async balances(userId) {
      const places = await placesOf(userId);
      return PLACES.flatMap(({ asset, network }) =>
        places.filter((place) => place.asset === asset && place.network === network),
      );
    },

    async send(userId, asked, key) {
      const wanted = read(asked);
      const places = await placesOf(userId);
      const own = places.find(({ asset, network }) => asset === wanted.asset && network === wanted.network);
      if (own === undefined) throw new Error(`the wallet of user ${userId} has no ${asked.asset} on ${asked.network}`);
      const concerned: bigint[] = [];
      const hash = await once(requestKey(userId, 'sendCoins', key, wanted), async ({ network }) => {
        const request = { ...wanted, from: own.address, origin: null };
        const { transaction, userIds } = await submitThrough(network, request, options);
        concerned.push(...userIds);
        return transaction.hash;
      });
      for (const each of concerned) onChange(each);
      const sent = await chain.transaction(hash);
      if (sent === null) throw new Error(`transaction ${hash} is gone`);
      return { ...sent, isLost: isLost(sent, await chain.ownerOf(sent.to)), direction: 'out' };
    },

    async transactions(userId, page) {
      const own = new Set((await placesOf(userId)).map(({ address }) => address));
      const found = await store.transactions([...own], page);
      return found.map((each) => seenFrom(own, each));
    },
  };
}
