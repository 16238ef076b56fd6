import type { Asset, CoinAmount, Network } from '@plecho/network';

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

/** A transfer as its sender asks for it. */
export interface TransferRequest {
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
  owner: 'wallet' | 'deposit' | 'service';
  userId: bigint | null;
  places: { network: Network; asset: Asset }[];
}

/** The practice network as the exchange and the wallets see it. */
export interface PracticeNetwork {
  /**
   * Submits a transfer. With an origin that was submitted before: that transaction, and nothing moves.
   * @throws Problem wallet_insufficient; address_refused for an address that takes no transfers;
   *         idempotency_conflict when the origin was used for another transfer
   */
  submit(request: TransferRequest): Promise<NetworkTransaction>;
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
