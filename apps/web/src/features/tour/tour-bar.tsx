import { useEffect, useEffectEvent, useRef } from 'react';
import { useMarket, useMarketParam } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { cx } from '@/lib/class-names.ts';
import { isFree, isTyping } from '@/lib/keys.ts';
import { useKeydown } from '@/lib/use-keydown.ts';
import { useAccount } from '@/live/index.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { Link } from '@/ui/link.tsx';
import type { Trade } from '@plecho/contract';
import { texts } from './texts.ts';
import { canGoOn, follow, goOn, TOUR_STEPS, type Tour, type TourStep } from './tour-state.ts';
import { useTour } from './use-tour.ts';

export interface TourBarProps {
  /**
   * Where it stands: on a trade screen; on that of a phone, whose order form is in a sheet; or in that sheet, which
   * nothing outside of it can be used beside.
   */
  place: 'screen' | 'phone' | 'sheet';
  onReceipt: (trade: Trade) => void;
  className?: string;
}

/** Goes on when the account says that a position was opened or is gone. */
function useFollowing(): void {
  const { tour, set } = useTour();
  const { loaded, positions } = useAccount();
  const { id: market } = useMarket();
  const onAccount = useEffectEvent(() => {
    if (tour === null || !loaded || (tour.market !== null && tour.market !== market)) return;
    const next = follow(
      tour,
      market,
      positions.map(({ id }) => id),
    );
    if (next !== tour) set(next);
  });
  useEffect(() => onAccount(), [loaded, positions, market, tour]);
}

/**
 * Has the style sheet draw a ring around what a step is about, and brings that into sight. The form of a phone has a
 * bar of its own beside the one of its screen, which draws for both.
 */
function useRing(step: TourStep, place: TourBarProps['place']): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    const draws = place !== 'sheet';
    if (draws) dataset['tourStep'] = step;
    const frame = requestAnimationFrame(() =>
      document.querySelector(`[data-tour='${step}']`)?.scrollIntoView({ block: 'nearest' }),
    );
    return () => {
      cancelAnimationFrame(frame);
      if (draws) delete dataset['tourStep'];
    };
  }, [step, place]);
}

function useEscape(onEscape: () => void): void {
  useKeydown((event) => {
    if (event.key !== 'Escape' || !isFree(event) || isTyping(event)) return;
    if (document.querySelector(':popover-open') === null) onEscape();
  });
}

/** The way to the receipt of the trade; when the page has not heard of its close, to the list that has it. */
function ToReceipt({
  position,
  onReceipt,
  onDone,
}: Pick<TourBarProps, 'onReceipt'> & { position: string | null; onDone: () => void }) {
  const { recentTrades } = useAccount();
  const market = useMarketParam();
  const trade = recentTrades.find(({ positionId }) => positionId === position);
  if (trade === undefined) {
    return (
      <Link href={paths.history(market)} className={buttonClass('primary', 'sm')} onClick={onDone}>
        {texts.history}
      </Link>
    );
  }
  return (
    <Button
      size="sm"
      variant="primary"
      onClick={() => {
        onDone();
        onReceipt(trade);
      }}
    >
      {texts.receipt}
    </Button>
  );
}

function Bar({ tour, place, onReceipt, className }: TourBarProps & { tour: Tour }) {
  const { set, end } = useTour();
  const { step, position } = tour;
  const market = useMarketParam();
  const bar = useRef<HTMLElement>(null);
  useRing(step, place);
  useEscape(end);
  // Whoever has just begun is led here; what is said next is read out from where they are.
  useEffect(() => {
    if (step === 'price') bar.current?.focus();
  }, [step]);
  const isOver = step === 'receipt';
  const opensForm = place === 'phone' && (step === 'leverage' || step === 'open');
  return (
    <section
      ref={bar}
      tabIndex={-1}
      aria-label={texts.title}
      className={cx('flex flex-wrap items-center gap-x-3 gap-y-1.5 bg-accent-soft px-3 py-2', className)}
    >
      <div role="status" className="min-w-0 flex-1 basis-60 text-pretty">
        <p className="text-xs text-secondary tabular">
          {texts.title} · {texts.of(TOUR_STEPS.indexOf(step) + 1, TOUR_STEPS.length)}
        </p>
        <p>{opensForm ? texts.openForm : texts.step[step]}</p>
      </div>
      <span className="flex items-center gap-1">
        {isOver && <ToReceipt position={position} onReceipt={onReceipt} onDone={end} />}
        {canGoOn(tour) && !opensForm && (
          <Button size="sm" variant="primary" onClick={() => set(goOn(tour))}>
            {texts.next}
          </Button>
        )}
        {isOver && (
          <Link href={paths.learn(market)} className={buttonClass('ghost', 'sm')} onClick={end}>
            {texts.lessons}
          </Link>
        )}
        <Button size="sm" variant="ghost" title={texts.skipHint} aria-keyshortcuts="Escape" onClick={end}>
          {isOver ? texts.finish : texts.skip}
        </Button>
      </span>
    </section>
  );
}

/** Leads through a first trade, beside the real controls and never above them. */
export function TourBar(props: TourBarProps) {
  const { tour } = useTour();
  const { id: market } = useMarket();
  useFollowing();
  if (tour === null || tour.known === null || tour.market !== market) return null;
  if (props.place === 'sheet' && tour.position !== null) return null;
  return <Bar {...props} tour={tour} />;
}
