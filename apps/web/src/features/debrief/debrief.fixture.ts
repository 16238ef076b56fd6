import type { Debrief, DebriefTrade } from '@plecho/contract';

/** Of the tests: where the drill begins, seconds. */
export const BEGINS = 1_769_990_400;

/** A long of 10x, liquidated a minute after it was opened. */
export const trade = (person: number, of: Partial<DebriefTrade> = {}): DebriefTrade => ({
  ...{
    person,
    season: 1,
    symbol: 'BTCUSDT',
    type: 'long',
    leverage: 10,
    amount: '100',
    net: '-100',
    reason: 'liquidation',
  },
  entryRecord: { seq: '5', price: '100', time: BEGINS * 1000 + 1_000 },
  exitRecord: { seq: '9', price: '91', time: BEGINS * 1000 + 61_000 },
  ...of,
});

/** The second person is oneself, the first has chosen no persona. */
export const debriefOf = (trades: DebriefTrade[], people = 3): Debrief => ({
  market: 'drill-1',
  drill: {
    ...{ market: 'drill-1', class: 'HARB2R7K', label: 'Повтор', symbols: ['BTCUSDT'], state: 'ended', version: 4 },
    ...{ countdownMs: null, speed: 60, startAt: BEGINS, end: (BEGINS + 7_200) * 1000, masked: false, dayOne: null },
    ...{ playhead: (BEGINS + 7_200) * 1000, members: people, createdAt: 0 },
  },
  startBalance: '1000',
  people: Array.from({ length: people }, (_, place) => ({
    persona: place === 0 ? null : { animal: 'fox', colour: 'blue' },
    own: place === 1,
  })),
  ...{ trades, dataset: 'crash', revealed: null },
});
