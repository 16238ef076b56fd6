import { MAX_INT64 } from '@plecho/domain';
import { confirmationsAt, inclusionBlock, levelOfFee, NETWORKS } from '@plecho/network';
import type { Clock } from '../lib/clock.ts';
import { Problem } from '../lib/problem.ts';
import { reserveAddress, transactionHash } from './digests.ts';
import { genesis, opening, PLACES } from './issues.ts';
import type {
  DepositAddress,
  Entropy,
  NetworkStore,
  NetworkTransaction,
  NewTransaction,
  PracticeNetwork,
  TransactionRequest,
} from './ports.ts';

const NONCE_BYTES = 16;
/** Amount and fee together fit into the database's 64 bits, as does everything that anybody can have. */
const MOST_COINS = MAX_INT64;
/** They take no coins. */
const SERVICE_ADDRESSES: ReadonlySet<string> = new Set(NETWORKS.map(reserveAddress));

export interface PracticeNetworkOptions {
  store: NetworkStore;
  clock: Clock;
  entropy: Entropy;
  /** Told about people whose coins set out or are on their way. Must not throw. */
  onChange?: (userId: bigint) => void;
}

type Sources = Pick<PracticeNetworkOptions, 'clock' | 'entropy'>;

/** What a request becomes at this moment: the block that takes it is decided here and never again. */
function transactionOf(request: TransactionRequest, { clock, entropy }: Sources): NewTransaction {
  const { network, asset, fee } = request;
  const level = levelOfFee(asset, network, fee);
  if (level === null) throw new RangeError(`${network} takes no ${asset} for a fee of ${fee}`);
  const submittedAt = clock.now();
  const fields = { ...request, submittedAt, block: inclusionBlock(network, submittedAt, level) };
  return { ...fields, hash: transactionHash(fields, entropy(NONCE_BYTES)) };
}

function isSame(transaction: NetworkTransaction, request: TransactionRequest): boolean {
  return (['network', 'asset', 'from', 'to', 'amount', 'fee', 'memo'] as const).every(
    (key) => transaction[key] === request[key],
  );
}

/**
 * Submits coins through `store`, which may be part of a transaction; then it is for the caller to tell
 * whoever is concerned when it is committed.
 * @returns the transaction, and who is concerned
 * @throws Problem as {@link PracticeNetwork.submit} does
 */
export async function submitThrough(
  store: Pick<NetworkStore, 'submit' | 'byOrigin'>,
  request: TransactionRequest,
  sources: Sources,
): Promise<{ transaction: NetworkTransaction; userIds: bigint[] }> {
  if (SERVICE_ADDRESSES.has(request.to)) throw new Problem('address_refused');
  if (request.amount + request.fee > MOST_COINS) throw new Problem('wallet_insufficient');
  const { origin, ...fields } = transactionOf(request, sources);
  const submitted = await store.submit({ ...fields, origin });
  if (submitted !== null) return { transaction: { ...fields, id: submitted.id }, userIds: submitted.userIds };
  const earlier = origin === null ? null : await store.byOrigin(origin);
  if (earlier === null) throw new Problem('wallet_insufficient');
  if (!isSame(earlier, request)) throw new Problem('idempotency_conflict');
  return { transaction: earlier, userIds: [] };
}

/** Every place once, in the order of the currencies and their networks. */
function inOrder(addresses: readonly DepositAddress[]): DepositAddress[] {
  return PLACES.flatMap(({ asset, network }) =>
    addresses.filter((address) => address.asset === asset && address.network === network),
  );
}

/**
 * The practice network on its storage, with its first coins given out. It keeps nothing in memory: a
 * process that is killed at any point and started again goes on as if nothing had happened, because
 * submitting is one statement and so is paying out.
 */
export async function createPracticeNetwork(options: PracticeNetworkOptions): Promise<PracticeNetwork> {
  const { store, clock, entropy, onChange = () => undefined } = options;
  const { addresses, issues } = genesis(clock.now(), entropy);
  await store.begin(addresses, issues);

  const open = async (userId: bigint): Promise<void> => {
    const { addresses: own, gifts } = opening(userId, clock.now(), entropy);
    await store.open(userId, own, gifts);
  };
  const depositAddresses = async (userId: bigint): Promise<DepositAddress[]> => {
    const known = await store.depositAddresses(userId);
    if (known.length > 0) return inOrder(known);
    await open(userId);
    return inOrder(await store.depositAddresses(userId));
  };

  return {
    async submit(request) {
      const { transaction, userIds } = await submitThrough(store, request, options);
      for (const userId of userIds) onChange(userId);
      return transaction;
    },
    transaction: (hash) => store.byHash(hash),
    byOrigin: (origin) => store.byOrigin(origin),
    confirmations: ({ network, block }) => confirmationsAt(network, block, clock.now()),
    open,
    depositAddresses,
    ownerOf: (address) => store.ownerOf(address),
    reserveAddress,
  };
}
