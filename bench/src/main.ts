/**
 * Measures what the product promises about speed and memory: `npm run bench [CASE …]`.
 * Writes bench/results.json and the table in docs/performance.md; a run of some cases replaces theirs alone.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { newDataDir, startProduct, type Product } from '../../tools/product/process.ts';
import { measureAlerts } from './cases/alerts.ts';
import { measureClusterCrowd } from './cases/cluster-crowd.ts';
import { measureClusterStreams } from './cases/cluster-streams.ts';
import { measureCluster } from './cases/cluster.ts';
import { measureCrash } from './cases/crash.ts';
import { measureDeposits } from './cases/deposits.ts';
import { measureDrill } from './cases/drill.ts';
import { measureExchange } from './cases/exchange.ts';
import { measureExplorer } from './cases/explorer.ts';
import { measureIdle } from './cases/idle.ts';
import { measureImport } from './cases/import.ts';
import { measureLighthouse } from './cases/lighthouse.ts';
import { measureChartTools, measureLiveRows } from './cases/live-rows.ts';
import { measureLog } from './cases/log.ts';
import { measureOpens } from './cases/opens.ts';
import { measurePages } from './cases/pages.ts';
import { measurePositionMemory } from './cases/position-memory.ts';
import { measureProofPage } from './cases/proof-page.ts';
import { measureReads } from './cases/reads.ts';
import { measureReplay } from './cases/replay.ts';
import { measureResults } from './cases/results.ts';
import { measureSamePath } from './cases/same-path.ts';
import { measureScenario } from './cases/scenario.ts';
import { measureSessions } from './cases/sessions.ts';
import { measureStream } from './cases/stream.ts';
import { measureTakeover } from './cases/takeover.ts';
import { measureTick } from './cases/tick.ts';
import { performanceDocument } from './lib/document.ts';
import type { Measured, Report, Result } from './lib/result.ts';
import { waitUntilQuiet } from './lib/server-figures.ts';

const RESULTS = new URL('../results.json', import.meta.url);
const DOCUMENT = new URL('../../docs/performance.md', import.meta.url);

async function withDataDir(run: (path: string) => Promise<Result[]>): Promise<Result[]> {
  const data = newDataDir();
  try {
    return await run(data.path);
  } finally {
    data.remove();
  }
}

const withProduct = (run: (product: Product) => Promise<Result[]>): Promise<Result[]> =>
  withDataDir(async (path) => {
    const product = await startProduct(path);
    try {
      return await run(product);
    } finally {
      await product.stop();
    }
  });

/** With a product that has made all it makes after a start. */
const withQuietProduct = (run: (product: Product) => Promise<Result[]>): Promise<Result[]> =>
  withProduct(async (product) => {
    await waitUntilQuiet(product);
    return run(product);
  });

const CASES: Record<string, () => Promise<Result[]>> = {
  opens: () => withDataDir(measureOpens),
  tick: measureTick,
  alerts: measureAlerts,
  crash: () => withDataDir(measureCrash),
  'position-memory': measurePositionMemory,
  deposits: () => withDataDir(measureDeposits),
  explorer: () => withDataDir(measureExplorer),
  exchange: () => withDataDir(measureExchange),
  reads: () => withDataDir(measureReads),
  results: () => withDataDir(measureResults),
  replay: () => withDataDir(measureReplay),
  'same-path': () => withDataDir(measureSamePath),
  drill: () => withDataDir(measureDrill),
  scenario: measureScenario,
  log: async () => [...(await withDataDir(measureLog)), ...(await withQuietProduct(measureProofPage))],
  sessions: () => withDataDir(measureSessions),
  stream: () => withDataDir(measureStream),
  cluster: measureCluster,
  'cluster-streams': measureClusterStreams,
  'cluster-crowd': measureClusterCrowd,
  takeover: () => withDataDir(measureTakeover),
  import: () => withDataDir(measureImport),
  idle: () => withProduct(measureIdle),
  pages: () => withQuietProduct(measurePages),
  lighthouse: () => withQuietProduct(measureLighthouse),
  'live-rows': () => withQuietProduct(measureLiveRows),
  'chart-tools': () => withQuietProduct(measureChartTools),
};

function machine(): string {
  const [first] = cpus();
  return `${cpus().length} × ${first?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
}

function merge(old: Measured[], fresh: Measured[]): Measured[] {
  const names = new Set(fresh.map(({ name }) => name));
  return [...old.filter(({ name }) => !names.has(name)), ...fresh];
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in CASES));
if (unknown.length > 0)
  throw new Error(`no such case: ${unknown.join(', ')}; there are ${Object.keys(CASES).join(', ')}`);
let results = existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as Report).results : [];
for (const [name, measure] of Object.entries(CASES)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  process.stdout.write(`${name} …\n`);
  const fresh = await measure();
  for (const { name: title, value, unit, ratio, met } of fresh) {
    process.stdout.write(
      `  ${met ? 'met ' : 'MISS'} ${title}: ${value} ${unit}${ratio === null ? '' : `, ratio ${ratio}`}\n`,
    );
  }
  const here = { date: new Date().toISOString().slice(0, 10), machine: machine() };
  results = merge(
    results,
    fresh.map((result) => ({ ...result, ...here })),
  );
  const report: Report = { results };
  writeFileSync(RESULTS, `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(DOCUMENT, performanceDocument(report));
}
process.exit(0);
