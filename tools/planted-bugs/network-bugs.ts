import type { PlantedBug } from './bug.ts';

const PACKAGE = 'packages/network/src';
const NETWORK = 'apps/server/src/network';
const STORAGE = 'apps/server/src/storage/network';
const NETWORK_TESTS = [`${NETWORK}/practice-network.integration.test.ts`];
const WALLET_TESTS = [`${NETWORK}/wallets.integration.test.ts`];
const MANY_TESTS = [`${STORAGE}/many-transactions.integration.test.ts`];

/** Bugs in the practice network, its wallets and its explorer. */
export const NETWORK_BUGS: PlantedBug[] = [
  {
    name: 'an address of another length passes the checksum',
    rule: 'C1',
    file: `${PACKAGE}/address.ts`,
    find: 'family === undefined || payload?.length !== PAYLOAD_BYTES',
    replace: 'family === undefined || payload === undefined',
    tests: [`${PACKAGE}/address.test.ts`],
  },
  {
    name: 'a transfer goes into the block that is there already',
    rule: 'N1',
    file: `${PACKAGE}/congestion.ts`,
    find: 'heightAt(network, submittedAtMs) + 1',
    replace: 'heightAt(network, submittedAtMs)',
    tests: [`${PACKAGE}/congestion.test.ts`],
  },
  {
    name: 'a transfer under a used name is answered with the first one, whatever it was',
    rule: 'L6',
    file: `${NETWORK}/practice-network.ts`,
    find: "if (!isSame(earlier, request)) throw new Problem('idempotency_conflict');",
    replace: '',
    tests: NETWORK_TESTS,
  },
  {
    name: 'coins can be sent to a service address',
    rule: '—',
    file: `${NETWORK}/practice-network.ts`,
    find: "if (SERVICE_ADDRESSES.has(request.to)) throw new Problem('address_refused');",
    replace: '',
    tests: NETWORK_TESTS,
  },
  {
    name: 'coins arrive before their block',
    rule: 'N3',
    file: `${NETWORK}/miner.ts`,
    find: 'heightAt(network, now)]',
    replace: 'heightAt(network, now) + 1]',
    tests: NETWORK_TESTS,
  },
  {
    name: 'the answer to a repeated send changes while it is confirmed',
    rule: 'L6',
    file: 'apps/server/src/wire/network.ts',
    find: 'toWireWalletTransaction(transaction, transaction.submittedAt)',
    replace: 'toWireWalletTransaction(transaction, Date.now())',
    tests: ['apps/server/src/wire/network.test.ts'],
  },
  {
    name: 'a name is not kept with the transfer, so it is sent again',
    rule: 'L6',
    file: `${STORAGE}/network-store.ts`,
    find: '$8, $9, $10, $11 FROM debited',
    replace: '$8, $9, $10, NULL FROM debited',
    tests: NETWORK_TESTS,
  },
  {
    name: 'the sender does not pay the fee',
    rule: 'N1',
    file: `${STORAGE}/network-store.ts`,
    find: 'balance - ($6::bigint + $7::bigint)',
    replace: 'balance - $6::bigint',
    tests: NETWORK_TESTS,
  },
  {
    name: 'mining pays out what it has paid out',
    rule: 'N1',
    file: `${STORAGE}/network-store.ts`,
    find: 'DELETE FROM network_mempool m USING ripe WHERE m.transaction_id = ripe.transaction_id RETURNING m.transaction_id',
    replace: 'SELECT transaction_id FROM ripe',
    tests: NETWORK_TESTS,
  },
  {
    name: 'fees go nowhere',
    rule: 'N1',
    file: `${STORAGE}/network-store.ts`,
    find: "UNION ALL SELECT 'fees', network, asset, fee FROM paid WHERE fee > 0",
    replace: '',
    tests: NETWORK_TESTS,
  },
  {
    name: 'coins at a deposit address of another network are not shown as lost',
    rule: '—',
    file: `${STORAGE}/wallet-store.ts`,
    find: 'bool_and(network <> t.network OR asset <> t.asset)',
    replace: 'bool_and(asset <> t.asset)',
    tests: WALLET_TESTS,
  },
  {
    name: 'the page of an address walks through the transactions of everybody',
    rule: '—',
    file: `${STORAGE}/rows.ts`,
    find: 'ORDER BY ${column} DESC, id DESC LIMIT $3',
    replace: 'ORDER BY id DESC LIMIT $3',
    tests: MANY_TESTS,
  },
  {
    name: 'a pass of mining looks at everything that waits',
    rule: '—',
    file: `${STORAGE}/network-store.ts`,
    find: 'ORDER BY m.network, m.block_height LIMIT $3 FOR UPDATE',
    replace: 'ORDER BY m.transaction_id LIMIT $3 FOR UPDATE',
    tests: MANY_TESTS,
  },
];
