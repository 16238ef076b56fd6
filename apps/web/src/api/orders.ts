import { useMutation } from '@tanstack/react-query';
import { api, type AllOf, type AmendOrder, type PlaceOco, type PlaceOrder, type ReduceOrder } from '@plecho/contract';
import { carryOut } from './intents/carry-out.ts';
import { useMarket } from './selected-market.tsx';

/** An order or a position, and the pair that people know it by. */
interface OfPair {
  id: string;
  symbol: string;
}

/** Places a resting order. */
export function usePlaceOrder() {
  const { id: market } = useMarket();
  return useMutation({
    mutationFn: (body: PlaceOrder) => carryOut(api.orders.place, { kind: 'placeOrder', query: { market }, body }),
  });
}

/** Places two orders, of which one ends the other. */
export function usePlaceOco() {
  const { id: market } = useMarket();
  return useMutation({
    mutationFn: (body: PlaceOco) => carryOut(api.orders.placePair, { kind: 'placeOco', query: { market }, body }),
  });
}

/** Places an order that closes a part of a position; `id` is the position's. */
export function useReduceOrder() {
  const { id: market } = useMarket();
  return useMutation({
    mutationFn: ({ id, symbol, ...body }: ReduceOrder & OfPair) =>
      carryOut(api.orders.reduce, {
        ...{ kind: 'reduceOrder', subject: id, about: symbol, params: { id }, query: { market }, body },
      }),
  });
}

/** Changes a resting order; what is absent stays as it is. */
export function useAmendOrder() {
  const { id: market } = useMarket();
  return useMutation({
    mutationFn: ({ id, symbol, ...body }: AmendOrder & OfPair) =>
      carryOut(api.orders.amend, {
        ...{ kind: 'amendOrder', subject: id, about: symbol, params: { id }, query: { market }, body },
      }),
  });
}

export function useCancelOrder() {
  const { id: market } = useMarket();
  return useMutation({
    mutationFn: ({ id, symbol }: OfPair) =>
      carryOut(api.orders.cancel, {
        kind: 'cancelOrder',
        subject: id,
        about: symbol,
        params: { id },
        query: { market },
      }),
  });
}

/** Cancels every resting order, or those of one pair. */
export function useCancelAll() {
  const { id: market } = useMarket();
  return useMutation({
    mutationFn: (body: AllOf) => carryOut(api.orders.cancelAll, { kind: 'cancelAll', query: { market }, body }),
  });
}
