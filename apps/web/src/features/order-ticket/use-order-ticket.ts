import type { Ppm, Price, Usdt } from '@plecho/domain';
import { useChecking } from '@/api/intents/carry-out.ts';
import { useMoveFrequency } from '@/api/candles.ts';
import { useMarket, useSession } from '@/api/queries.ts';
import {
  entryQuote,
  exitQuote,
  useAccount,
  useAccountTotals,
  useConnection,
  useMarketClock,
  useMarketState,
  usePair,
  useStale,
  useTicker,
} from '@/live/index.ts';
import { maxLeverageOf, ppmOf } from '@/lib/market-rates.ts';
import { useLasting } from '@/lib/use-lasting.ts';
import { entryOf } from './kinds.ts';
import { isReached, priceText } from './limit-order.ts';
import { moveWords } from './move-words.ts';
import { maxMargin, previewOrder, shareOfMax, type Preview } from './preview.ts';
import { riskSizes, sizedDraft, sizingErrors, type RiskSizes } from './sizing.ts';
import { ticketTexts } from './texts.ts';
import { amountText, stepAmount } from './ticket-state.ts';
import { useDraft, type Touched } from './use-draft.ts';
import { useSend } from './use-send.ts';
import { readTicket, validateTicket, type TicketDraft, type TicketErrors } from './validate.ts';

/** A market's percentages have up to four decimals, which makes them parts per million. */

export interface OrderTicket {
  symbol: string;
  /** As typed; margin and leverage as the way of sizing gives them. */
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
  /** Whether the other kinds of orders, sizing and the rest are to be unfolded. */
  isMoreOpen: boolean;
  /** Whether they were when the screen was opened. */
  wasMoreOpen: boolean;
  setMore: (isOpen: boolean) => void;
  /** Where it would open, as far as that is known. */
  entry: Price | null;
  /** Both directions by risk; null unless the ticket is sized so and its numbers are there. */
  riskSizes: RiskSizes | null;
  /** Of the market's class, where it has one. */
  maxLeverage: number;
  /** Of the account that one position may take; null without such a rule. */
  maxSharePercent: string | null;
  /** null until the account is known. */
  available: Usdt | null;
  /** Largest margin the available balance pays for. */
  max: Usdt;
  setShare: (percent: number) => void;
  /** One step of 10 up or down. */
  step: (direction: 1 | -1) => void;
  /** What the preview is of, where that is an order at the market's price; null otherwise. */
  margin: Usdt | null;
  /** null while the amount or the price is no number. */
  preview: Preview | null;
  /** How often the market moved to the liquidation price, in words. */
  frequency: string | null;
  /** Of the opening: an order that will rest pays the maker fee, any other the taker fee. */
  openingFeePercent: string;
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

/** When a loss of the connection is told. */
const PATIENCE_MS = 2_000;

/** Figures of the market and the account that a ticket depends on. */
function useTicketMarket(symbol: string) {
  const market = useMarket();
  const { status, halted } = useMarketState() ?? market;
  const { user } = useSession();
  const account = useAccount();
  const ticker = useTicker(symbol);
  const { stale } = useStale(symbol);
  const { state } = useConnection();
  const isCut = useLasting(state === 'reconnecting' || state === 'offline', PATIENCE_MS);
  const pair = usePair(symbol);
  const unavailable = ticker === undefined || stale;

  let disabledReason: string | null = null;
  if (account.refusal !== null) disabledReason = ticketTexts.refused(account.refusal);
  else if (user?.isBlocked === true) disabledReason = ticketTexts.blocked(user.blockReason);
  else if (status === 'ended') disabledReason = ticketTexts.ended;
  else if (halted) disabledReason = ticketTexts.halted;
  else if (unavailable && account.loaded) disabledReason = ticketTexts.stale;
  else if (isCut) disabledReason = ticketTexts.cut;

  return {
    ticker: ticker ?? null,
    isTradable: !unavailable,
    spreadPercent: pair?.spreadPercent ?? '0',
    available: account.loaded ? account.balances.available : null,
    maxLeverage: maxLeverageOf(market),
    maxSharePercent: market.classRules?.maxSharePercent ?? null,
    makerFeePercent: market.makerFeePercent,
    takerFeePercent: market.takerFeePercent,
    takerFee: ppmOf(market.takerFeePercent),
    maintenance: ppmOf(market.maintenanceMarginPercent),
    priceDecimals: pair?.priceDecimals ?? 2,
    ready: account.loaded,
    disabledReason,
  };
}

type TicketMarket = ReturnType<typeof useTicketMarket>;

function visibleErrors(all: TicketErrors, touched: Touched, attempted: boolean, refused: TicketErrors): TicketErrors {
  const shown = attempted
    ? all
    : Object.fromEntries(Object.entries(all).filter(([key]) => touched[key as keyof TicketDraft] === true));
  return { ...shown, ...refused };
}

const SECOND_MS = 1_000;

/** Where a draft would open, and the margin and leverage that its way of sizing gives. */
function useSizing(typed: TicketDraft, market: TicketMarket) {
  const { ticker, isTradable, available, takerFee, maintenance } = market;
  const { kind, side } = typed;
  const { equity } = useAccountTotals(typed.sizing === 'risk');
  const quote = ticker === null ? null : entryQuote(ticker, side);
  const tradable = isTradable ? quote : null;
  const { limitPrice, stopPrice, callback } = readTicket(typed);
  const isDue = kind === 'limit' && limitPrice !== null && tradable !== null && isReached(side, limitPrice, tradable);
  const entry = entryOf({ kind, side, limitPrice, stopPrice, callback, quote });
  const isMaker = kind === 'limit' && limitPrice !== null && !isDue;
  const openingFeePercent = isMaker ? market.makerFeePercent : market.takerFeePercent;
  const openingFee = ppmOf(openingFeePercent);
  const { maxLeverage } = market;
  const context = { entry, available: available ?? 0n, equity, maxLeverage, openingFee, takerFee, maintenance };
  const sizes = typed.sizing === 'risk' ? riskSizes(typed, context) : null;
  const fillsNow = isDue ? tradable : null;
  return { draft: sizedDraft(typed, context, sizes), sizes, entry, tradable, fillsNow, openingFee, openingFeePercent };
}

/** The figures of a draft; null while its amount or its price is no number. */
function previewOf(
  draft: TicketDraft,
  { entry, openingFee }: { entry: Price | null; openingFee: Ppm },
  market: TicketMarket,
): Preview | null {
  const { margin, takeProfit, stopLoss, trailing } = readTicket(draft);
  if (margin === null || margin <= 0n || entry === null || entry <= 0n) return null;
  const { side, leverage } = draft;
  const { takerFee, maintenance } = market;
  return previewOrder({
    ...{ side, margin, leverage, price: entry, spread: ppmOf(market.spreadPercent) },
    ...{ openingFee, takerFee, maintenance, takeProfit, stopLoss, trailing },
  });
}

/** The order ticket without its looks: what was typed, what it means, what is wrong, and sending it. */
export function useOrderTicket(symbol: string): OrderTicket {
  const market = useTicketMarket(symbol);
  const { ticker, maintenance, available } = market;
  const offer = ticker === null ? null : priceText(ticker.last, market.priceDecimals);
  const form = useDraft(symbol, offer);
  const { set, sent, touched, attempted, setAttempted, refused, setRefused, isMoreOpen, wasMoreOpen, setMore } = form;
  const frequency = useMoveFrequency(symbol);
  const clock = useMarketClock();
  // What this device remembers may be of a market with other rules.
  const leverage = Math.min(form.draft.leverage, market.maxLeverage);
  const typed = { ...form.draft, leverage };
  const sizing = useSizing(typed, market);
  const { draft, sizes, entry, tradable, openingFee } = sizing;
  const { side } = draft;
  const exit = market.isTradable && ticker !== null ? exitQuote(ticker, side) : null;

  const now = (): number => Math.floor((clock() ?? 0) / SECOND_MS);
  const { pending, send } = useSend(symbol, typed, draft, now, setRefused);
  const checking = useChecking('open');
  const all = {
    ...validateTicket(draft, { price: tradable, exit, available, openingFee, maintenance }),
    ...sizingErrors(draft, sizes),
  };
  const preview = previewOf(draft, sizing, market);
  const max = maxMargin(available ?? 0n, draft.leverage, openingFee);

  return {
    symbol,
    draft,
    set,
    errors: visibleErrors(all, touched, attempted, refused),
    price: ticker?.last ?? null,
    quotes: ticker === null || ticker.ask === ticker.bid ? null : { ...ticker, spreadPercent: market.spreadPercent },
    priceDecimals: market.priceDecimals,
    fillsNow: sizing.fillsNow,
    isMoreOpen,
    wasMoreOpen,
    setMore,
    entry,
    riskSizes: sizes,
    maxLeverage: market.maxLeverage,
    maxSharePercent: market.maxSharePercent,
    available,
    max,
    setShare: (percent) => set({ amount: amountText(shareOfMax(max, percent)) }),
    step: (direction) => set({ amount: stepAmount(draft.amount, direction) }),
    margin: preview === null || draft.kind !== 'market' ? null : readTicket(draft).margin,
    preview,
    frequency: frequency.data === undefined ? null : moveWords(frequency.data, side, draft.leverage),
    openingFeePercent: sizing.openingFeePercent,
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
