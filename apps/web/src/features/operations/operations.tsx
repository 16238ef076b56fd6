import { useState } from 'react';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { Paged } from '@/ui/paged.tsx';
import { Panel } from '@/ui/panel.tsx';
import { ResetFilters, SelectField } from '@/ui/select-field.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { hasFilters, NO_FILTERS, type OperationFilters } from './filters.ts';
import { OperationList } from './operation-list.tsx';
import { OperationsExport } from './operations-export.tsx';
import { texts } from './texts.ts';
import { useOperationPages } from './use-operation-pages.ts';

const TYPES = ['deposit', 'card', 'withdraw'] as const;
const STATUSES = ['pending', 'completed', 'failed'] as const;

interface FiltersProps {
  filters: OperationFilters;
  onChange: (filters: OperationFilters) => void;
}

function Filters({ filters, onChange }: FiltersProps) {
  return (
    <div role="group" aria-label={texts.filters} className="flex flex-wrap items-end gap-3 px-3 pt-1 pb-3">
      <SelectField
        name={texts.type}
        value={filters.type}
        options={TYPES.map((type) => [type, texts.typeName[type]])}
        onChange={(type) => onChange({ ...filters, type })}
      />
      <SelectField
        name={texts.status}
        value={filters.status}
        options={STATUSES.map((status) => [status, texts.statusName[status]])}
        onChange={(status) => onChange({ ...filters, status })}
      />
      {hasFilters(filters) && <ResetFilters onReset={() => onChange(NO_FILTERS)}>{texts.reset}</ResetFilters>}
    </div>
  );
}

const Nothing = ({ filters }: { filters: OperationFilters }) =>
  hasFilters(filters) ? (
    <EmptyState title={texts.emptyFiltered} hint={texts.emptyFilteredHint} />
  ) : (
    <EmptyState title={texts.empty} hint={texts.emptyHint} />
  );

function Found({ filters, hidden }: { filters: OperationFilters; hidden: boolean }) {
  const pages = useOperationPages(filters);
  if (pages.status === 'pending') return <Skeleton label={texts.loading} className="m-3 h-40" />;
  if (pages.status === 'error') return <ErrorState title={texts.failed} onRetry={pages.retry} />;
  return (
    <Paged pages={pages}>
      {pages.items.length > 0 ? <OperationList items={pages.items} hidden={hidden} /> : <Nothing filters={filters} />}
    </Paged>
  );
}

/**
 * Deposits, card top-ups and withdrawals with filters, and the same as a file.
 * @param props.hidden dots in place of the amounts
 */
export function Operations({ hidden = false }: { hidden?: boolean }) {
  const [filters, setFilters] = useState(NO_FILTERS);
  return (
    <Panel title={texts.title} flush aside={<OperationsExport filters={filters} />}>
      <Filters filters={filters} onChange={setFilters} />
      <div className="border-t border-hairline">
        <Found filters={filters} hidden={hidden} />
      </div>
    </Panel>
  );
}
