import type { MarketKind, MarketLife, MarketRules, Recipe, Usdt } from '@plecho/domain';
import type { Crossed } from './candles/ports.ts';

/** What a scenario is made from. */
export interface ScenarioDefinition {
  recipe: Recipe;
  /** Hex; with the recipe it gives the commitment. */
  salt: string;
  /** SHA-256 of both, hex: public from the first moment. */
  commitment: string;
  /** The recipe is published at the end. */
  blind: boolean;
}

/** What makes a market: public, and unchanged once it has started (charter rule C2). */
export interface MarketDefinition {
  id: string;
  kind: MarketKind;
  title: string;
  /** Shown wherever a price of the market is shown: «Синтетический рынок». */
  label: string;
  /** Seconds, by the market's own clock. */
  startAt: number;
  rules: MarketRules;
  startBalance: Usdt;
  /** What the prices are made from: generator with a seed or the anchor of its keys, or files by SHA-256, start and speed. */
  parameters: Record<string, string | number | string[]>;
  /** null for every other kind of market. */
  scenario: ScenarioDefinition | null;
  /** When it ends by itself, seconds by the market's own clock; null when that is not known beforehand. */
  endAt: number | null;
  /** Who alone finds and enters it, a personal replay; absent from every market that is everybody's. */
  ownerId?: bigint;
  /** Everything in it was closed at its end. */
  ended: boolean;
}

const NO_SPREADS: MarketRules['spreads'] = new Map();

/** The spreads that people are shown: those of a blind scenario are of its recipe, of which nothing is told before its start. */
export const shownSpreads = (
  { scenario, rules }: Pick<MarketDefinition, 'scenario' | 'rules'>,
  life: MarketLife,
): MarketRules['spreads'] => (life === 'upcoming' && scenario?.blind === true ? NO_SPREADS : rules.spreads);

/** What a position in a pair crosses, as far as people are shown it; candles of a market hold its quotes since its start. */
export const crossedSpread = (
  definition: Pick<MarketDefinition, 'scenario' | 'rules' | 'startAt'>,
  life: MarketLife,
  symbol: string,
): Crossed => ({ spread: shownSpreads(definition, life).get(symbol) ?? 0n, since: definition.startAt });
