import { createContext, lazy, use, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import type { Trade } from '@plecho/contract';
import { parseUsdt, type Usdt } from '@plecho/domain';
import { useMarketParam } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { firstFocus } from '@/lib/first-focus.ts';
import { formatSignedMoney } from '@/lib/format.ts';
import { loadCode } from '@/lib/load-code.ts';
import { useAccount } from '@/live/index.ts';
import { Button, Dialog, Skeleton, toast, useGo } from '@/ui/index.ts';
import { Late } from '@/ui/late.tsx';
import { enqueue, isAutomatic, opensItself } from './receipt-queue.ts';
import { receiptTexts as texts } from './texts.ts';

const ReceiptView = lazy(async () => ({ default: (await loadCode(() => import('./receipt-view.tsx'))).ReceiptView }));

const OpenReceiptContext = createContext<(trade: Trade) => void>(() => undefined);

/** Opens the receipt of a trade above the screen. */
export const useOpenReceipt = (): ((trade: Trade) => void) => use(OpenReceiptContext);

/** What the trade did to the balance, as its receipt and the history have it: of a liquidation the fee takes the rest. */
const netOf = ({ pnl, fee }: Trade): Usdt => (parseUsdt(pnl) ?? 0n) - (parseUsdt(fee) ?? 0n);

/** Whether a dialog is open or something is being typed. */
function isBusy(): boolean {
  const focused = document.activeElement;
  return (
    document.querySelector('dialog[open]') !== null || (focused instanceof HTMLInputElement && focused.type === 'text')
  );
}

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

interface ReceiptHostProps {
  /** Called when a receipt is shown. */
  onShown: () => void;
  /** Under the receipt of a trade. */
  below?: (trade: Trade) => ReactNode;
  children: ReactNode;
}

/** Shows the receipt of every close: those of others' doing as they arrive, one's own when asked for. */
export function ReceiptHost({ onShown, below, children }: ReceiptHostProps) {
  const [waiting, setWaiting] = useState<readonly Trade[]>([]);
  const market = useMarketParam();
  const go = useGo();
  const [shown] = waiting;
  const tellShown = useEffectEvent(onShown);
  useEffect(() => {
    if (shown !== undefined) tellShown();
  }, [shown]);
  const open = (trade: Trade): void => setWaiting((known) => [trade, ...known.filter(({ id }) => id !== trade.id)]);

  useArrivingTrades((arrived) => {
    const automatic = arrived.filter(isAutomatic);
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
  });

  const leave = (): void => setWaiting((known) => known.slice(1));
  return (
    <OpenReceiptContext value={open}>
      {children}
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
