import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectClient } from '../../../apps/server/src/storage/connection.ts';
import { startEmbedded } from '../../../apps/server/src/storage/embedded/embedded.ts';
import { startCluster, type Cluster } from '../../../tools/product/cluster.ts';
import { plecho } from '../../../tools/product/command.ts';
import { newDataDir, startProduct, type Product } from '../../../tools/product/process.ts';
import { clusterCpu, edgeOf, type CpuOfRoles } from '../lib/cluster-cpu.ts';
import { httpLoad, type Load } from '../lib/http-load.ts';
import { MONTH_AT, writeMonth } from '../lib/month.ts';
import { openRequest } from '../lib/open-request.ts';
import { median, pairedRatio, percentile, round, spread, type Result } from '../lib/result.ts';
import { openWorkshop, seedAccounts, seedPeople } from '../lib/seed.ts';
import { productCpu, waitUntilQuiet } from '../lib/server-figures.ts';

/** Each may hold 200 positions in a market and has money for a hundred; the rounds open about 60 for each. */
const ACCOUNTS = 4_000;
const CLIENTS = 64;
/** Many short rounds: what else the machine does lasts longer than one and shorter than all of them. */
const ROUNDS = 48;
const OPENS = 2_500;
/** As of the opens of one process: what they run is compiled for good meanwhile. */
const WARM_UPS = 12;
/** Opens of one client, one after another: what waits is the way, not a queue. */
const SINGLE_OPENS = 100;
const BASE = 60_000;
const PLACES_OF_CLUSTER = { edge: 1, jobs: 1 };

/** A product with people who have money in two markets. */
interface Prepared {
  dataDir: string;
  /** The one beside `main`. */
  other: string;
  remove(): void;
}

async function prepared(): Promise<Prepared> {
  const { path, remove } = newDataDir();
  await (await startProduct(path)).stop();
  const file = join(path, 'BTCUSDT-1m-2026-01.csv');
  writeFileSync(file, writeMonth(BASE));
  const from = new Date(MONTH_AT * 1000).toISOString();
  const output = await plecho(path, 'replay', file, '--from', from, '--speed', '1');
  const other = /market: (\S+)/.exec(output)?.[1];
  if (other === undefined) throw new Error(`no market in:\n${output}`);
  const workshop = await openWorkshop(path);
  const users = await seedPeople(workshop, ACCOUNTS);
  for (const market of ['main', other]) await seedAccounts(workshop, market, users);
  await workshop.close();
  return { dataDir: path, other, remove };
}

/** Opens through one port. @param markets that they are in, in turn */
const opens = (port: number, clients: number, requests: number, markets: readonly string[]): Promise<Load> =>
  httpLoad({
    ...{ port, clients, requests },
    request: (n) => openRequest(port, n, n % ACCOUNTS, markets[n % markets.length]),
  });

const rateOf = ({ statuses, seconds }: Load): number => (statuses.get(200) ?? 0) / seconds;
const refusedOf = (loads: Load[]): number =>
  loads.flatMap(({ statuses }) => [...statuses]).reduce((sum, [status, n]) => (status === 200 ? sum : sum + n), 0);

/** How many processes hold the markets of a cluster. */
async function ownersOf(dataDir: string): Promise<number> {
  const database = await startEmbedded(dataDir);
  const owner = await connectClient({ connectionString: database.url });
  try {
    const { rows } = await owner.query<{ count: number }>(
      'SELECT count(DISTINCT process_id)::integer AS count FROM plecho.market_owners',
    );
    return rows[0]?.count ?? 0;
  } finally {
    await owner.end();
    await database.release();
  }
}

/** One command at a time: through an edge and NATS, and in one process. */
async function measureWay(single: Product, edge: number): Promise<Result> {
  const near: number[] = [];
  const far: number[] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    near.push(percentile((await opens(single.port, 1, SINGLE_OPENS, ['main'])).latencies, 50));
    far.push(percentile((await opens(edge, 1, SINGLE_OPENS, ['main'])).latencies, 50));
  }
  const more = far.map((value, n) => value - (near[n] ?? 0));
  return {
    name: 'cluster: p50 of a command beyond that in one process',
    value: round(median(more)),
    unit: 'ms',
    ceiling: null,
    ratio: null,
    target: '≤ 1.5 ms',
    met: median(more) <= 1.5,
    note: `one client, ${SINGLE_OPENS} opens a round; ${spread(more)}; through an edge and NATS ${spread(far)} ms, in one process in turn ${spread(near)} ms`,
  };
}

/** Sixty-four clients: through an edge and NATS, and in one process. */
async function measureRate(single: Product, cluster: Cluster): Promise<Result[]> {
  const near: Load[] = [];
  const far: Load[] = [];
  const used: { single: number; cluster: CpuOfRoles }[] = [];
  const edge = edgeOf(cluster).port;
  for (let n = 0; n < WARM_UPS + ROUNDS; n += 1) {
    const singleBefore = await productCpu(single);
    const inOne = await opens(single.port, CLIENTS, OPENS, ['main']);
    const before = await clusterCpu(cluster);
    const singleUsed = (await productCpu(single)) - singleBefore;
    const inCluster = await opens(edge, CLIENTS, OPENS, ['main']);
    const after = await clusterCpu(cluster);
    if (n < WARM_UPS) continue;
    near.push(inOne);
    far.push(inCluster);
    const ofRole = (role: keyof CpuOfRoles): number => after[role] - before[role];
    used.push({
      single: singleUsed,
      cluster: { edge: ofRole('edge'), engine: ofRole('engine'), nats: ofRole('nats') },
    });
  }
  const [rates, ceilings] = [far.map(rateOf), near.map(rateOf)];
  const ratio = pairedRatio(rates, ceilings);
  const refused = refusedOf([...near, ...far]);
  const cpu = (read: (each: (typeof used)[number]) => number): number[] => used.map((u) => (read(u) / OPENS) * 1e6);
  const all = cpu(({ cluster: { edge: ofEdge, engine, nats } }) => ofEdge + engine + nats);
  const share = (role: keyof CpuOfRoles): string => `${role} ${round(median(cpu((u) => u.cluster[role])), 0)}`;
  return [
    {
      name: 'cluster: durable opens per second through one edge',
      value: round(median(rates), 0),
      unit: '1/s',
      ceiling: round(median(ceilings), 0),
      ratio: round(ratio),
      target: '≥ 0.8',
      met: ratio >= 0.8 && refused === 0,
      note: `${CLIENTS} clients, runs of ${OPENS} after ${WARM_UPS} to warm up, one edge and one engine; ${refused} not answered 200; all processes and the load generator on the same cores; ceiling: one process in turn, ratio of each round, median; ${spread(rates, 0)}, ceiling ${spread(ceilings, 0)}`,
    },
    {
      name: 'cluster: CPU of an open, PostgreSQL aside',
      value: round(median(all), 0),
      unit: 'µs',
      ceiling: round(median(cpu((u) => u.single)), 0),
      ratio: round(
        pairedRatio(
          cpu((u) => u.single),
          all,
        ),
      ),
      target: 'told',
      met: true,
      note: `of it ${share('edge')}, ${share('engine')}, ${share('nats')}; ceiling: one process, ratio of each round, median; ${spread(all, 0)}`,
    },
  ];
}

/** Two markets at once, on one engine and on two. */
async function measureMarkets(one: Cluster, two: Cluster, others: readonly [string, string]): Promise<Result> {
  if ((await ownersOf(one.dataDir)) !== 1) throw new Error('two markets on one engine have one owner');
  if ((await ownersOf(two.dataDir)) !== 2) throw new Error('two markets on two engines have two owners');
  const onOne: Load[] = [];
  const onTwo: Load[] = [];
  for (let n = 0; n < WARM_UPS + ROUNDS; n += 1) {
    const together = await opens(edgeOf(one).port, CLIENTS, OPENS, ['main', others[0]]);
    const apart = await opens(edgeOf(two).port, CLIENTS, OPENS, ['main', others[1]]);
    if (n < WARM_UPS) continue;
    onOne.push(together);
    onTwo.push(apart);
  }
  const [rates, ceilings] = [onTwo.map(rateOf), onOne.map(rateOf)];
  const ratio = pairedRatio(rates, ceilings);
  const refused = refusedOf([...onOne, ...onTwo]);
  return {
    name: 'cluster: opens per second in two markets on two engines',
    value: round(median(rates), 0),
    unit: '1/s',
    ceiling: round(median(ceilings), 0),
    ratio: round(ratio),
    target: '≥ 0.9: a second engine costs at most 10 %',
    met: ratio >= 0.9 && refused === 0,
    note: `${CLIENTS} clients, runs of ${OPENS} after ${WARM_UPS} to warm up, one edge; ${refused} not answered 200; ceiling: both markets on one engine in turn, ratio of each round, median; where there are more cores than these, two engines may use more of them; ${spread(rates, 0)}, ceiling ${spread(ceilings, 0)}`,
  };
}

/** What it costs that a command crosses between processes, and that markets are on several. */
export async function measureCluster(): Promise<Result[]> {
  const folders: Prepared[] = [];
  const running: { stop(): Promise<void> }[] = [];
  try {
    for (let n = 0; n < 3; n += 1) folders.push(await prepared());
    const [ofSingle, ofOne, ofTwo] = folders as [Prepared, Prepared, Prepared];
    const single = await startProduct(ofSingle.dataDir);
    running.push(single);
    const one = await startCluster(ofOne.dataDir, { counts: { ...PLACES_OF_CLUSTER, engine: 1 } });
    running.push(one);
    for (const process of [single, ...one.processes]) await waitUntilQuiet(process);
    const commands = [...(await measureRate(single, one)), await measureWay(single, edgeOf(one).port)];
    await single.stop();
    const two = await startCluster(ofTwo.dataDir, { counts: { ...PLACES_OF_CLUSTER, engine: 2 } });
    running.push(two);
    for (const process of two.processes) await waitUntilQuiet(process);
    return [...commands, await measureMarkets(one, two, [ofOne.other, ofTwo.other])];
  } finally {
    await Promise.all(running.map((each) => each.stop()));
    for (const folder of folders) folder.remove();
  }
}
