import { useMarketTime } from '@/api/market-time.ts';
import { useSeasons } from '@/api/seasons.ts';
import { DayField, ResetFilters, SelectField } from '@/ui/select-field.tsx';
import { hasFilters, NO_FILTERS, type StatsFilters as Filters } from './filters.ts';
import { statsTexts as texts } from './texts.ts';

interface StatsFiltersProps {
  filters: Filters;
  onChange: (filters: Filters) => void;
}

/** Season and days; where dates are hidden, the season alone. */
export function StatsFilters({ filters, onChange }: StatsFiltersProps) {
  const { data: seasons = [] } = useSeasons();
  const hasDates = useMarketTime().dayOne === null;
  const set = (change: Partial<Filters>): void => onChange({ ...filters, ...change });
  const numbers = seasons.length === 0 ? [filters.season] : seasons.map(({ number }) => String(number));
  return (
    <div role="group" aria-label={texts.filters} className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
      {(seasons.length > 1 || filters.season !== '') && (
        <SelectField
          name={texts.season}
          value={filters.season}
          options={numbers.map((number) => [number, texts.seasonName(number)])}
          onChange={(season) => set({ season })}
        />
      )}
      {hasDates && (
        <>
          <DayField name={texts.from} value={filters.from} onChange={(from) => set({ from })} />
          <DayField name={texts.to} value={filters.to} onChange={(to) => set({ to })} />
        </>
      )}
      {hasFilters(filters) && <ResetFilters onReset={() => onChange(NO_FILTERS)}>{texts.reset}</ResetFilters>}
    </div>
  );
}
