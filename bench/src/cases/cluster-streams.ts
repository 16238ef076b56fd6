import { startCluster, type Cluster } from '../../../tools/product/cluster.ts';
import { newDataDir, startProduct, type Product } from '../../../tools/product/process.ts';
import { startChild } from '../lib/child.ts';
import { clusterCpu, edgeOf } from '../lib/cluster-cpu.ts';
import { median, percentile, round, spread, type Result } from '../lib/result.ts';
import { openWorkshop, seedPeople } from '../lib/seed.ts';
import { cpuOver, metric, productCpu, seconds, waitUntilQuiet } from '../lib/server-figures.ts';

const ROUNDS = 5;
const CLIENTS = 2_000;
/** As long as an edge waits between two pings. */
const SECONDS = 30;
/** For handshakes to be over, or sockets to be gone. */
const CALM_SECONDS = 3;
const EDGES = 3;
/** Of each edge: ten thousand and two in all. */
const CROWD = 3_334;
const CROWD_ROUNDS = 3;

interface Report {
  frames: number;
  latencies: number[];
  open: number;
}

/** People who look at the main market. @param first of the seeded ones */
async function watch(url: string, count: number, first = 0) {
  const stream = `${url.replace('http', 'ws')}/api/stream`;
  const clients = startChild('stream-clients.ts', [stream, String(count), 'people', 'main', String(first)]);
  await clients.line();
  return clients;
}

const reportOf = async (clients: { ask(line: string): Promise<string> }): Promise<Report> =>
  JSON.parse(await clients.ask('report')) as Report;

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

/** Ten thousand people on three edges: what each costs, and how long a frame takes to them. */
async function measureCrowd(cluster: Cluster): Promise<Result[]> {
  const edges = cluster.processes.filter(({ role }) => role === 'edge');
  const cut = async (): Promise<number> => {
    const counts = await Promise.all(edges.map((edge) => metric(edge, 'plecho_stream_cut_total')));
    return counts.reduce((sum, each) => sum + each, 0);
  };
  const read = async (): Promise<number> => (await clusterCpu(cluster)).edge;
  const cutBefore = await cut();
  const idle = await cpuOver(SECONDS, read);
  const crowds = [];
  for (const [n, { url }] of edges.entries()) crowds.push(await watch(url, CROWD, n * CROWD));
  const p99s: number[] = [];
  const open: number[] = [];
  const cpus: number[] = [];
  for (let n = 0; n < CROWD_ROUNDS; n += 1) {
    await seconds(CALM_SECONDS);
    for (const crowd of crowds) crowd.send('reset');
    cpus.push((((await cpuOver(SECONDS, read)) - idle) / SECONDS / (EDGES * CROWD)) * 1e6);
    const reports = await Promise.all(crowds.map(reportOf));
    p99s.push(
      percentile(
        reports.flatMap(({ latencies }) => latencies),
        99,
      ),
    );
    open.push(reports.reduce((sum, report) => sum + report.open, 0));
  }
  const gone = EDGES * CROWD - Math.min(...open);
  const cuts = (await cut()) - cutBefore;
  for (const crowd of crowds) crowd.end();
  const cost: Result = {
    name: 'cluster: CPU of a stream client, ten thousand on three edges',
    value: round(median(cpus), 1),
    unit: 'µs in a second',
    ceiling: null,
    ratio: null,
    target: 'told',
    met: true,
    note: `${EDGES * CROWD} clients, windows of ${SECONDS} s, all edges together above what they use without clients; clients on the same cores; ${spread(cpus, 1)}`,
  };
  const delivery: Result = {
    name: 'cluster: p99 delivery to 10,000 clients of three edges',
    value: round(median(p99s), 1),
    unit: 'ms',
    ceiling: null,
    ratio: null,
    target: '< 250 ms, nobody cut',
    met: median(p99s) < 250 && gone === 0 && cuts === 0,
    note: `${EDGES * CROWD} clients, windows of ${SECONDS} s, from the time in the frame, which the engine makes, to its arrival, every 20th client; ${gone} connections gone, ${cuts} cut; clients on the same cores; ${spread(p99s, 1)}`,
  };
  return [cost, delivery];
}

async function seeded(people: number): Promise<{ path: string; remove(): void }> {
  const data = newDataDir();
  await (await startProduct(data.path)).stop();
  const workshop = await openWorkshop(data.path);
  await seedPeople(workshop, people);
  await workshop.close();
  return data;
}

/** What streams cost on an edge, and how many a machine holds. */
export async function measureClusterStreams(): Promise<Result[]> {
  const folders = [await seeded(CLIENTS), await seeded(EDGES * CROWD)] as const;
  const running: { stop(): Promise<void> }[] = [];
  try {
    const single = await startProduct(folders[0].path);
    running.push(single);
    const cluster = await startCluster(folders[1].path, { counts: { engine: 1, jobs: 1, edge: EDGES } });
    running.push(cluster);
    for (const process of [single, ...cluster.processes]) await waitUntilQuiet(process);
    const cost = await measureCost(single, cluster);
    await single.stop();
    return [cost, ...(await measureCrowd(cluster))];
  } finally {
    await Promise.all(running.map((each) => each.stop()));
    for (const folder of folders) folder.remove();
  }
}
