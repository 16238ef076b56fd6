import { startCluster, type Cluster } from '../../../tools/product/cluster.ts';
import type { Child } from '../lib/child.ts';
import { clusterCpu } from '../lib/cluster-cpu.ts';
import { median, percentile, round, spread, type Result } from '../lib/result.ts';
import { cpuOver, metric, seconds, waitUntilQuiet } from '../lib/server-figures.ts';
import { CALM_SECONDS, reportOf, SECONDS, seeded, watch } from '../lib/stream-watch.ts';

const EDGES = 3;
/** Of each edge: ten thousand and two in all. */
const CROWD = 3_334;
const ROUNDS = 3;

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
  const crowds: Child[] = [];
  for (const [n, { url }] of edges.entries()) crowds.push(await watch(url, CROWD, n * CROWD));
  const p99s: number[] = [];
  const open: number[] = [];
  const cpus: number[] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
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

/** What ten thousand streams cost, and how many a machine holds. */
export async function measureClusterCrowd(): Promise<Result[]> {
  const folder = await seeded(EDGES * CROWD);
  let cluster: Cluster | null = null;
  try {
    cluster = await startCluster(folder.path, { counts: { engine: 1, jobs: 1, edge: EDGES } });
    for (const process of cluster.processes) await waitUntilQuiet(process);
    return await measureCrowd(cluster);
  } finally {
    await cluster?.stop();
    folder.remove();
  }
}
