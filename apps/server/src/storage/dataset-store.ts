import { setImmediate as turn } from 'node:timers/promises';
import { INTERVAL_SECONDS, type Candle } from '@plecho/domain';
import type { Pool, PoolClient } from 'pg';
import type { DatasetRecord, DatasetSeries, DatasetStore, NewDataset, RecordedPair } from '../replays/ports.ts';
import { packCandles, unpackCandles } from './candle-pack.ts';
import { DAY } from './candle-packs.ts';
import { inTransaction } from './transaction.ts';

const MINUTE = INTERVAL_SECONDS['1m'];

const SELECT = `
  SELECT d.id, d.story, d.provenance, d.sha256, s.symbol, s.price_decimals, s.first, s.last, s.minutes
  FROM datasets d JOIN dataset_series s ON s.dataset_id = d.id`;
const ORDER = 'ORDER BY d.story IS NULL, d.created_at, d.id, s.symbol';

const READ = `
  SELECT p.candles FROM dataset_series s JOIN dataset_packs p ON p.series_id = s.id
  WHERE s.dataset_id = $1 AND s.symbol = $2 ORDER BY p.day`;

interface Row {
  id: string;
  story: DatasetRecord['story'];
  provenance: DatasetRecord['provenance'];
  sha256: string[];
  symbol: string;
  price_decimals: number;
  first: bigint;
  last: bigint;
  minutes: number;
}

const toSeries = (row: Row): DatasetSeries => ({
  symbol: row.symbol,
  priceDecimals: row.price_decimals,
  first: Number(row.first),
  last: Number(row.last),
  minutes: row.minutes,
});

function toDatasets(rows: Row[]): DatasetRecord[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((ofOne) => {
    const [first] = ofOne;
    if (first === undefined) return [];
    const { id, story, provenance, sha256 } = first;
    return [{ id, story, provenance, sha256, series: ofOne.map(toSeries) }];
  });
}

/** A day at a time, so that a month in between keeps nobody waiting. */
async function addPair(client: PoolClient, datasetId: string, { symbol, priceDecimals, candles: all }: RecordedPair) {
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO dataset_series (dataset_id, symbol, price_decimals, first, last, minutes)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    [datasetId, symbol, priceDecimals, all[0]?.time, all.at(-1)?.time, all.length],
  );
  const days = Map.groupBy(all, ({ time }) => Math.floor(time / DAY));
  for (const [day, candles] of days) {
    await client.query('INSERT INTO dataset_packs (series_id, day, candles) VALUES ($1, $2, $3)', [
      ...[rows[0]?.id, day, packCandles(candles, MINUTE)],
    ]);
    await turn();
  }
}

/** Recordings, kept once for everybody who replays them. */
export class PgDatasetStore implements DatasetStore {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async list(): Promise<DatasetRecord[]> {
    const { rows } = await this.#pool.query<Row>(`${SELECT} ${ORDER}`);
    return toDatasets(rows);
  }

  async find(id: string): Promise<DatasetRecord | null> {
    const { rows } = await this.#pool.query<Row>(`${SELECT} WHERE d.id = $1 ${ORDER}`, [id]);
    return toDatasets(rows)[0] ?? null;
  }

  add({ id, story, provenance, sha256, pairs }: NewDataset, at: number): Promise<boolean> {
    return inTransaction(this.#pool, async (client) => {
      const { rowCount } = await client.query(
        `INSERT INTO datasets (id, story, provenance, sha256, created_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (id) DO NOTHING`,
        [id, story, provenance, sha256, at],
      );
      if (rowCount === 0) return false;
      for (const pair of pairs) await addPair(client, id, pair);
      return true;
    });
  }

  async read(id: string, symbol: string): Promise<Candle[]> {
    const { rows } = await this.#pool.query<{ candles: Buffer }>(READ, [id, symbol]);
    return rows.flatMap(({ candles }) => unpackCandles(candles, MINUTE));
  }
}
