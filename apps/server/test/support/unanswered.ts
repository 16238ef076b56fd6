import type { Pair } from '@plecho/domain';
import type { RemoteSide } from '../../src/cluster/market-link.ts';
import { UnavailableError } from '../../src/commands/command.ts';
import type { MarketDefinition } from '../../src/engine/market-definition.ts';

/** The side of a market elsewhere that nobody answers for. */
export function unanswered(
  definition: MarketDefinition,
  pairs: ReadonlyMap<string, Pair>,
  close: () => void,
): RemoteSide {
  const unavailable = (): Promise<never> => Promise.reject(new UnavailableError('nobody answers'));
  return {
    ...{ id: definition.id, definition, pairs, isRunning: true, close, submit: unavailable, status: unavailable },
    ...{ quotes: unavailable, account: unavailable, lastPrices: unavailable, candles: unavailable },
    ...{
      openCandle: unavailable,
      courses: unavailable,
      moveFrequency: unavailable,
      stats: unavailable,
      halt: unavailable,
    },
    resume: unavailable,
  };
}
