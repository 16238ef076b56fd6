import { DEFAULT_RULES, DEFAULT_START_BALANCE, type MarketRules, type Usdt } from '@plecho/domain';
import type { MarketDefinition } from '../engine/market-definition.ts';
import { datelessTitle, replayTitle } from '../feeds/replay/index.ts';
import { maskedName, shiftOf } from './mask.ts';
import type { DatasetRecord, ReplaySessionRecord } from './ports.ts';

const iso = (ms: number): string => new Date(ms).toISOString();

const lastOf = ({ series }: DatasetRecord, symbols: readonly string[]): number =>
  Math.max(...series.filter(({ symbol }) => symbols.includes(symbol)).map(({ last }) => last));

/** Everything that people read of a replay, made here: nothing of it was typed (rule M1). */
function titleOf(
  dataset: DatasetRecord,
  symbols: readonly string[],
  startAt: number,
  last = lastOf(dataset, symbols),
): string {
  if (dataset.story !== null) return datelessTitle(symbols, 'сделано генератором');
  return replayTitle(symbols, startAt, last);
}

const maskedTitle = (symbols: readonly string[]): string =>
  datelessTitle(
    symbols.map((_, place) => maskedName(place)),
    'даты скрыты',
  );

const originOf = ({ id, sha256, provenance }: DatasetRecord, from: number): MarketDefinition['parameters'] => ({
  ...{ dataset: id, sha256, provenance },
  from: iso(from * 1000),
});

/** The market of a personal replay. With masked dates it says nothing of what it plays. */
export function sessionMarket(session: ReplaySessionRecord, dataset: DatasetRecord): MarketDefinition {
  const { marketId, userId, symbols, startAt, masked } = session;
  const title = masked ? maskedTitle(symbols) : titleOf(dataset, symbols, startAt);
  return {
    ...{ id: marketId, kind: 'replay', title, label: title, ended: false, ownerId: userId },
    startAt: masked ? startAt + shiftOf(startAt) : startAt,
    ...{ rules: DEFAULT_RULES, startBalance: DEFAULT_START_BALANCE, scenario: null, endAt: null },
    parameters: masked ? { dates: 'masked' } : originOf(dataset, startAt),
  };
}

export interface SharedReplay {
  id: string;
  symbols: readonly string[];
  /** Where in the recording it begins, seconds. */
  from: number;
  /** When it begins by the wall clock, seconds. */
  opensAt: number;
  speed: number;
}

/** A replay for everybody. */
export function sharedMarket(replay: SharedReplay, dataset: DatasetRecord): MarketDefinition {
  const { id, symbols, from, opensAt, speed } = replay;
  const title = titleOf(dataset, symbols, from);
  return {
    ...{ id, kind: 'replay', title, label: title, startAt: from, ended: false },
    ...{ rules: DEFAULT_RULES, startBalance: DEFAULT_START_BALANCE, scenario: null, endAt: null },
    parameters: { ...originOf(dataset, from), symbols: [...symbols], opensAt: iso(opensAt * 1000), speed },
  };
}

export interface PlannedDrill {
  marketId: string;
  symbols: readonly string[];
  /** When it begins and when it is over, seconds of the recording. */
  startAt: number;
  endAt: number;
  masked: boolean;
}

/** The market of a drill, under the rules of its class. With masked dates it says nothing of what it plays. */
export function drillMarket(
  { marketId, symbols, startAt, endAt, masked }: PlannedDrill,
  dataset: DatasetRecord,
  { rules, startBalance }: { rules: MarketRules; startBalance: Usdt },
): MarketDefinition {
  const title = masked ? maskedTitle(symbols) : titleOf(dataset, symbols, startAt, endAt - 60);
  return {
    ...{ id: marketId, kind: 'replay', title, label: title, ended: false },
    startAt: masked ? startAt + shiftOf(startAt) : startAt,
    ...{ rules, startBalance, scenario: null, endAt: null },
    parameters: masked ? { dates: 'masked' } : originOf(dataset, startAt),
  };
}
