import { networkFee, type Asset, type CoinAmount, type Network } from '@plecho/network';
import { tradingMarket, type TestMarket } from '../../../test/test-market.ts';
import type { Batch } from '../../commands/batch.ts';
import type { NetworkTransaction } from '../../network/ports.ts';
import { createPayments } from '../payments.ts';
import { addressOf, MemoryNetwork } from './memory-network.ts';
import { memoryOnce } from './memory-once.ts';
import { MemoryOperations } from './memory-operations.ts';
import { countedIds } from '@plecho/testkit';

/** The real services of practice money on a real market, with storage and network in memory. */
export interface TestMoney extends ReturnType<typeof createPayments> {
  market: TestMarket;
  account: bigint;
  network: MemoryNetwork;
  store: MemoryOperations;
  failures: unknown[];
  /** Sends coins from somebody's wallet to a deposit address of a user. */
  deposit(asset: Asset, network: Network, amount: CoinAmount, userId?: bigint): Promise<NetworkTransaction>;
  /** Lets every network make its next blocks. */
  wait(ms: number): void;
}

/** Blocks of every network come within this time, with all the confirmations that they need. */
export const CONFIRMED_MS = 60_000;

export const wallet = (network: Network): string => addressOf(network === 'bitcoin' ? 'bitcoin' : 'evm', 'a wallet');

export async function testMoney(): Promise<TestMoney> {
  const { market, account } = await tradingMarket();
  const network = new MemoryNetwork(() => market.clock.now());
  const store = new MemoryOperations(network, (): Batch[] => market.batches);
  const failures: unknown[] = [];
  let lastId = 1_000_000n;
  let entropy = 0;
  const payments = createPayments({
    store,
    once: memoryOnce({ operations: store }),
    network,
    desk: { submit: (_market, command, idempotency) => market.submit(command, idempotency) },
    marketId: 'main',
    ids: countedIds(() => (lastId += 1n)),
    clock: market.clock,
    entropy: (bytes) => Uint8Array.from({ length: bytes }, () => (entropy += 77) % 256),
    onChange: () => undefined,
    onFailure: (_message, error) => failures.push(error),
  });
  return {
    ...payments,
    ...{ market, account, network, store, failures },
    async deposit(asset, name, amount, userId = 1n) {
      const addresses = await network.depositAddresses(userId);
      const to = addresses.find((each) => each.asset === asset && each.network === name)?.address ?? '';
      const fee = networkFee(asset, name, 'normal');
      return network.submit({ network: name, asset, from: wallet(name), to, amount, fee, memo: null, origin: null });
    },
    wait: (ms) => market.clock.advance(ms),
  };
}
