import { useLocation } from '@tanstack/react-router';
import { useMarket, useMarketParam } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { EquityChart } from '@/features/chart/equity-chart.tsx';
import { Guesses } from '@/features/guesses/guesses.tsx';
import { Leaderboard } from '@/features/persona/leaderboard.tsx';
import { MarketLabel } from '@/features/market/market-label.tsx';
import { PersonaPanel } from '@/features/persona/persona-panel.tsx';
import { filtersOfAddress, NO_FILTERS } from '@/features/stats/filters.ts';
import { Stats } from '@/features/stats/stats.tsx';
import { Panel, SegmentedControl, useGo } from '@/ui/index.ts';

const TABS = [
  { value: 'own', label: 'Мои результаты' },
  { value: 'rating', label: 'Рейтинг' },
  { value: 'guesses', label: 'Прогнозы' },
] as const;

type Tab = (typeof TABS)[number]['value'];

const isTab = (value: string | undefined): value is Tab => TABS.some((tab) => tab.value === value);

/** /stats: what one's trades in the market came to, how people there stand, and how good one's guesses are. */
export function StatsPage() {
  const market = useMarket();
  const param = useMarketParam();
  const { search } = useLocation();
  const go = useGo();
  const address: Readonly<Record<string, string | undefined>> = search;
  const tab = isTab(address['tab']) ? address['tab'] : 'own';
  return (
    <div className="page flex max-w-6xl flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h1 className="page-title">Результаты</h1>
        <MarketLabel market={market} />
      </div>
      <SegmentedControl
        label="Что показать"
        size="md"
        className="self-start"
        value={tab}
        onChange={(value) => go(paths.stats(param, value === 'own' ? {} : { tab: value }), { replace: true })}
        options={TABS}
      />
      {tab === 'own' && (
        <Stats
          filters={filtersOfAddress(address)}
          onChange={(filters) => go(paths.stats(param, { ...NO_FILTERS, ...filters }), { replace: true })}
          chart={(curve, measure, label) => <EquityChart curve={curve} measure={measure} label={label} />}
        />
      )}
      {tab === 'rating' && (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <Leaderboard />
          <PersonaPanel />
        </div>
      )}
      {tab === 'guesses' && (
        <Panel title="Точность прогнозов">
          <Guesses />
        </Panel>
      )}
    </div>
  );
}
