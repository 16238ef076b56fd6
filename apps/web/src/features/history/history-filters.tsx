import { CLOSE_REASONS } from '@plecho/domain';
import { useMarketTime } from '@/api/market-time.ts';
import { useTags } from '@/api/notes.ts';
import { useSeasons } from '@/api/seasons.ts';
import { usePairs } from '@/api/queries.ts';
import { DayField, ResetFilters, SelectField } from '@/ui/select-field.tsx';
import { historyTexts as texts } from './texts.ts';
import { hasFilters, NO_FILTERS, type HistoryFilters as Filters } from './trade-filters.ts';
import { TradesExport } from './trades-export.tsx';

/** Which season; nothing to choose from while there is but one. */
function SeasonField({ season, onChange }: { season: string; onChange: (season: string) => void }) {
  const { data: seasons = [] } = useSeasons();
  if (seasons.length < 2 && season === '') return null;
  const numbers = seasons.length === 0 ? [season] : seasons.map(({ number }) => String(number));
  return (
    <SelectField
      name={texts.season}
      value={season}
      options={numbers.map((number) => [number, texts.seasonName(number)])}
      onChange={onChange}
    />
  );
}

/** Whether there is a note, and one's own tags. */
function NoteField({ note, onChange }: { note: string; onChange: (note: string) => void }) {
  const { data: tags = [] } = useTags();
  // A tag that is in the address and not in the list any more can still be taken off.
  const isGone = /^\d/.test(note) && !tags.some(({ number }) => String(number) === note);
  return (
    <SelectField
      name={texts.note}
      value={note}
      options={[
        ['noted', texts.noted] as const,
        ...tags.map(({ number, tag }) => [String(number), tag] as const),
        ...(isGone ? [[note, texts.tagGone] as const] : []),
      ]}
      onChange={onChange}
    />
  );
}

/** Season, pair, side, reason and days; and the same trades as a file. */
export function HistoryFilters({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const { data: pairs } = usePairs();
  const hasDates = useMarketTime().dayOne === null;
  const set = (change: Partial<Filters>): void => onChange({ ...filters, ...change });
  const symbols = (pairs?.items ?? []).map(({ symbol }) => symbol).toSorted();
  return (
    <div role="group" aria-label={texts.filters} className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
      <SeasonField season={filters.season} onChange={(season) => set({ season })} />
      <SelectField
        name={texts.symbol}
        value={filters.symbol}
        options={symbols.map((symbol) => [symbol, symbol])}
        onChange={(symbol) => set({ symbol })}
      />
      <SelectField
        name={texts.side}
        value={filters.type}
        options={(['long', 'short'] as const).map((side) => [side, texts.sideName[side]])}
        onChange={(type) => set({ type })}
      />
      <SelectField
        name={texts.reasonLabel}
        value={filters.reason}
        options={CLOSE_REASONS.map((reason) => [reason, reason === 'user' ? texts.byHand : texts.reason[reason]])}
        onChange={(reason) => set({ reason })}
      />
      <NoteField note={filters.note} onChange={(note) => set({ note })} />
      {hasDates && (
        <>
          <DayField name={texts.from} value={filters.from} onChange={(from) => set({ from })} />
          <DayField name={texts.to} value={filters.to} onChange={(to) => set({ to })} />
        </>
      )}
      {hasFilters(filters) ? <ResetFilters onReset={() => onChange(NO_FILTERS)}>{texts.reset}</ResetFilters> : null}
      <TradesExport filters={filters} className="sm:ml-auto" />
    </div>
  );
}
