import { formatPrice } from '@plecho/domain';
import type { MarketDefinition } from '../engine/market-definition.ts';
import type { DatasetLibrary } from './library.ts';
import { DAY_ONE, maskedSymbol, shiftOf, startPriceOf } from './mask.ts';
import type { DatasetRecord, ReplaySessionRecord } from './ports.ts';

const MINUTE = 60;

/** What a session with masked dates was. */
export interface Revelation {
  /** When it began in truth; a time of the session plus `shift` is the true one. Seconds. */
  startAt: number;
  shift: number;
  pairs: { masked: string; symbol: string; startPrice: string }[];
}

/** A session as it stands. */
export interface SessionView {
  session: ReplaySessionRecord;
  playing: boolean;
  label: string;
  /** As the market calls its pairs. */
  symbols: string[];
  /** Of the market's clock, seconds, and ms: where it began, and where the recording is over. */
  startAt: number;
  end: number;
  /** 00:00 of «день 1» by the market's clock; null unless the dates are masked. */
  dayOne: number | null;
  /** null unless the dates were masked and it has ended. */
  revealed: Revelation | null;
}

/** What was played under masked dates. */
export async function reveal(
  library: DatasetLibrary,
  { datasetId, symbols, startAt }: Pick<ReplaySessionRecord, 'datasetId' | 'symbols' | 'startAt'>,
): Promise<Revelation> {
  const pairs = symbols.map(async (symbol, place) => {
    const startPrice = formatPrice(startPriceOf(await library.columns(datasetId, symbol), startAt));
    return { masked: maskedSymbol(place), symbol, startPrice };
  });
  return { startAt, shift: -shiftOf(startAt), pairs: await Promise.all(pairs) };
}

export async function sessionView(
  library: DatasetLibrary,
  {
    session,
    definition,
    dataset,
    playing,
  }: {
    session: ReplaySessionRecord;
    definition: Pick<MarketDefinition, 'label' | 'startAt'>;
    dataset: DatasetRecord;
    playing: boolean;
  },
): Promise<SessionView> {
  const { symbols, masked, startAt, ended } = session;
  const last = Math.max(...dataset.series.filter(({ symbol }) => symbols.includes(symbol)).map((one) => one.last));
  return {
    ...{ session, playing, label: definition.label, startAt: definition.startAt },
    symbols: masked ? symbols.map((_, place) => maskedSymbol(place)) : symbols,
    end: (last + MINUTE + (masked ? shiftOf(startAt) : 0)) * 1000,
    dayOne: masked ? DAY_ONE : null,
    revealed: masked && ended ? await reveal(library, session) : null,
  };
}
