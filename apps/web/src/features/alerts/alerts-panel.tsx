import { ERRORS } from '@plecho/contract';
import { MAX_ALERTS } from '@plecho/domain';
import { useMarket } from '@/api/selected-market.tsx';
import { readKept } from '@/lib/storage.ts';
import { useStepFocus } from '@/lib/use-step-focus.ts';
import { useRings } from '@/live/index.ts';
import { Button } from '@/ui/button.tsx';
import { Tabs } from '@/ui/tabs.tsx';
import { AlertForm } from './alert-form.tsx';
import { AlertList } from './alert-list.tsx';
import { NotifySetting } from './notify-setting.tsx';
import { showAlerts, type PanelState, type PanelTab } from './panel-state.ts';
import { texts } from './panel-texts.ts';
import { RingList } from './ring-list.tsx';
import { bellTexts } from './texts.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

/** The pair that is looked at on the trade screen. */
function useSelectedPair(): string {
  const { symbols } = useMarket();
  const kept = readKept('symbol', 'BTCUSDT', isText);
  return symbols.includes(kept) ? kept : (symbols[0] ?? kept);
}

/** What waits and what has rung. */
function AlertTabs({ tab }: Pick<PanelState, 'tab'>) {
  const pair = useSelectedPair();
  const { waiting } = useRings();
  const isFull = waiting >= MAX_ALERTS;
  return (
    <div className="flex flex-col gap-4">
      <Tabs<PanelTab>
        label={texts.waiting}
        value={tab}
        onChange={(chosen) => showAlerts({ tab: chosen, symbol: null })}
        tabs={[
          { value: 'waiting', label: texts.waiting, count: waiting },
          { value: 'rang', label: texts.rang },
        ]}
        aside={
          <Button size="sm" disabled={isFull} onClick={() => showAlerts({ tab: 'waiting', symbol: pair })}>
            {texts.newOne}
          </Button>
        }
        panelClassName="pt-2"
      >
        {isFull && <p className="pb-2 text-xs text-warn">{ERRORS.too_many_alerts.text}</p>}
        {tab === 'waiting' ? <AlertList /> : <RingList />}
      </Tabs>
      <NotifySetting />
    </div>
  );
}

/** What waits, what has rung, and setting another one. */
export function AlertsPanel({ tab, symbol }: PanelState) {
  const name = symbol === null ? bellTexts.title : texts.newOne;
  const place = useStepFocus<HTMLDivElement>(name);
  return (
    <div ref={place} role="group" aria-label={name} tabIndex={-1} className="outline-none">
      {symbol === null ? (
        <AlertTabs tab={tab} />
      ) : (
        <AlertForm symbol={symbol} onDone={() => showAlerts({ tab: 'waiting', symbol: null })} />
      )}
    </div>
  );
}
