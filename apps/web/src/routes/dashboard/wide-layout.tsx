import { useRef, type ReactNode } from 'react';
import { Resizer } from '@/ui/resizer.tsx';
import { LIMITS, useLayout, type Pane } from './layout.ts';
import { dashboardTexts as texts } from './texts.ts';

const SURFACE = 'flex h-full min-h-0 flex-col overflow-hidden rounded-md border border-hairline bg-panel';

interface WideLayoutProps {
  pairs: ReactNode;
  balance: ReactNode;
  chart: ReactNode;
  ticket: ReactNode;
  activity: ReactNode;
}

/** Everything on one screen, in panes whose sizes are remembered. */
export function WideLayout({ pairs, balance, chart, ticket, activity }: WideLayoutProps) {
  const { sizes, resize } = useLayout();
  const panes = {
    left: useRef<HTMLDivElement>(null),
    right: useRef<HTMLDivElement>(null),
    bottom: useRef<HTMLDivElement>(null),
  };
  const bar = (pane: Pane) => ({
    pane: panes[pane],
    min: LIMITS[pane][0],
    max: LIMITS[pane][1],
    value: sizes[pane],
    onChange: (size: number) => resize(pane, size),
  });
  return (
    <div className="flex min-h-0 flex-1 flex-col p-1">
      {/* The chart's least height: 240 px, on a large window 520, each with its header and tools. */}
      <div className="flex min-h-78 flex-1 [@media(width>=90rem)_and_(height>=56.25rem)]:min-h-[37.25rem]">
        <div ref={panes.left} style={{ width: sizes.left }} className="flex min-h-0 shrink-0 flex-col gap-1">
          <section aria-label={texts.pairs} className={SURFACE}>
            {pairs}
          </section>
          <section aria-label={texts.balance} className="shrink-0 rounded-md border border-hairline bg-panel p-3">
            {balance}
          </section>
        </div>
        <Resizer label={texts.resizeColumns} axis="x" side="before" {...bar('left')} />
        <section aria-label={texts.chart} className={`${SURFACE} min-w-0 flex-1`}>
          {chart}
        </section>
        <Resizer label={texts.resizeColumns} axis="x" side="after" {...bar('right')} />
        <div ref={panes.right} style={{ width: sizes.right }} className="shrink-0">
          <section aria-label={texts.ticket} className={`${SURFACE} overflow-y-auto`}>
            {ticket}
          </section>
        </div>
      </div>
      <Resizer label={texts.resizeRows} axis="y" side="after" {...bar('bottom')} />
      <div ref={panes.bottom} style={{ height: `min(${sizes.bottom}px, 55%)` }} className="min-h-24">
        <section aria-label={texts.activity} className={SURFACE}>
          {activity}
        </section>
      </div>
    </div>
  );
}
