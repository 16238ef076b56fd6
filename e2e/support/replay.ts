import { plecho } from '../../tools/product/command.ts';
import type { Product } from '../../tools/product/process.ts';
import { writeKlines, type Minute } from './klines.ts';

/** Plays `minutes` as a shared replay market at `speed`; returns the market's id. */
export async function startReplay(product: Product, symbol: string, minutes: Minute[], speed: number): Promise<string> {
  const start = new Date('2026-02-05T12:00:00Z');
  const file = writeKlines(product.dataDir, symbol, start, minutes);
  const output = await plecho(product.dataDir, 'replay', file, '--from', start.toISOString(), '--speed', String(speed));
  const id = /market:? ([a-z0-9-]+)/i.exec(output)?.[1];
  if (id === undefined) throw new Error(`no market id in:\n${output}`);
  return id;
}
