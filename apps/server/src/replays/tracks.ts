import type { Pair } from '@plecho/domain';
import type { Track } from '../feeds/replay/index.ts';
import type { DatasetLibrary } from './library.ts';
import { maskTracks } from './mask.ts';
import type { DatasetRecord, ReplaySessionRecord } from './ports.ts';

/** The pair of a symbol that ends in USDT, as every recorded one does. */
export function usdtPair(symbol: string, priceDecimals: number): Pair {
  return { symbol, baseAsset: symbol.replace(/USDT$/, ''), quoteAsset: 'USDT', priceDecimals };
}

/** Pairs of a recording, in the order of `symbols`. @throws RangeError when it has not all of them */
export function tradedPairs({ id, series }: DatasetRecord, symbols: readonly string[]): Pair[] {
  return symbols.map((symbol) => {
    const priceDecimals = series.find((one) => one.symbol === symbol)?.priceDecimals;
    if (priceDecimals === undefined) throw new RangeError(`the recording ${id} has no ${symbol}`);
    return usdtPair(symbol, priceDecimals);
  });
}

/** The same with their candles. */
export async function tracksOf(
  library: DatasetLibrary,
  dataset: DatasetRecord,
  symbols: readonly string[],
): Promise<Track[]> {
  const tracks: Track[] = [];
  for (const pair of tradedPairs(dataset, symbols)) {
    tracks.push({ pair, candles: await library.columns(dataset.id, pair.symbol) });
  }
  return tracks;
}

/** The same as a session has them: with masked dates, nothing says what they are of. */
export async function sessionTracks(
  library: DatasetLibrary,
  { symbols, startAt, masked }: ReplaySessionRecord,
  dataset: DatasetRecord,
): Promise<Track[]> {
  const tracks = await tracksOf(library, dataset, symbols);
  return masked ? maskTracks(tracks, startAt) : tracks;
}
