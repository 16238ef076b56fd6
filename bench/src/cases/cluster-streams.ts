import { startCluster, type Cluster } from '../../../tools/product/cluster.ts';
import { startProduct, type Product } from '../../../tools/product/process.ts';
import { edgeOf } from '../lib/cluster-cpu.ts';
import { median, round, spread, type Result } from '../lib/result.ts';
import { cpuOver, productCpu, seconds, waitUntilQuiet } from '../lib/server-figures.ts';
import { CALM_SECONDS, reportOf, SECONDS, seeded, watch } from '../lib/stream-watch.ts';

const ROUNDS = 5;
const CLIENTS = 2_000;

/** What a client costs a process, and how much it hears. */
interface Cost {
  /** Microseconds of CPU in a second, beyond what the process uses without clients. */
  cpu: number;
  framesPerSecond: number;
}

async function costOf({ url }: Pick<Product, 'url'>): Promise<Cost> {
  const read = (): Promise<number> => productCpu({ url });
  const idle = await cpuOver(SECONDS, read);
  const clients = await watch(url, CLIENTS);
  await seconds(CALM_SECONDS);
  clients.send('reset');
  const busy = await cpuOver(SECONDS, read);
  const { frames } = await reportOf(clients);
  clients.end();
  await seconds(CALM_SECONDS);
  return { cpu: ((busy - idle) / SECONDS / CLIENTS) * 1e6, framesPerSecond: frames / SECONDS / CLIENTS };
}

async function measureCost(single: Product, cluster: Cluster): Promise<Result> {
  const near: Cost[] = [];
  const far: Cost[] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    near.push(await costOf(single));
    far.push(await costOf(edgeOf(cluster)));
  }
  const [values, ceilings] = [far.map(({ cpu }) => cpu), near.map(({ cpu }) => cpu)];
  const [value, ceiling] = [median(values), median(ceilings)];
  const pace = (costs: Cost[]): number => round(median(costs.map(({ framesPerSecond }) => framesPerSecond)), 1);
  return {
    name: 'cluster: CPU of a stream client on an edge',
    value: round(value, 1),
    unit: 'µs in a second',
    ceiling: round(ceiling, 1),
    ratio: round(ceiling / value),
    target: '≤ 1.1 times one process',
    met: value <= 1.1 * ceiling,
    note: `${CLIENTS} clients, ${SECONDS} s, ${pace(far)} frames per client and second, in one process ${pace(near)}; above what each uses without clients; ceiling: one process in turn; ${spread(values, 1)}, ceiling ${spread(ceilings, 1)}`,
  };
}

/** What streams cost on an edge. */
export async function measureClusterStreams(): Promise<Result[]> {
  const folders = [await seeded(CLIENTS), await seeded(CLIENTS)] as const;
  const running: { stop(): Promise<void> }[] = [];
  try {
    const single = await startProduct(folders[0].path);
    running.push(single);
    const cluster = await startCluster(folders[1].path, { counts: { engine: 1, jobs: 1, edge: 1 } });
    running.push(cluster);
    for (const process of [single, ...cluster.processes]) await waitUntilQuiet(process);
    return [await measureCost(single, cluster)];
  } finally {
    await Promise.all(running.map((each) => each.stop()));
    for (const folder of folders) folder.remove();
  }
}
