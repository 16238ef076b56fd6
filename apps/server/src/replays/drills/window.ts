import type { Candle } from '@plecho/domain';
import type { RecordedCandles, Track } from '../../feeds/replay/index.ts';
import type { DatasetLibrary } from '../library.ts';
import { maskTracks, shiftOf } from '../mask.ts';
import type { DatasetRecord } from '../ports.ts';
import { tracksOf } from '../tracks.ts';
import type { DrillRecord } from './ports.ts';

const MINUTE = 60;

/** What is played of a recording: where it begins and how many minutes of it, from there on. */
export type DrillWindow = Pick<DrillRecord, 'symbols' | 'startAt' | 'minutes' | 'masked'>;

/** Where the window is over, seconds of the recording. */
export const windowEnd = ({ startAt, minutes }: Pick<DrillRecord, 'startAt' | 'minutes'>): number =>
  startAt + minutes * MINUTE;

/** Seconds that are added to the times of the recording in the market of a drill. */
export const windowShift = ({ startAt, masked }: Pick<DrillRecord, 'startAt' | 'masked'>): number =>
  masked ? shiftOf(startAt) : 0;

/** A recording that is over earlier. */
class EarlierEnd implements RecordedCandles {
  readonly length: number;
  readonly #candles: RecordedCandles;

  /** @param end seconds */
  constructor(candles: RecordedCandles, end: number) {
    this.length = candles.firstFrom(end);
    this.#candles = candles;
  }

  timeAt(index: number): number | undefined {
    return index < this.length ? this.#candles.timeAt(index) : undefined;
  }

  candleAt(index: number): Candle {
    return this.#candles.candleAt(index);
  }

  firstFrom(time: number): number {
    return Math.min(this.#candles.firstFrom(time), this.length);
  }
}

/** What a drill plays, the recording before it as history; nothing after its window is there. */
export async function drillTracks(
  library: DatasetLibrary,
  window: DrillWindow,
  dataset: DatasetRecord,
): Promise<Track[]> {
  const end = windowEnd(window);
  const whole = await tracksOf(library, dataset, window.symbols);
  const tracks = whole.map(({ pair, candles }) => ({ pair, candles: new EarlierEnd(candles, end) }));
  return window.masked ? maskTracks(tracks, window.startAt) : tracks;
}
