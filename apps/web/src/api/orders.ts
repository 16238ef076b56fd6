import { useMutation } from '@tanstack/react-query';
import { api, type PlaceOrder } from '@plecho/contract';
import { carryOut } from './intents/carry-out.ts';
import { useMarket } from './selected-market.tsx';

/** Places a resting limit order. */
export function usePlaceOrder() {
  const { id: market } = useMarket();
  return useMutation({
    mutationFn: (body: PlaceOrder) => carryOut(api.orders.place, { kind: 'placeOrder', query: { market }, body }),
  });
}

export function useCancelOrder() {
  const { id: market } = useMarket();
  return useMutation({
    mutationFn: ({ id, symbol }: { id: string; symbol: string }) =>
      carryOut(api.orders.cancel, {
        kind: 'cancelOrder',
        subject: id,
        about: symbol,
        params: { id },
        query: { market },
      }),
  });
}
