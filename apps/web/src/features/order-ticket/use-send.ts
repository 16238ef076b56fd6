import { useEffect, useEffectEvent, useRef, useState, type Dispatch, type SetStateAction } from 'react';
import type { Order } from '@plecho/contract';
import { ApiError } from '@/api/client.ts';
import { useAwaited, useClosed } from '@/api/intents/carry-out.ts';
import { CLOSED_TEXT } from '@/api/intents/texts.ts';
import { useRequest } from '@/api/intents/use-request.ts';
import { usePlaceOco, usePlaceOrder } from '@/api/orders.ts';
import { useOpenPosition } from '@/api/positions.ts';
import { entryQuote, useAccount, useTicker } from '@/live/index.ts';
import { toast } from '@/ui/index.ts';
import { whatBecameOf } from './limit-order.ts';
import { requestOf, type TicketRequest } from './order-request.ts';
import { ticketTexts } from './texts.ts';
import { fieldOfRefusal, type TicketDraft, type TicketErrors } from './validate.ts';

/** Says what an accepted limit order became as soon as the account shows it: a resting order, or a position. */
function useOutcome(): (order: Order) => void {
  const [placed, setPlaced] = useState<Order | null>(null);
  const { orders, positions } = useAccount();
  const ticker = useTicker(placed?.symbol ?? '');
  const price = placed === null || ticker === undefined ? null : entryQuote(ticker, placed.type);
  const outcome = placed === null ? null : whatBecameOf(placed, { orders, positions, price });
  const tell = useEffectEvent((): void => {
    if (placed === null || outcome === null) return;
    toast.success(ticketTexts[outcome === 'filled' ? 'opened' : 'placed'](placed.type, placed.symbol));
    setPlaced(null);
  });
  useEffect(() => tell(), [placed, outcome]);
  return setPlaced;
}

const AWAITED = { kinds: ['open', 'placeOrder', 'placeOco'] } as const;

/**
 * Sends the ticket; a second call while one is under way is ignored, whatever it came from.
 * @param draft of `typed`, with its size
 * @param now the market's clock in seconds
 */
export function useSend(
  symbol: string,
  typed: TicketDraft,
  draft: TicketDraft,
  now: () => number,
  setRefused: Dispatch<SetStateAction<TicketErrors>>,
) {
  const open = useOpenPosition();
  const place = usePlaceOrder();
  const placeOco = usePlaceOco();
  const watch = useOutcome();
  const [pending, setPending] = useState(false);
  const sending = useRef(false);
  const isHere = useAwaited(['answered'], AWAITED);
  useClosed(AWAITED, (was) => setRefused((now) => (now.form === was ? { form: CLOSED_TEXT } : now)));
  const same = useRequest<TicketRequest | null>();

  const carryOut = async (request: TicketRequest): Promise<void> => {
    if (request.type === 'open') {
      await open.mutateAsync(request.body);
      toast.success(ticketTexts.opened(draft.side, symbol));
    } else if (request.type === 'oco') {
      await placeOco.mutateAsync(request.body);
      toast.success(ticketTexts.placedPair(draft.side, symbol));
    } else {
      const order = await place.mutateAsync(request.body);
      if (draft.kind === 'limit' && isHere()) watch(order);
      else toast.success(ticketTexts.placed(draft.side, symbol));
    }
  };
  const send = async (): Promise<boolean> => {
    const request = same([symbol, typed], () => requestOf(symbol, draft, now()));
    if (sending.current || request === null) return false;
    sending.current = true;
    setPending(true);
    try {
      await carryOut(request);
      return true;
    } catch (error) {
      const isRefused = error instanceof ApiError;
      setRefused(isRefused ? { [fieldOfRefusal(error.code, draft)]: error.message } : { form: ticketTexts.fallback });
      return false;
    } finally {
      sending.current = false;
      setPending(false);
    }
  };
  return { pending, send };
}
