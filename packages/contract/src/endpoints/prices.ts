import { marketQuery } from '../common.ts';
import { candleList, candleQuery, courseList, moveFrequency, moveQuery, pairList } from '../markets.ts';
import { endpoint } from './endpoint.ts';

export const pairs = endpoint({
  method: 'GET',
  path: '/api/trading/pairs',
  access: 'user',
  description: 'The pairs of a market with their last 24 hours.',
  query: marketQuery,
  answer: pairList,
  errors: ['unknown_market', 'not_a_member'],
  example: {
    query: { market: 'main' },
    answer: {
      market: 'main',
      label: 'Синтетический рынок',
      now: 1_795_003_600,
      items: [
        {
          symbol: 'BTCUSDT',
          baseAsset: 'BTC',
          quoteAsset: 'USDT',
          lastPrice: '64210.5',
          change24h: '1.25',
          priceChange24h: '792.7',
          volume24h: '1250000.5',
          high24h: '64900',
          low24h: '63100.1',
          priceDecimals: 1,
          spreadPercent: '0',
          priceTime: 1_795_003_600_250,
        },
      ],
    },
  },
});

export const courses = endpoint({
  method: 'GET',
  path: '/api/trading/courses',
  access: 'user',
  description:
    'How the price of every pair of a market went in the last 24 hours, for small pictures and short changes.',
  query: marketQuery,
  answer: courseList,
  errors: ['unknown_market', 'not_a_member'],
  example: {
    query: { market: 'main' },
    answer: {
      market: 'main',
      label: 'Синтетический рынок',
      items: [{ symbol: 'BTCUSDT', prices: ['63417.8', '63900', '64210.5'] }],
    },
  },
});

export const candles = endpoint({
  method: 'GET',
  path: '/api/trading/candles',
  access: 'user',
  description: 'Candles of one pair, ascending; the newest may still be open.',
  query: candleQuery,
  answer: candleList,
  errors: ['unknown_market', 'not_a_member', 'unknown_symbol'],
  example: {
    query: { market: 'main', symbol: 'BTCUSDT', interval: '1m', limit: '1', before: '1795003660' },
    answer: {
      market: 'main',
      symbol: 'BTCUSDT',
      interval: '1m',
      items: [
        { time: 1_795_003_600, open: '64200', high: '64220.5', low: '64199', close: '64210.5', volume: '870.25' },
      ],
    },
  },
});

export const moves = endpoint({
  method: 'GET',
  path: '/api/trading/moves',
  access: 'user',
  description: 'How often the price came to the liquidation price in the last 30 days, by leverage.',
  query: moveQuery,
  answer: moveFrequency,
  errors: ['unknown_market', 'not_a_member', 'unknown_symbol'],
  example: {
    query: { market: 'main', symbol: 'BTCUSDT' },
    answer: {
      market: 'main',
      symbol: 'BTCUSDT',
      windowHours: 24,
      starts: 696,
      long: { '1': 0, '5': 3, '10': 41 },
      short: { '1': 0, '5': 2, '10': 38 },
    },
  },
});
