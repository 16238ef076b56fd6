import type { NewReplaySession } from '@plecho/contract';
import { Problem } from '../lib/problem.ts';
import type { DatasetRecord } from './ports.ts';

const MINUTE = 60;
/** History that is on the chart already, unless somebody chooses the start. */
const HISTORY = 3 * 86_400;
const MOST_PAIRS = 10;
/** A masked replay begins within the middle half: a quarter of this is a day. */
const WORTH_MASKING = 4 * 86_400;

/** What a replay plays, and from where. */
export interface Choice {
  dataset: DatasetRecord;
  symbols: string[];
  /** Seconds. */
  startAt: number;
}

/** A whole number from 0 to `below`, exclusive. */
export type Draw = (below: number) => number;

const extentOf = ({ series }: DatasetRecord, symbols: readonly string[]): { first: number; end: number } => {
  const chosen = series.filter(({ symbol }) => symbols.includes(symbol));
  return {
    first: Math.min(...chosen.map(({ first }) => first)),
    end: Math.max(...chosen.map(({ last }) => last)) + MINUTE,
  };
};

/** Where the recording of these pairs is over, seconds. */
export const endOf = (dataset: DatasetRecord, symbols: readonly string[]): number => extentOf(dataset, symbols).end;

/** @throws Problem unknown_symbol */
export function pairsOf({ series }: DatasetRecord, asked: readonly string[] | undefined): string[] {
  const all = series.map(({ symbol }) => symbol);
  if (asked === undefined) return all.slice(0, MOST_PAIRS);
  if (!asked.every((symbol) => all.includes(symbol))) throw new Problem('unknown_symbol');
  return all.filter((symbol) => asked.includes(symbol));
}

/** @throws Problem replay_start_outside unless it is a whole minute of the recording */
export function checkStart(dataset: DatasetRecord, symbols: readonly string[], startAt: number): void {
  const { first, end } = extentOf(dataset, symbols);
  if (startAt % MINUTE !== 0 || startAt < first || startAt >= end) throw new Problem('replay_start_outside');
}

/** @throws Problem drill_too_long unless the recording goes on until `end`, seconds */
export function checkEnd(dataset: DatasetRecord, symbols: readonly string[], end: number): void {
  if (end > extentOf(dataset, symbols).end) throw new Problem('drill_too_long');
}

/** Those of which a day at least is left wherever the server begins; if there are none, all. */
function worthMasking(datasets: readonly DatasetRecord[]): readonly DatasetRecord[] {
  const long = datasets.filter((dataset) => {
    const { first, end } = extentOf(dataset, pairsOf(dataset, undefined));
    return end - first >= WORTH_MASKING;
  });
  return long.length === 0 ? datasets : long;
}

function chooseSymbols(dataset: DatasetRecord, { symbols, masked }: NewReplaySession, draw: Draw): string[] {
  const all = pairsOf(dataset, symbols);
  return masked && symbols === undefined ? all.splice(draw(all.length), 1) : all;
}

function chooseStart(dataset: DatasetRecord, symbols: readonly string[], masked: boolean, draw: Draw): number {
  const { first, end } = extentOf(dataset, symbols);
  const minutes = (end - first) / MINUTE;
  const quarter = Math.floor(minutes / 4);
  const after = masked ? quarter + draw(quarter * 2 + 1) : Math.min(HISTORY / MINUTE, quarter);
  return first + after * MINUTE;
}

/**
 * What a person asked for, and what they left to the server.
 * @throws Problem dataset_not_found, unknown_symbol, replay_start_outside
 */
export function choose(datasets: readonly DatasetRecord[], wanted: NewReplaySession, draw: Draw): Choice {
  const { masked } = wanted;
  const worth = masked && wanted.dataset === undefined ? worthMasking(datasets) : [];
  const drawn = worth.length === 0 ? undefined : worth[draw(worth.length)];
  const dataset = drawn ?? datasets.find(({ id }) => id === wanted.dataset);
  if (dataset === undefined) throw new Problem('dataset_not_found');
  const symbols = chooseSymbols(dataset, wanted, draw);
  const startAt = wanted.startAt ?? chooseStart(dataset, symbols, masked, draw);
  checkStart(dataset, symbols, startAt);
  return { dataset, symbols, startAt };
}
