import type { Track } from '../feeds/replay/index.ts';
import type { DatasetLibrary } from './library.ts';
import { maskTracks } from './mask.ts';
import type { DatasetRecord, SessionRecord } from './ports.ts';

/** The pairs of a recording with their candles, in the order of `symbols`. */
export async function tracksOf(
  library: DatasetLibrary,
  { id, series }: DatasetRecord,
  symbols: readonly string[],
): Promise<Track[]> {
  const tracks: Track[] = [];
  for (const symbol of symbols) {
    const priceDecimals = series.find((one) => one.symbol === symbol)?.priceDecimals;
    if (priceDecimals === undefined) throw new RangeError(`the recording ${id} has no ${symbol}`);
    const pair = { symbol, baseAsset: symbol.replace(/USDT$/, ''), quoteAsset: 'USDT' as const, priceDecimals };
    tracks.push({ pair, candles: await library.columns(id, symbol) });
  }
  return tracks;
}

/** The same as a session has them: with masked dates, nothing says what they are of. */
export async function sessionTracks(
  library: DatasetLibrary,
  { symbols, startAt, masked }: SessionRecord,
  dataset: DatasetRecord,
): Promise<Track[]> {
  const tracks = await tracksOf(library, dataset, symbols);
  return masked ? maskTracks(tracks, startAt) : tracks;
}
