import { useState } from 'react';
import { usePairs } from '@/api/queries.ts';
import { EmptyState, TextField } from '@/ui/index.ts';
import { compareTexts as texts } from './texts.ts';
import { MOST_COMPARED, useComparison } from './use-comparison.ts';

/** Chooses the pairs that are drawn beside the chart's own. */
export function ComparePanel({ symbol }: { symbol: string }) {
  const [symbols, setSymbols] = useComparison();
  const [query, setQuery] = useState('');
  const wanted = query.trim().toUpperCase();
  const { data } = usePairs();
  const others = (data?.items ?? []).filter((pair) => pair.symbol !== symbol);
  const found = others.filter((pair) => pair.symbol.includes(wanted));
  // What another market has doesn't count here, and makes room.
  const chosen = symbols.filter((each) => others.some((pair) => pair.symbol === each));
  const isFull = chosen.length >= MOST_COMPARED;
  return (
    <div className="flex flex-col gap-3">
      <TextField label={texts.search} value={query} onChange={(event) => setQuery(event.target.value)} />
      <p className="text-xs text-muted">
        {texts.note} {texts.most(MOST_COMPARED)}.
      </p>
      {found.length === 0 ? <EmptyState title={texts.none} /> : null}
      <ul aria-label={texts.pairs} className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-3">
        {found.map((pair) => {
          const isChosen = chosen.includes(pair.symbol);
          return (
            <li key={pair.symbol}>
              <label className="flex h-9 cursor-pointer items-center gap-2 text-sm has-disabled:opacity-45 pointer-coarse:h-11">
                <input
                  type="checkbox"
                  className="accent-accent"
                  checked={isChosen}
                  disabled={isFull && !isChosen}
                  onChange={() =>
                    setSymbols(isChosen ? chosen.filter((each) => each !== pair.symbol) : [...chosen, pair.symbol])
                  }
                />
                {pair.symbol}
              </label>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
