import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type AddToPosition, type AllOf, type OpenPosition, type SetTriggers } from '@plecho/contract';
import { carryOut } from './intents/carry-out.ts';
import { keys } from './keys.ts';
import { useMarket } from './selected-market.tsx';

/** A position, and the pair that people know it by. */
interface OfPair {
  id: string;
  symbol: string;
}

/** Opens a position in the selected market at the market's price. */
export function useOpenPosition() {
  const { id: market } = useMarket();
  return useMutation({
    mutationFn: (body: OpenPosition) => carryOut(api.positions.open, { kind: 'open', query: { market }, body }),
  });
}

/** Sets the levels of a position; null removes one, and a trailing stop that is absent stays as it is. */
export function useSetTriggers() {
  const { id: market } = useMarket();
  return useMutation({
    mutationFn: ({ id, symbol, ...body }: SetTriggers & OfPair) =>
      carryOut(api.positions.setTriggers, {
        kind: 'setTriggers',
        subject: id,
        about: symbol,
        params: { id },
        query: { market },
        body,
      }),
  });
}

/** Adds margin to a position at the market's price. */
export function useAddToPosition() {
  const { id: market } = useMarket();
  return useMutation({
    mutationFn: ({ id, symbol, ...body }: AddToPosition & OfPair) =>
      carryOut(api.positions.add, {
        ...{ kind: 'addToPosition', subject: id, about: symbol, params: { id }, query: { market }, body },
      }),
  });
}

/** Closes a position and opens the opposite one. */
export function useReversePosition() {
  const { id: market } = useMarket();
  return useMutation({
    mutationFn: ({ id, symbol }: OfPair) =>
      carryOut(api.positions.reverse, {
        ...{ kind: 'reverse', subject: id, about: symbol, params: { id }, query: { market } },
      }),
  });
}

/** Closes every position, or those of one pair. */
export function useCloseAll() {
  const { id: market } = useMarket();
  return useMutation({
    mutationFn: (body: AllOf) => carryOut(api.positions.closeAll, { kind: 'closeAll', query: { market }, body }),
  });
}

/** Closes a position or, with `portion` (a decimal in (0, 1]), a part of it; answers with the closed trade. */
export function useClosePosition() {
  const { id: market } = useMarket();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, symbol, portion }: OfPair & { portion?: string }) =>
      carryOut(api.positions.close, {
        kind: 'close',
        subject: id,
        about: symbol,
        params: { id },
        query: { market, portion },
      }),
    onSuccess: (trade) => {
      client.setQueryData(keys.trade(market, trade.id), trade);
    },
  });
}
