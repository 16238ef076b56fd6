import { leaderboard, leaderboardQuery, results as resultsBody, resultsQuery } from '../results.ts';
import { endpoint } from './endpoint.ts';
import { OF_AN_ACCOUNT } from './trading-errors.ts';

const FIGURES = {
  ...{ trades: 1, wins: 1, losses: 0, liquidations: 0, net: '3.5' },
  winRate: { percent: '100', low: '20.65', high: '100' },
  ...{ expectancy: '3.5', profitFactor: null, averageWin: '3.5', averageLoss: null, averageR: null },
} as const;
const OPENED = 1_795_000_000;

export const mine = endpoint({
  method: 'GET',
  path: '/api/results',
  access: 'user',
  description:
    'What one’s closed trades in a market came to: the equity curve without deposits, drawdown, and figures as a whole and by leverage, pair, side, reason, hour and weekday of the opening. docs/results.md has each formula.',
  query: resultsQuery,
  answer: resultsBody,
  errors: [...OF_AN_ACCOUNT, 'season_not_found'],
  example: {
    query: { market: 'main', season: '1', from: '1795000000', to: '1795086400', zone: 'Europe/Moscow', offset: '180' },
    answer: {
      ...{ market: 'main', season: 1, summary: { ...FIGURES, longestLosingRun: 0, withR: 0 }, liquidationsEver: 0 },
      ...{ gained: '0.35', drawdown: null, timeInPositions: '100', averageSize: '20' },
      curve: [
        { time: OPENED, net: '0', equity: '1000', gained: '0' },
        { time: OPENED + 600, net: '3.5', equity: '1003.5', gained: '0.35' },
      ],
      splits: {
        ...{ leverage: [{ group: '2', ...FIGURES }], symbol: [{ group: 'BTCUSDT', ...FIGURES }] },
        ...{ side: [{ group: 'long', ...FIGURES }], reason: [{ group: 'user', ...FIGURES }] },
        ...{ hour: [{ group: '14', ...FIGURES }], weekday: [{ group: '3', ...FIGURES }] },
      },
    },
  },
});

export const leaders = endpoint({
  method: 'GET',
  path: '/api/leaderboard',
  access: 'user',
  description:
    'Return over maximum drawdown of those in a market who want to be seen, by animal and colour, from 10 trades on. Who is equal shares a place; a drawdown of less than 1 % counts as 1 %.',
  query: leaderboardQuery,
  answer: leaderboard,
  errors: OF_AN_ACCOUNT,
  example: {
    query: { market: 'main', season: 'current' },
    answer: {
      ...{ market: 'main', rated: 1 },
      items: [
        {
          ...{ place: 1, persona: { animal: 'fox', colour: 'blue' }, score: '2.5', gained: '5', drawdown: '2' },
          ...{ trades: 12, own: true },
        },
      ],
    },
  },
});
