import { lazy, useState } from 'react';
import type { Dataset } from '@plecho/contract';
import { paths } from '@/app/paths.ts';
import { useDatasets } from '@/api/replays.ts';
import { formatCount } from '@/lib/format.ts';
import { loadCode } from '@/lib/load-code.ts';
import { wordsOf } from '@/lib/provenance.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { Late } from '@/ui/late.tsx';
import { Link } from '@/ui/link.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { formatPeriod } from './period.ts';
import { texts } from './texts.ts';

const StartDialog = lazy(async () => ({ default: (await loadCode(() => import('./start-dialog.tsx'))).StartDialog }));

const { datasets: words } = texts;
const MOST_NAMED = 4;

const pairsOf = ({ symbols }: Dataset): string =>
  symbols.length > MOST_NAMED ? words.pairs(symbols.length) : symbols.join(', ');

function DatasetCard({ dataset, onStart }: { dataset: Dataset; onStart: () => void }) {
  const { title, from, to, minutes, provenance } = dataset;
  return (
    <li className="flex flex-col gap-2 rounded-lg border border-hairline bg-panel p-4">
      <h3 className="font-semibold">{title}</h3>
      <p className="text-secondary tabular">
        {pairsOf(dataset)} · {formatPeriod(from, to)} · {formatCount(minutes)} {words.candles}
      </p>
      <p className="text-xs text-muted">{wordsOf(provenance)}</p>
      <footer className="mt-auto pt-1">
        <Button size="sm" variant="primary" aria-label={words.startName(title)} onClick={onStart}>
          {words.start}
        </Button>
      </footer>
    </li>
  );
}

/** The recordings that there are, each to begin a replay of one's own with. */
export function DatasetList() {
  const { data: datasets, isError, refetch } = useDatasets();
  const [chosen, setChosen] = useState<Dataset | null>(null);
  return (
    <section aria-labelledby="datasets" className="flex flex-col gap-3">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="datasets" className="text-base font-semibold">
          {words.title}
        </h2>
        <Link href={paths.help('replays')} className="text-xs text-accent hover:underline">
          {words.help}
        </Link>
      </header>
      {datasets === undefined && isError && <ErrorState title={words.failed} onRetry={() => void refetch()} />}
      {datasets === undefined && !isError && <Skeleton label={words.loading} className="h-32 rounded-lg" />}
      {datasets?.length === 0 && <EmptyState title={words.empty} hint={words.emptyHint} />}
      <ul className="grid gap-4 md:grid-cols-2">
        {datasets?.map((dataset) => (
          <DatasetCard key={dataset.id} dataset={dataset} onStart={() => setChosen(dataset)} />
        ))}
      </ul>
      {chosen !== null && (
        <Late>
          <StartDialog key={chosen.id} dataset={chosen} onClose={() => setChosen(null)} />
        </Late>
      )}
    </section>
  );
}
