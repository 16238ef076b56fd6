import type { AddressOwnerKind, Asset, CoinAmount, Network } from '@plecho/network';

/** A transaction of the practice network. Its block was decided when it was submitted. */
export interface NetworkTransaction {
  id: bigint;
  hash: string;
  network: Network;
  asset: Asset;
  /** null: new coins. */
  from: string | null;
  to: string;
  amount: CoinAmount;
  fee: CoinAmount;
  memo: string | null;
  /** Wall clock, ms. */
  submittedAt: number;
  /** Height of the block that takes it; that block may still be to come. */
  block: number;
}

/** A transaction as its sender asks for it. */
export interface TransactionRequest {
  network: Network;
  asset: Asset;
  from: string;
  to: string;
  amount: CoinAmount;
  fee: CoinAmount;
  memo: string | null;
  /** Names what it is sent for, where sending it twice must be impossible; null for none. */
  origin: string | null;
}

/** An address that is watched for deposits: on one network for one asset. */
export interface DepositAddress {
  asset: Asset;
  network: Network;
  address: string;
}

/** Who is behind an address. `places`: where a deposit address is watched, or where a wallet is. */
export interface AddressOwner {
  owner: AddressOwnerKind;
  userId: bigint | null;
  places: { network: Network; asset: Asset }[];
}

/** The practice network as the exchange and the wallets see it. */
export interface PracticeNetwork {
  /**
   * Submits a transaction. With an origin that was submitted before: that transaction, and nothing moves.
   * @throws Problem wallet_insufficient; address_refused for an address that takes no coins;
   *         idempotency_conflict when the origin was used for another transaction
   */
  submit(request: TransactionRequest): Promise<NetworkTransaction>;
  transaction(hash: string): Promise<NetworkTransaction | null>;
  byOrigin(origin: string): Promise<NetworkTransaction | null>;
  /** 0 while it waits. */
  confirmations(transaction: NetworkTransaction): number;
  /** Makes the wallet, its starting coins and the deposit addresses of a user, unless they are there. */
  open(userId: bigint): Promise<void>;
  /** In the order of ASSETS and ASSET_NETWORKS; opens them where they are missing. */
  depositAddresses(userId: bigint): Promise<DepositAddress[]>;
  ownerOf(address: string): Promise<AddressOwner | null>;
  /** Where the exchange pays withdrawals from; its coins are given out with the network's first block. */
  reserveAddress(network: Network): string;
}

/** That many random bytes. */
export type Entropy = (bytes: number) => Uint8Array;

export type NewTransaction = Omit<NetworkTransaction, 'id'> & Pick<TransactionRequest, 'origin'>;

/** Coins that the network gives out itself, confirmed at once. */
export interface Issue {
  hash: string;
  network: Network;
  asset: Asset;
  amount: CoinAmount;
  /** Wall clock, ms. */
  at: number;
  block: number;
  origin: string;
}

/** An address of a person, where it is a wallet or watched for deposits. */
export interface OwnAddress extends DepositAddress {
  owner: Exclude<AddressOwnerKind, 'service'>;
}

/** What mining paid out. */
export interface Payout {
  transactions: number;
  /** Whose addresses got coins, each once. */
  userIds: bigint[];
}

/** Storage of the network. Every method is one statement: it happens as a whole or not at all. */
export interface NetworkStore {
  /**
   * Stores a transaction, takes its amount and fee from the sender's balance and lets it wait for its block.
   * @returns the ids of whoever is behind the two addresses; null when the origin was submitted before
   *          or the sender has too little: then nothing happened
   */
  submit(transaction: NewTransaction): Promise<{ id: bigint; userIds: bigint[] } | null>;
  byHash(hash: string): Promise<NetworkTransaction | null>;
  byOrigin(origin: string): Promise<NetworkTransaction | null>;
  /**
   * Pays out what waits for blocks that are there, oldest first, each once.
   * @param heights newest height by network
   * @param limit of each network
   */
  payOut(heights: ReadonlyMap<Network, number>, limit: number): Promise<Payout>;
  /** Makes the service addresses and gives each its coins, unless that was done before. */
  begin(addresses: readonly DepositAddress[], issues: readonly (Issue & { to: string })[]): Promise<void>;
  /** Makes the addresses of a user and gives the wallet its first coins, unless the user has addresses. */
  open(userId: bigint, addresses: readonly OwnAddress[], gifts: readonly Issue[]): Promise<void>;
  /** In no particular order. */
  depositAddresses(userId: bigint): Promise<DepositAddress[]>;
  ownerOf(address: string): Promise<AddressOwner | null>;
}

/** Storage that works inside one transaction. */
export interface NetworkStorage {
  network: NetworkStore;
}

/** Coins of an address. */
export interface CoinBalance {
  network: Network;
  asset: Asset;
  balance: CoinAmount;
}

/** A place of the practice wallet. */
export interface WalletPlace extends CoinBalance {
  address: string;
  /** Submitted and not yet paid out. */
  incoming: CoinAmount;
}

/** A page of a list that is read newest first. */
export interface Page {
  /** Only transactions with a smaller id. */
  beforeId: bigint | null;
  limit: number;
}

/** `isLost`: went to a deposit address that is watched elsewhere. */
export type SentTransaction = NetworkTransaction & { isLost: boolean };

export interface WalletStore {
  /** In no particular order; nothing before the wallet was opened. */
  places(userId: bigint): Promise<WalletPlace[]>;
  /** From or to any of the addresses, newest first. */
  transactions(addresses: readonly string[], page: Page): Promise<SentTransaction[]>;
}

/** What everybody may see. */
export interface ExplorerStore {
  /** In the order of the hashes; null where there is none. */
  byHashes(hashes: readonly string[]): Promise<(NetworkTransaction | null)[]>;
  newest(limit: number): Promise<NetworkTransaction[]>;
  /** Transactions whose block is above the height given for their network; counts no further than a bound. */
  waiting(heights: ReadonlyMap<Network, number>): Promise<Map<Network, number>>;
  /** In the order of the addresses. */
  balances(addresses: readonly string[]): Promise<CoinBalance[][]>;
  ofAddress(address: string, page: Page): Promise<NetworkTransaction[]>;
  /** In the order of submission. */
  inBlock(network: Network, height: number, limit: number): Promise<NetworkTransaction[]>;
}
