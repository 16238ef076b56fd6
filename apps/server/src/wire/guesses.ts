import type { Guess } from '@plecho/contract';
import { formatPrice, formatUsdt, type Price } from '@plecho/domain';
import type { GuessView } from '../queries/ports.ts';

const priceText = (price: Price | null): string | null => (price === null ? null : formatPrice(price));

export const toWireGuess = (guess: GuessView): Guess => ({
  ...{ id: guess.id?.toString() ?? null, at: guess.at, market: guess.marketId, symbol: guess.symbol, type: guess.side },
  ...{ leverage: guess.leverage, amount: formatUsdt(guess.margin), quote: formatPrice(guess.entryPrice) },
  liquidation: {
    guess: priceText(guess.guessed.liquidation),
    truth: priceText(guess.truth.liquidation),
    error: guess.liquidationError,
  },
  loss: { guess: formatUsdt(guess.guessed.loss), truth: formatUsdt(guess.truth.loss), error: guess.lossError },
});
