import { createContext, lazy, use, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import type { Trade } from '@plecho/contract';
import { parseUsdt, type Usdt } from '@plecho/domain';
import { useMarketParam } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { firstFocus } from '@/lib/first-focus.ts';
import { formatSignedMoney } from '@/lib/format.ts';
import { isField } from '@/lib/keys.ts';
import { loadCode } from '@/lib/load-code.ts';
import { useAccount } from '@/live/index.ts';
import { Button, Dialog, Skeleton, toast, useGo } from '@/ui/index.ts';
import { Late } from '@/ui/late.tsx';
import { enqueue, isAutomatic, opensItself } from './receipt-queue.ts';
import { hostTexts as texts } from './host-texts.ts';

const ReceiptView = lazy(async () => ({ default: (await loadCode(() => import('./receipt-view.tsx'))).ReceiptView }));
const MissedWatch = lazy(async () => ({ default: (await loadCode(() => import('./missed-watch.tsx'))).MissedWatch }));

const OpenReceiptContext = createContext<(trade: Trade) => void>(() => undefined);

/** Opens the receipt of a trade above the screen. */
export const useOpenReceipt = (): ((trade: Trade) => void) => use(OpenReceiptContext);

/** What the trade did to the balance, as its receipt and the history have it: of a liquidation the fee takes the rest. */
const netOf = ({ pnl, fee }: Trade): Usdt => (parseUsdt(pnl) ?? 0n) - (parseUsdt(fee) ?? 0n);

/** Whether a dialog is open or something is being typed. */
function isBusy(): boolean {
  const focused = document.activeElement;
  const isTyping = isField(focused) && focused?.matches('[type=checkbox]') === false;
  return isTyping || document.querySelector('dialog[open]') !== null;
}

/** Whether its receipt is the page that is open. */
const isRead = ({ id }: Trade): boolean => location.pathname === paths.receipt(id);

/** Hears of every close that arrives on the stream after this began. */
function useArrivingTrades(onArrived: (trades: Trade[]) => void): void {
  const { recentTrades } = useAccount();
  const seen = useRef<Set<string> | null>(null);
  const tell = useEffectEvent(onArrived);
  useEffect(() => {
    const known = seen.current;
    seen.current = new Set(recentTrades.map(({ id }) => id));
    if (known === null) return;
    const arrived = recentTrades.filter(({ id }) => !known.has(id));
    if (arrived.length > 0) tell(arrived);
  }, [recentTrades]);
}

/** A position takes its buttons with it, and the focus with them: after its receipt the screen has it. */
function useFocusAfter(isShown: boolean): void {
  const wasShown = useRef(isShown);
  useEffect(() => {
    const isOver = wasShown.current && !isShown;
    wasShown.current = isShown;
    if (isOver && document.activeElement === document.body) {
      document.getElementById('main')?.focus({ preventScroll: true });
    }
  }, [isShown]);
}

interface ReceiptHostProps {
  /** Called when a receipt is shown. */
  onShown: () => void;
  /** Under the receipt of a trade. */
  below?: (trade: Trade) => ReactNode;
  children: ReactNode;
}

/**
 * Shows the receipt of every close: those of others' doing as they arrive, also when they have to be asked for because
 * nobody was there to hear of them; one's own when asked for.
 */
export function ReceiptHost({ onShown, below, children }: ReceiptHostProps) {
  const [waiting, setWaiting] = useState<readonly Trade[]>([]);
  /** What was told already, by whichever of the two ways was the first. */
  const told = useRef(new Set<string>());
  const { loaded } = useAccount();
  const market = useMarketParam();
  const go = useGo();
  const [shown] = waiting;
  useFocusAfter(shown !== undefined);
  const tellShown = useEffectEvent(onShown);
  useEffect(() => {
    if (shown !== undefined) tellShown();
  }, [shown]);
  const open = (trade: Trade): void => setWaiting((known) => [trade, ...known.filter(({ id }) => id !== trade.id)]);

  const tell = (closed: readonly Trade[]): void => {
    const news = closed.filter((trade) => isAutomatic(trade) && !told.current.has(trade.id));
    for (const { id } of news) told.current.add(id);
    const automatic = news.filter((trade) => !isRead(trade));
    const busy = isBusy();
    for (const trade of automatic) {
      toast(texts.toast(trade.symbol, texts.reason[trade.reason]), {
        tone: trade.reason === 'liquidation' ? 'warn' : 'neutral',
        detail: `${formatSignedMoney(netOf(trade))} ${texts.unit}`,
        action: { label: texts.open, onClick: () => open(trade) },
      });
    }
    setWaiting((known) =>
      enqueue(
        known,
        automatic.filter((trade) => opensItself(trade, busy)),
      ),
    );
  };
  useArrivingTrades(tell);
  const toHistory = (): void => {
    setWaiting([]);
    go(paths.history(market));
  };
  const tellMissed = (missed: readonly Trade[], hasMore: boolean): void => {
    tell(missed);
    if (hasMore) toast.warn(texts.missed, { action: { label: texts.history, onClick: toHistory } });
  };

  const leave = (): void => setWaiting((known) => known.slice(1));
  return (
    <OpenReceiptContext value={open}>
      {children}
      {loaded && (
        <Late>
          <MissedWatch onMissed={tellMissed} />
        </Late>
      )}
      <Dialog
        key={shown?.id ?? 'none'}
        open={shown !== undefined}
        onClose={leave}
        size="lg"
        title={texts.title}
        footer={
          <>
            <Button
              variant="ghost"
              onClick={() => {
                setWaiting([]);
                if (shown !== undefined) go(paths.receipt(shown.id, market));
              }}
            >
              {texts.link}
            </Button>
            <Button ref={firstFocus} onClick={leave}>
              {waiting.length > 1 ? texts.next(waiting.length - 1) : texts.closeDialog}
            </Button>
          </>
        }
      >
        {shown === undefined ? null : (
          <Late fallback={<Skeleton className="h-96" />}>
            <ReceiptView trade={shown} />
            {below?.(shown)}
          </Late>
        )}
      </Dialog>
    </OpenReceiptContext>
  );
}
