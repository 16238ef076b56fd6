import type { Browser, Page, WebSocketRoute } from '@playwright/test';
import { CHART_LOADS, keptOnDevice, type ChartLoad } from '../lib/chart-loads.ts';
import type { TickerRow } from '@plecho/contract';
import type { Product } from '../../../tools/product/process.ts';
import { launchBrowser, openDashboard, signedIn } from '../lib/browser.ts';
import { median, percentile, round, spread, type Result } from '../lib/result.ts';

const ROUNDS = 5;
const SECONDS = 30;
const FRAMES_PER_SECOND = 10;

interface Run {
  /** 95th percentile of the time between animation frames, ms. */
  frameMs: number;
  /** Share of a core that the main thread was busy. */
  busy: number;
  /** ms; 0 without one. */
  longestTask: number;
}

/** The same screen under the same ticks with six indicators on its chart, and with four such charts. */
export async function measureChartTools(product: Product): Promise<Result[]> {
  const browser = await launchBrowser();
  const results: Result[] = [];
  try {
    for (const load of CHART_LOADS) {
      const runs: Run[] = [];
      for (let round_ = 0; round_ < ROUNDS; round_ += 1) runs.push(await watch(browser, product.url, 100, load));
      results.push(...chartResults(load, runs));
    }
  } finally {
    await browser.close();
  }
  return results;
}

function chartResults(load: ChartLoad, runs: Run[]): Result[] {
  const row = (name: string, unit: string, limit: number, values: number[]): Result => ({
    name: `browser, 100 live rows at 1,000 ticks/s, ${load.name}: ${name}`,
    value: round(median(values), 1),
    unit,
    ceiling: null,
    ratio: null,
    note: `${SECONDS} s, ${ROUNDS} rounds, ${spread(values, 1)}`,
    target: `< ${limit} ${unit}`,
    met: median(values) < limit,
  });
  return [
    row(
      '95th percentile frame',
      'ms',
      20,
      runs.map((run) => run.frameMs),
    ),
    row(
      'main thread',
      '% of a core',
      load.busyPercent,
      runs.map((run) => run.busy * 100),
    ),
  ];
}

/** The trade screen under 1,000 ticks a second, against the same page whose chart's pair alone moves. */
export async function measureLiveRows(product: Product): Promise<Result[]> {
  const browser = await launchBrowser();
  try {
    const alone: Run[] = [];
    const all: Run[] = [];
    for (let round_ = 0; round_ < ROUNDS; round_ += 1) {
      alone.push(await watch(browser, product.url, 1));
      all.push(await watch(browser, product.url, 100));
    }
    return results(alone, all);
  } finally {
    await browser.close();
  }
}

function results(alone: Run[], all: Run[]): Result[] {
  const row = (name: string, unit: string, digits: number, read: (run: Run) => number, sum = median) => {
    const values = all.map(read);
    const ceilings = alone.map(read);
    const note = `${SECONDS} s, 100 rows × ${FRAMES_PER_SECOND} frames a second; ceiling: the chart's own pair alone ticks; ${spread(values, digits)}, ceiling ${spread(ceilings, digits)}`;
    const [value, ceiling] = [sum(values), sum(ceilings)];
    return {
      name,
      value: round(value, digits),
      unit,
      ceiling: round(ceiling, digits),
      ratio: round(ceiling / value),
      note,
    };
  };
  const frame = row(
    'browser, 100 live rows + chart at 1,000 ticks/s: 95th percentile frame',
    'ms',
    1,
    (run) => run.frameMs,
  );
  const busy = row('browser, the same: main thread', '% of a core', 1, (run) => run.busy * 100);
  const task = row(
    'browser, the same: longest task',
    'ms',
    0,
    (run) => run.longestTask,
    (values) => Math.max(...values),
  );
  return [
    { ...frame, target: '< 20 ms', met: frame.value < 20 },
    { ...busy, target: '< 20 %', met: busy.value < 20 },
    {
      ...task,
      ratio: null,
      note: `the longest of all rounds; ${task.note}`,
      target: 'no task over 50 ms in 30 s',
      met: task.value <= 50,
    },
  ];
}

async function watch(browser: Browser, url: string, rowsPerFrame: number, load?: ChartLoad): Promise<Run> {
  const context = await signedIn(browser, url, { viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  if (load !== undefined) await page.addInitScript(keptOnDevice, load.kept);
  const flood = await floodTickers(page, rowsPerFrame);
  await openDashboard(page, url);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  await page.waitForTimeout(3_000);
  const busyBefore = await taskSeconds(devtools);
  const { frames, longTasks } = await page.evaluate(observe, SECONDS * 1000);
  const busy = ((await taskSeconds(devtools)) - busyBefore) / SECONDS;
  flood.stop();
  await context.close();
  return { frameMs: percentile(frames, 95), busy, longestTask: Math.max(0, ...longTasks) };
}

/** Runs in the page: times of animation frames and of long tasks for `ms`. */
function observe(ms: number): Promise<{ frames: number[]; longTasks: number[] }> {
  return new Promise((resolve) => {
    const frames: number[] = [];
    const longTasks: number[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longTasks.push(entry.duration);
    }).observe({ type: 'longtask' });
    const started = performance.now();
    let last = started;
    const step = (now: number): void => {
      frames.push(now - last);
      last = now;
      if (now - started < ms) requestAnimationFrame(step);
      else resolve({ frames, longTasks });
    };
    requestAnimationFrame(step);
  });
}

interface Devtools {
  send(method: 'Performance.getMetrics'): Promise<{ metrics: { name: string; value: number }[] }>;
}

async function taskSeconds(devtools: Devtools): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 0;
}

/**
 * Stands between the page and the server's stream: everything passes but the ticker updates, which
 * are replaced by a flood of `rowsPerFrame` rows, ten frames a second.
 */
async function floodTickers(page: Page, rowsPerFrame: number): Promise<{ stop(): void }> {
  let timer: ReturnType<typeof setInterval> | undefined;
  await page.routeWebSocket('**/api/stream', (socket: WebSocketRoute) => {
    const server = socket.connectToServer();
    server.onMessage((text) => {
      const message = JSON.parse(String(text)) as {
        type: string;
        kind?: string;
        seq: number;
        market: string;
        data: { now: number; rows: TickerRow[] };
      };
      if (message.type !== 'tickers') {
        socket.send(text);
        return;
      }
      if (message.kind !== 'snapshot') return;
      socket.send(text);
      clearInterval(timer);
      timer = setInterval(
        () => socket.send(JSON.stringify(nextFrame(message, rowsPerFrame))),
        1000 / FRAMES_PER_SECOND,
      );
    });
  });
  return { stop: () => clearInterval(timer) };
}

/** Moves every row of the last frame by a hundredth of a percent, up or down in turn. */
function nextFrame(message: { seq: number; data: { now: number; rows: TickerRow[] } }, rowsPerFrame: number): unknown {
  message.seq += 1;
  message.data.now += 1000 / FRAMES_PER_SECOND;
  const sign = message.seq % 2 === 0 ? 1 : -1;
  message.data.rows = message.data.rows.map((row) => {
    const decimals = row[1].split('.')[1]?.length ?? 0;
    const last = Number(row[1]) * (1 + sign * 0.0001);
    return [
      row[0],
      last.toFixed(Math.max(decimals, 2)),
      row[2],
      row[3],
      row[4],
      row[5],
      row[6],
      Math.round(message.data.now),
    ];
  });
  const chart = message.data.rows.filter((row) => row[0] === 'BTCUSDT');
  const rows = rowsPerFrame === 1 ? chart : message.data.rows.slice(0, rowsPerFrame);
  return { ...message, kind: 'update', data: { ...message.data, rows } };
}
