import { marketQuery } from '../common.ts';
import { guess, guessList, newGuess } from '../guesses.ts';
import { endpoint } from './endpoint.ts';
import { OF_A_COMMAND } from './trading-errors.ts';

const GUESS = {
  ...{ id: '7', at: 1_795_000_000_000, market: 'main', symbol: 'BTCUSDT', type: 'long', leverage: 5, amount: '100' },
  quote: '67000',
  liquidation: { guess: '54000', truth: '53869.3467336', error: 100 },
  loss: { guess: '25', truth: '25', error: 0 },
} as const;

export const make = endpoint({
  method: 'POST',
  path: '/api/guesses',
  access: 'user',
  description:
    'Scores a guess of the liquidation price and of the loss at −5 %, at the newest price of the market, and answers with what is true. One about the same market, pair, direction and leverage counts once a minute; a repetition is answered like the first.',
  query: marketQuery,
  body: newGuess,
  answer: guess,
  errors: [
    ...OF_A_COMMAND,
    'unknown_symbol',
    'price_unavailable',
    'invalid_amount',
    'invalid_leverage',
    'invalid_price',
    'amount_too_small',
    'amount_too_large',
  ],
  example: {
    query: { market: 'main' },
    body: { symbol: 'BTCUSDT', type: 'long', leverage: 5, amount: '100', liquidation: '54000', loss: '25' },
    answer: GUESS,
  },
});

export const list = endpoint({
  method: 'GET',
  path: '/api/guesses',
  access: 'user',
  description: 'One’s own guesses in all markets, and how good they are.',
  answer: guessList,
  errors: [],
  example: {
    answer: {
      items: [GUESS],
      guesses: 1,
      liquidation: { within: 10_000, meanError: 100 },
      loss: { within: 10_000, meanError: 0 },
      calibrated: false,
      curve: [{ at: 1_795_000_000_000, within: 10_000, meanError: 100 }],
    },
  },
});
