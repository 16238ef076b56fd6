import type { MarketDefinition } from '../engine/market-definition.ts';
import { MAX_SPEED, MIN_SPEED, type KlineSeries } from '../feeds/replay/index.ts';
import { sharedMarket } from '../replays/definitions.ts';
import type { DatasetRecord } from '../replays/ports.ts';
import { createPool, ownerConfig } from '../storage/connection.ts';
import type { Database } from '../storage/database.ts';
import { replayPublisher } from '../storage/replay-session-store.ts';
import { inTransaction } from '../storage/transaction.ts';
import { keepRecording, readFiles } from './dataset.ts';
import { UsageError } from './errors.ts';

const DEFAULT_SPEED = 60;
const MINUTE = 60;

export interface ReplayOptions {
  from: string | undefined;
  speed: string | undefined;
}

/** "2026-02-05", "2026-02-05T12:00Z" or "2026-02-05T12:00:00.000Z"; without a zone it is UTC. */
function parseTime(text: string): number {
  const match = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(:\d\d(?:\.\d{1,3})?)?Z?)?$/.exec(text);
  const [, date = '', time = '00:00', rest = ':00'] = match ?? [];
  const milliseconds = match === null ? Number.NaN : Date.parse(`${date}T${time}${rest}Z`);
  if (Number.isNaN(milliseconds)) throw new UsageError(`--from must be a time like 2026-02-05T12:00Z, not «${text}»`);
  return Math.floor(milliseconds / 1000);
}

function parseSpeed(text: string | undefined): number {
  const speed = text === undefined ? DEFAULT_SPEED : Number(text);
  if (text === '' || !Number.isInteger(speed) || speed < MIN_SPEED || speed > MAX_SPEED) {
    throw new UsageError(`--speed must be a whole number from ${MIN_SPEED} to ${MAX_SPEED}`);
  }
  return speed;
}

/** Seconds: the first minute that is recorded, and the last. */
function extentOf(series: KlineSeries[]): { first: number; last: number } {
  return {
    first: Math.min(...series.map(({ klines }) => klines[0]?.time ?? Number.POSITIVE_INFINITY)),
    last: Math.max(...series.map(({ klines }) => klines.at(-1)?.time ?? 0)),
  };
}

function startOf(series: KlineSeries[], from: string | undefined): number {
  const { first, last } = extentOf(series);
  const end = last + MINUTE;
  if (from === undefined) return first;
  const start = parseTime(from);
  if (start >= first && start < end) return start;
  const text = (time: number): string => new Date(time * 1000).toISOString().replace(':00.000Z', 'Z');
  throw new UsageError(`--from must lie in the recording: from ${text(first)}, before ${text(end)}`);
}

/** As it is stored: it begins at once. */
function describe(dataset: DatasetRecord, from: number, speed: number, now: number): MarketDefinition {
  const minute = new Date(from * 1000).toISOString().slice(0, 16).replaceAll(/[-T:]/g, '');
  const symbols = dataset.series.map(({ symbol }) => symbol);
  const id = `replay-${minute}-${now.toString(36)}`;
  return sharedMarket({ id, symbols, from, opensAt: Math.floor(now / 1000), speed }, dataset);
}

/**
 * Keeps klines as a recording and starts a shared replay of it; a running server picks it up by itself.
 * @throws UsageError, KlineFileError
 */
export async function createReplay(
  paths: string[],
  options: ReplayOptions,
  withDatabase: (work: (database: Database) => Promise<number>) => Promise<number>,
): Promise<number> {
  if (paths.length === 0) throw new UsageError('replay takes one FILE or more; try --help');
  const speed = parseSpeed(options.speed);
  const series = await readFiles(paths);
  const from = startOf(series, options.from);
  return withDatabase(async ({ target }) => {
    const pool = createPool({ ...ownerConfig(target), max: 1 });
    try {
      const now = Date.now();
      const market = describe(await keepRecording(pool, series), from, speed, now);
      const isNew = await inTransaction(pool, (client) => replayPublisher(client).addMarket(market, now));
      if (!isNew) throw new Error(`the market ${market.id} exists already`);
      console.log(`market: ${market.id}`);
      console.log(
        `${market.title}, from ${String(market.parameters['from'])}, ${speed}x; it plays as long as the server runs`,
      );
      return 0;
    } finally {
      await pool.end();
    }
  });
}
