import type { ReactNode } from 'react';
import { Group, Panel, Separator, type Layout } from 'react-resizable-panels';
import { usePersistentState } from '@/lib/storage.ts';
import { dashboardTexts as texts } from './texts.ts';

const isLayout = (value: unknown): value is Layout =>
  typeof value === 'object' && value !== null && Object.values(value).every((size) => typeof size === 'number');

/** The first visit has no sizes to remember; the panels then say their own. */
const UNKNOWN: Layout = {};

function useRememberedLayout(key: string) {
  const [layout, setLayout] = usePersistentState<Layout>(key, UNKNOWN, isLayout);
  return {
    ...(Object.keys(layout).length === 0 ? {} : { defaultLayout: layout }),
    onLayoutChanged: (changed: Layout) => setLayout(changed),
  };
}

const BAR =
  'relative shrink-0 bg-page transition-colors duration-150 outline-none hover:bg-accent/60 focus-visible:bg-accent data-[separator=active]:bg-accent';

const SURFACE = 'flex h-full min-h-0 flex-col overflow-hidden rounded-md border border-hairline bg-panel';

interface WideLayoutProps {
  pairs: ReactNode;
  balance: ReactNode;
  chart: ReactNode;
  ticket: ReactNode;
  activity: ReactNode;
}

/** Everything on one screen, in panels whose sizes are remembered. */
export function WideLayout({ pairs, balance, chart, ticket, activity }: WideLayoutProps) {
  const rows = useRememberedLayout('layout-rows');
  const columns = useRememberedLayout('layout-columns');
  return (
    <Group orientation="vertical" id="rows" className="min-h-0 flex-1 p-1" {...rows}>
      <Panel id="top" minSize="40%">
        <Group orientation="horizontal" id="columns" {...columns}>
          <Panel id="left" defaultSize={264} minSize={220} maxSize={380} groupResizeBehavior="preserve-pixel-size">
            <div className="flex h-full min-h-0 flex-col gap-1">
              <section aria-label={texts.pairs} className={SURFACE}>
                {pairs}
              </section>
              <section aria-label={texts.balance} className="shrink-0 rounded-md border border-hairline bg-panel p-3">
                {balance}
              </section>
            </div>
          </Panel>
          <Separator id="left-edge" aria-label={texts.resizeColumns} className={`${BAR} w-1`} />
          <Panel id="middle" minSize={360}>
            <section aria-label={texts.chart} className={SURFACE}>
              {chart}
            </section>
          </Panel>
          <Separator id="right-edge" aria-label={texts.resizeColumns} className={`${BAR} w-1`} />
          <Panel id="right" defaultSize={312} minSize={280} maxSize={440} groupResizeBehavior="preserve-pixel-size">
            <section aria-label={texts.ticket} className={`${SURFACE} overflow-y-auto`}>
              {ticket}
            </section>
          </Panel>
        </Group>
      </Panel>
      <Separator id="bottom-edge" aria-label={texts.resizeRows} className={`${BAR} h-1`} />
      <Panel id="bottom" defaultSize="24%" minSize={120}>
        <section aria-label={texts.activity} className={SURFACE}>
          {activity}
        </section>
      </Panel>
    </Group>
  );
}
