import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Order } from '@plecho/contract';
import { formatPrice as plainPrice, formatUsdt, parseDecimal, type Ppm, type Price, type Usdt } from '@plecho/domain';
import { ApiError } from '@/api/client.ts';
import { useChecking } from '@/api/intents/carry-out.ts';
import { useOpenPosition } from '@/api/positions.ts';
import { usePlaceOrder } from '@/api/orders.ts';
import { useMarket, useMoveFrequency, useSession } from '@/api/queries.ts';
import { usePersistentState } from '@/lib/storage.ts';
import { entryQuote, exitQuote, useAccount, useMarketState, usePair, useStale, useTicker } from '@/live/index.ts';
import { toast } from '@/ui/index.ts';
import { isReached, priceText, whatBecameOf } from './limit-order.ts';
import { moveWords } from './move-words.ts';
import { maxMargin, previewOrder, shareOfMax, type Preview } from './preview.ts';
import { ticketTexts } from './texts.ts';
import { amountText, draftForSymbol, EMPTY_DRAFT, isRemembered, rememberedOf, stepAmount } from './ticket-state.ts';
import { fieldOfRefusal, readTicket, validateTicket, type TicketDraft, type TicketErrors } from './validate.ts';

/** A market's percentages have up to four decimals, which makes them parts per million. */
const percentToPpm = (percent: string): Ppm => parseDecimal(percent, 4) ?? 0n;

export interface OrderTicket {
  symbol: string;
  draft: TicketDraft;
  /** Changes fields as typed; clears what the server had refused. */
  set: (change: Partial<TicketDraft>) => void;
  /** Errors to show now: of fields that were touched, all of them after an attempt to send. */
  errors: TicketErrors;
  /** The market's newest price; null when there is none. */
  price: Price | null;
  /** What buys pay and what sells get, where the pair has a spread; null where both are the price. */
  quotes: { ask: Price; bid: Price; spreadPercent: string } | null;
  priceDecimals: number;
  /** The market's price when the limit is reached already: the order would fill at once, at about this price. */
  fillsNow: Price | null;
  /** null until the account is known. */
  available: Usdt | null;
  /** Largest margin the available balance pays for. */
  max: Usdt;
  setShare: (percent: number) => void;
  /** One step of 10 up or down. */
  step: (direction: 1 | -1) => void;
  /** null while the amount or the price is no number. */
  preview: Preview | null;
  /** How often the market moved to the liquidation price, in words. */
  frequency: string | null;
  takerFeePercent: string;
  /** Whether account and prices have been heard of at all. */
  ready: boolean;
  /** Why nothing can be opened at all; null when it can. */
  disabledReason: string | null;
  pending: boolean;
  /** Whether the app is finding out what became of an order whose answer got lost; pending too. */
  checking: boolean;
  /** Shows every error. @returns whether the ticket may be sent. */
  check: () => boolean;
  /** Sends it once; another call while one is under way does nothing. @returns whether it was accepted. */
  submit: () => Promise<boolean>;
}

type Touched = Partial<Record<keyof TicketDraft, true>>;

/**
 * What was typed, kept when the symbol changes except for prices; what may outlive the page is kept on the device.
 * @param offer the price that a limit order begins with; null while there is none
 */
function useDraft(symbol: string, offer: string | null) {
  const [remembered, remember] = usePersistentState('ticket', rememberedOf(EMPTY_DRAFT), isRemembered);
  const [draft, setDraft] = useState<TicketDraft>({ ...EMPTY_DRAFT, ...remembered });
  const [owner, setOwner] = useState(symbol);
  const [touched, setTouched] = useState<Touched>({});
  const [attempted, setAttempted] = useState(false);
  const [refused, setRefused] = useState<TicketErrors>({});
  const [offered, setOffered] = useState(false);

  const clear = (): void => {
    setTouched({});
    setAttempted(false);
    setRefused({});
  };
  if (owner !== symbol) {
    setOwner(symbol);
    setDraft(draftForSymbol(draft));
    setOffered(false);
    clear();
  } else if (draft.kind === 'limit' && !offered && offer !== null) {
    // Once: what a person has emptied stays empty.
    setOffered(true);
    setDraft({ ...draft, limitPrice: draft.limitPrice === '' ? offer : draft.limitPrice });
  }
  const set = (change: Partial<TicketDraft>): void => {
    setDraft((known) => ({ ...known, ...change }));
    if (change.kind !== undefined) setOffered(false);
    const kept = rememberedOf({ ...draft, ...change });
    if (isRemembered(kept)) remember(kept);
    setTouched((known) => Object.keys(change).reduce<Touched>((all, key) => ({ ...all, [key]: true }), known));
    setRefused({});
  };
  const sent = (): void => {
    setDraft(draftForSymbol);
    setOffered(false);
    clear();
  };
  return { draft, set, sent, touched, attempted, setAttempted, refused, setRefused };
}

/** Figures of the market and the account that a ticket depends on. */
function useTicketMarket(symbol: string) {
  const market = useMarket();
  const { status, halted } = useMarketState() ?? market;
  const { user } = useSession();
  const account = useAccount();
  const ticker = useTicker(symbol);
  const { stale } = useStale(symbol);
  const pair = usePair(symbol);
  const unavailable = ticker === undefined || stale;

  let disabledReason: string | null = null;
  if (account.refusal !== null) disabledReason = ticketTexts.refused(account.refusal);
  else if (user?.isBlocked === true) disabledReason = ticketTexts.blocked(user.blockReason);
  else if (status === 'ended') disabledReason = ticketTexts.ended;
  else if (halted) disabledReason = ticketTexts.halted;
  else if (unavailable && account.loaded) disabledReason = ticketTexts.stale;

  return {
    ticker: ticker ?? null,
    isTradable: !unavailable,
    spreadPercent: pair?.spreadPercent ?? '0',
    available: account.loaded ? account.balances.available : null,
    takerFeePercent: market.takerFeePercent,
    takerFee: percentToPpm(market.takerFeePercent),
    maintenance: percentToPpm(market.maintenanceMarginPercent),
    priceDecimals: pair?.priceDecimals ?? 2,
    ready: account.loaded,
    disabledReason,
  };
}

function visibleErrors(all: TicketErrors, touched: Touched, attempted: boolean, refused: TicketErrors): TicketErrors {
  const shown = attempted
    ? all
    : Object.fromEntries(Object.entries(all).filter(([key]) => touched[key as keyof TicketDraft] === true));
  return { ...shown, ...refused };
}

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

/** Sends the ticket; a second call while one is under way is ignored, whatever it came from. */
function useSend(symbol: string, draft: TicketDraft, onRefused: (errors: TicketErrors) => void) {
  const open = useOpenPosition();
  const place = usePlaceOrder();
  const watch = useOutcome();
  const [pending, setPending] = useState(false);
  const sending = useRef(false);

  const send = async (): Promise<boolean> => {
    const { margin, limitPrice, takeProfit, stopLoss } = readTicket(draft);
    if (sending.current || margin === null) return false;
    sending.current = true;
    setPending(true);
    const body = {
      symbol,
      type: draft.side,
      amount: formatUsdt(margin),
      leverage: draft.leverage,
      takeProfit: takeProfit === null ? null : plainPrice(takeProfit),
      stopLoss: stopLoss === null ? null : plainPrice(stopLoss),
    };
    try {
      if (limitPrice === null) {
        await open.mutateAsync(body);
        toast.success(ticketTexts.opened(draft.side, symbol));
      } else {
        watch(await place.mutateAsync({ ...body, limitPrice: plainPrice(limitPrice) }));
      }
      return true;
    } catch (error) {
      const isRefused = error instanceof ApiError;
      onRefused(isRefused ? { [fieldOfRefusal(error.code)]: error.message } : { form: ticketTexts.fallback });
      return false;
    } finally {
      sending.current = false;
      setPending(false);
    }
  };
  return { pending, send };
}

/** The order ticket without its looks: what was typed, what it means, what is wrong, and sending it. */
export function useOrderTicket(symbol: string): OrderTicket {
  const market = useTicketMarket(symbol);
  const { ticker } = market;
  const offer = ticker === null ? null : priceText(ticker.last, market.priceDecimals);
  const { draft, set, sent, touched, attempted, setAttempted, refused, setRefused } = useDraft(symbol, offer);
  const frequency = useMoveFrequency(symbol);
  const { pending, send } = useSend(symbol, draft, setRefused);
  const checking = useChecking('open');
  const { takerFee, maintenance, available } = market;

  const quote = ticker === null ? null : entryQuote(ticker, draft.side);
  const tradable = market.isTradable ? quote : null;
  const exit = market.isTradable && ticker !== null ? exitQuote(ticker, draft.side) : null;
  const all = validateTicket(draft, { price: tradable, exit, available, takerFee, maintenance });
  const { margin, limitPrice, takeProfit, stopLoss } = readTicket(draft);
  const isDue = limitPrice !== null && tradable !== null && isReached(draft.side, limitPrice, tradable);
  const fillsNow = isDue ? tradable : null;
  const reference = draft.kind === 'limit' && !isDue ? limitPrice : quote;
  const known = margin !== null && margin > 0n && reference !== null && reference > 0n;
  const max = maxMargin(available ?? 0n, draft.leverage, takerFee);

  return {
    symbol,
    draft,
    set,
    errors: visibleErrors(all, touched, attempted, refused),
    price: ticker?.last ?? null,
    quotes: ticker === null || ticker.ask === ticker.bid ? null : { ...ticker, spreadPercent: market.spreadPercent },
    priceDecimals: market.priceDecimals,
    fillsNow,
    available,
    max,
    setShare: (percent) => set({ amount: amountText(shareOfMax(max, percent)) }),
    step: (direction) => set({ amount: stepAmount(draft.amount, direction) }),
    preview: known
      ? previewOrder({
          side: draft.side,
          margin,
          leverage: draft.leverage,
          price: reference,
          spread: percentToPpm(market.spreadPercent),
          takerFee,
          maintenance,
          takeProfit,
          stopLoss,
        })
      : null,
    frequency: frequency.data === undefined ? null : moveWords(frequency.data, draft.side, draft.leverage),
    takerFeePercent: market.takerFeePercent,
    ready: market.ready,
    disabledReason: market.disabledReason,
    pending: pending || checking,
    checking,
    check: () => {
      setAttempted(true);
      return Object.keys(all).length === 0 && market.disabledReason === null;
    },
    submit: async () => {
      setAttempted(true);
      if (Object.keys(all).length > 0 || market.disabledReason !== null) return false;
      const accepted = await send();
      if (accepted) sent();
      return accepted;
    },
  };
}
