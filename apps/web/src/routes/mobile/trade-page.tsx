import { useRef, useState } from 'react';
import { useLocation } from '@tanstack/react-router';
import type { Side } from '@plecho/domain';
import { ChartDesk } from '@/features/chart/desk/chart-desk.tsx';
import { IntervalPicker, useInterval } from '@/features/chart/interval-picker.tsx';
import { DebugCard } from '@/features/connection/debug-card.tsx';
import { useDrawings } from '@/features/drawings/use-drawings.tsx';
import { DrillControls } from '@/features/drill/drill-controls.tsx';
import { LessonTask } from '@/features/lessons/lesson-task.tsx';
import { OrderActions } from '@/features/mobile-order/order-actions.tsx';
import { draftOfPlan } from '@/features/order-ticket/planned-order.ts';
import { useOrderTicket } from '@/features/order-ticket/use-order-ticket.ts';
import { usePositionActions } from '@/features/positions/use-position-actions.tsx';
import { SessionControls } from '@/features/replays/session-controls.tsx';
import { useOpenReceipt } from '@/features/receipt/receipt-host.tsx';
import { WindowTitle } from '@/features/header/window-title.tsx';
import { TourGuide } from '@/features/tour/tour-guide.tsx';
import { ChartOverlay } from '@/lib/chart-surface.ts';
import { useMediaQuery } from '@/lib/use-media-query.ts';
import { usePlace } from '@/lib/use-place.ts';
import { Activity, type ActivityTab } from './activity.tsx';
import { BlockedNote } from '@/features/order-ticket/blocked-note.tsx';
import { MobileScreen } from './mobile-screen.tsx';
import { OrderSheet } from './order-sheet.tsx';
import { PairHeader } from './pair-header.tsx';
import { PairSheet } from './pair-sheet.tsx';
import { texts } from './texts.ts';
import { useSymbol } from './use-symbol.ts';

/** What is open above the screen; one thing at a time. */
type OpenSheet = 'pairs' | 'order' | null;

/** /mobile/trade: the chart first, the order form in a sheet, positions and trades below. */
export function MobileTradePage() {
  'use memo';
  const [symbol, choose] = useSymbol();
  const [interval, setInterval] = useInterval();
  const [sheet, setSheet] = useState<OpenSheet>(null);
  const [tab, setTab] = useState<ActivityTab>('positions');
  const [menuPlace, menuRef] = usePlace();
  const ticket = useOrderTicket(symbol);
  const openReceipt = useOpenReceipt();
  const actions = usePositionActions(openReceipt);
  const debug = new URLSearchParams(useLocation().searchStr).get('debug') === '1';
  const activity = useRef<HTMLDivElement>(null);
  // Beside the chart of a phone that lies there is room for what is below it otherwise.
  const isLying = useMediaQuery('(orientation: landscape) and (height < 30rem)');
  const isCalm = useMediaQuery('(prefers-reduced-motion: reduce)');
  const close = (): void => setSheet(null);

  const openOrder = (side: Side): void => {
    ticket.set({ side });
    setSheet('order');
  };
  const drawings = useDrawings('sheet', {
    symbol,
    fill: (plan) => {
      ticket.set(draftOfPlan(plan, ticket.price, ticket.priceDecimals));
      setSheet('order');
    },
  });
  const order = <OrderActions onOpen={openOrder} />;
  return (
    <MobileScreen actions={isLying ? null : order}>
      <WindowTitle symbol={symbol} />
      <h1 className="sr-only">{texts.trade}</h1>
      <TourGuide place="phone" onReceipt={openReceipt} className="sticky top-14 z-20 rounded-lg" />
      {/* A phone that lies: what is between the bars fills its height, whatever of it there is. */}
      <div className="flex flex-col gap-3 lying:min-h-[calc(100dvh-8rem-var(--guest-bar)-env(safe-area-inset-bottom))] lying:gap-1.5">
        <LessonTask className="rounded-lg border" />
        <SessionControls interval={interval} className="rounded-lg border" />
        <DrillControls className="rounded-lg border" />
        <div className="flex flex-col gap-3 lying:grid lying:flex-1 lying:grid-cols-[minmax(0,1fr)_17rem] lying:gap-2">
          <div className="contents lying:col-start-2 lying:flex lying:flex-col lying:gap-1.5">
            <PairHeader symbol={symbol} onOpen={() => setSheet('pairs')} />
            <BlockedNote />
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1 lying:gap-x-0 lying:gap-y-0">
              <IntervalPicker value={interval} onChange={setInterval} className="lying:*:px-1.5" />
              {drawings.button}
              <div ref={menuRef} className="contents" />
            </div>
            {isLying && order}
          </div>
          <ChartOverlay value={drawings.overlay}>
            <ChartDesk
              symbol={symbol}
              interval={interval}
              onSymbol={choose}
              onInterval={setInterval}
              onEditLevels={actions.editTriggers}
              drawing={drawings}
              menuPlace={menuPlace}
              className="h-70 rounded-lg border border-hairline lying:col-start-1 lying:row-start-1 lying:h-auto lying:min-h-0"
            />
          </ChartOverlay>
        </div>
      </div>
      <div ref={activity} className="scroll-mt-3">
        <Activity tab={tab} onTab={setTab} actions={actions} onSelectSymbol={choose} />
      </div>
      {debug && <DebugCard symbol={symbol} />}
      <OrderSheet
        ticket={ticket}
        open={sheet === 'order'}
        onClose={close}
        onAccepted={(among) => {
          close();
          setTab(among);
          activity.current?.scrollIntoView({ behavior: isCalm ? 'instant' : 'smooth' });
        }}
      />
      <PairSheet
        open={sheet === 'pairs'}
        selected={symbol}
        onSelect={(chosen) => {
          close();
          choose(chosen);
        }}
        onClose={close}
      />
      {actions.dialogs}
    </MobileScreen>
  );
}
