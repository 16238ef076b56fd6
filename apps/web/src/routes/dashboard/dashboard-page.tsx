import { useRef, useState } from 'react';
import { useLocation } from '@tanstack/react-router';
import { BalanceCard } from '@/features/asset-summary/balance-card.tsx';
import { useFirstSteps } from '@/features/first-steps/use-first-steps.ts';
import { ChartDesk } from '@/features/chart/desk/chart-desk.tsx';
import { IntervalPicker, useInterval } from '@/features/chart/interval-picker.tsx';
import { DebugCard } from '@/features/connection/debug-card.tsx';
import { useDrawings } from '@/features/drawings/use-drawings.tsx';
import { useGuessFirst } from '@/features/guesses/use-guess-first.tsx';
import { useIsUnfolded } from '@/features/order-ticket/more-code.ts';
import { OrderTicket } from '@/features/order-ticket/order-ticket.tsx';
import { draftOfPlan } from '@/features/order-ticket/planned-order.ts';
import { useOrderTicket } from '@/features/order-ticket/use-order-ticket.ts';
import { PairList } from '@/features/pair-list/pair-list.tsx';
import { useFavourites } from '@/lib/watchlists.ts';
import { usePositionActions } from '@/features/positions/use-position-actions.tsx';
import { useOpenReceipt } from '@/features/receipt/receipt-host.tsx';
import { WindowTitle } from '@/features/header/window-title.tsx';
import { ChartOverlay } from '@/lib/chart-surface.ts';
import { useMediaQuery } from '@/lib/use-media-query.ts';
import { usePlace } from '@/lib/use-place.ts';
import { TourGuide } from '@/features/tour/tour-guide.tsx';
import { useTradeKeys } from '@/features/shortcuts/use-trade-keys.ts';
import { Dialog, toast } from '@/ui/index.ts';
import { Activity } from './activity.tsx';
import { ChartHeader } from './chart-header.tsx';
import { MarketBars } from './market-bars.tsx';
import { narrowActivity } from './narrow-activity.tsx';
import { NarrowLayout } from './narrow-layout.tsx';
import { PairButton } from './pair-button.tsx';
import { StepsPanel } from './steps-panel.tsx';
import { dashboardTexts as texts } from './texts.ts';
import { useSelectedSymbol } from './use-selected-symbol.ts';
import { WideLayout } from './wide-layout.tsx';

/** /dashboard: trading on a desktop. Columns on a wide window, one stack on a narrow one. */
export function DashboardPage() {
  'use memo';
  const isWide = useMediaQuery('(min-width: 64rem)');
  const [symbol, setSymbol] = useSelectedSymbol();
  const [interval, setInterval] = useInterval();
  const [isChoosing, setChoosing] = useState(false);
  const [menuPlace, menuRef] = usePlace();
  const search = useRef<HTMLInputElement>(null);
  const ticketForm = useRef<HTMLFormElement>(null);
  const favourites = useFavourites();
  const ticket = useOrderTicket(symbol);
  const guess = useGuessFirst({ ...ticket, ...ticket.draft, margin: ticket.margin, isMoreOpen: useIsUnfolded(ticket) });
  const { isOffered: hasSteps } = useFirstSteps();
  const openReceipt = useOpenReceipt();
  const actions = usePositionActions(openReceipt);

  const drawings = useDrawings('row', {
    symbol,
    fill: (plan) => {
      ticket.set(draftOfPlan(plan, ticket.price, ticket.priceDecimals));
      toast(texts.planned);
    },
  });

  const debug = new URLSearchParams(useLocation().searchStr).get('debug') === '1';

  useTradeKeys({
    onSearch: () => (isWide ? search.current?.focus() : setChoosing(true)),
    onSide: (side) => ticket.set({ side }),
    onInterval: setInterval,
    onReview: () => ticketForm.current?.requestSubmit(),
  });
  const select = (chosen: string): void => {
    setSymbol(chosen);
    setChoosing(false);
  };

  const pairs = <PairList selected={symbol} favourites={favourites} onSelect={select} searchRef={search} />;
  const order = (
    <>
      {debug && <DebugCard symbol={symbol} />}
      <OrderTicket ticket={ticket} formRef={ticketForm} guess={guess} />
    </>
  );
  const controls = (
    <>
      {isWide && <TourGuide place="screen" onReceipt={openReceipt} className="border-b border-hairline" />}
      <MarketBars interval={interval} />
    </>
  );
  const chart = (
    <ChartOverlay value={drawings.overlay}>
      <ChartDesk
        symbol={symbol}
        interval={interval}
        onSymbol={select}
        onInterval={setInterval}
        onEditLevels={actions.editTriggers}
        drawing={drawings}
        menuPlace={menuPlace}
        className={isWide ? 'min-h-0 flex-1' : 'h-[42dvh] min-h-70'}
      />
    </ChartOverlay>
  );
  return (
    <>
      <WindowTitle symbol={symbol} />
      <h1 className="sr-only">{texts.title}</h1>
      {isWide ? (
        <WideLayout
          pairs={pairs}
          balance={<BalanceCard />}
          chart={
            <>
              <ChartHeader symbol={symbol} interval={interval} onInterval={setInterval} favourites={favourites} />
              {controls}
              {chart}
            </>
          }
          ticket={<div className="flex min-h-full flex-col gap-2 px-3 pt-2">{order}</div>}
          activity={<Activity actions={actions} onSelectSymbol={select} />}
        />
      ) : (
        <>
          <TourGuide place="screen" onReceipt={openReceipt} className="sticky top-14 z-20 border-b border-hairline" />
          <NarrowLayout
            balance={<BalanceCard across />}
            pairButton={<PairButton symbol={symbol} onOpen={() => setChoosing(true)} />}
            intervals={
              <div className="flex flex-wrap items-center gap-2">
                <IntervalPicker value={interval} onChange={setInterval} />
                {drawings.button}
                <div ref={menuRef} className="contents" />
              </div>
            }
            chart={
              <>
                {controls}
                {chart}
              </>
            }
            ticket={order}
            steps={hasSteps ? <StepsPanel /> : null}
            {...narrowActivity({ actions, onSelectSymbol: select })}
          />
        </>
      )}
      <Dialog open={isChoosing && !isWide} onClose={() => setChoosing(false)} title={texts.choosePair} size="sm">
        <div className="h-[60dvh]">{pairs}</div>
      </Dialog>
      {actions.dialogs}
    </>
  );
}
