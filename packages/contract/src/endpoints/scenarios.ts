import * as z from 'zod/mini';
import { idempotencyHeaders, marketId } from '../common.ts';
import {
  marketEnd,
  operatedMarketList,
  scenarioPreview,
  scenarioPreviewed,
  scenarioPublication,
  scenarioPublished,
} from '../scenarios.ts';
import { endpoint } from './endpoint.ts';
import { MARKET } from './examples.ts';

const RECIPE = {
  base: 'main',
  stages: [{ type: 'spread', percent: '1', symbols: null }],
};
const CANDLE = { time: 1_795_003_600, open: '64200', high: '64220.5', low: '64199', close: '64210.5', volume: '870' };

const OF_A_RECIPE = [
  'recipe_empty',
  'recipe_too_long',
  'recipe_out_of_range',
  'recipe_symbols',
  'base_not_running',
  'base_not_shared',
] as const;

export const markets = endpoint({
  method: 'GET',
  path: '/api/admin/markets',
  access: 'steppedUp',
  description:
    'All markets but personal sessions, withdrawn ones too, and which of them can be ended or be the base of a scenario.',
  answer: operatedMarketList,
  errors: [],
  example: { answer: { items: [{ market: MARKET, ending: false, canEnd: false, canBeBase: true }] } },
});

export const preview = endpoint({
  method: 'POST',
  path: '/api/admin/scenarios/preview',
  access: 'steppedUp',
  description: 'What a recipe makes of the newest hours of its base, in candles and in words. Nothing is kept.',
  body: scenarioPreview,
  answer: scenarioPreviewed,
  errors: [...OF_A_RECIPE, 'unknown_symbol'],
  example: {
    body: { recipe: RECIPE, symbol: 'BTCUSDT' },
    answer: {
      label: 'Сценарий: спред 1 %',
      market: 'main',
      symbol: 'BTCUSDT',
      startAt: CANDLE.time,
      before: [CANDLE],
      after: [{ ...CANDLE, high: '64541.6025', low: '63878.005' }],
      words: ['Спред 1 %: покупки исполняются на 0,5 % выше цены, продажи на 0,5 % ниже.'],
    },
  },
});

export const publish = endpoint({
  method: 'POST',
  path: '/api/admin/scenarios',
  access: 'steppedUp',
  description: 'Makes a scenario, which nobody can change from then on.',
  headers: idempotencyHeaders,
  body: scenarioPublication,
  answer: scenarioPublished,
  errors: [...OF_A_RECIPE, 'costs_out_of_range', 'scenario_times', 'too_many_markets'],
  example: {
    body: { recipe: RECIPE, startAt: 1_795_003_660, endAt: 1_795_010_800, blind: false },
    answer: { id: 'scenario-7', label: 'Сценарий: спред 1 %', commitment: 'c'.repeat(64) },
  },
});

export const end = endpoint({
  method: 'POST',
  path: '/api/admin/markets/:id/end',
  access: 'steppedUp',
  description: 'Ends a scenario or a shared replay at its last prices; a second time changes nothing.',
  params: z.strictObject({ id: marketId }),
  answer: marketEnd,
  errors: ['unknown_market', 'market_ended', 'market_not_endable'],
  example: { params: { id: 'scenario-7' }, answer: { id: 'scenario-7', ending: true } },
});
