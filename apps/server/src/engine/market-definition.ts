import type { MarketKind, MarketRules, Usdt } from '@plecho/domain';

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
  /** Who alone finds and enters it, a personal replay; absent from every market that is everybody's. */
  ownerId?: bigint;
  /** Everything in it was closed at its end. */
  ended: boolean;
}
