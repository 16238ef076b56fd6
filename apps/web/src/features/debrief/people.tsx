import { useState } from 'react';
import { cx } from '@/lib/class-names.ts';
import { formatCount } from '@/lib/format.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { CELL, DataTable } from '@/ui/data-table.tsx';
import { Money } from '@/ui/money.tsx';
import { PersonaBadge } from '@/ui/persona-badge.tsx';
import type { PersonResult } from './figures.ts';
import { texts } from './texts.ts';

const { people: words } = texts;
const SHOWN_AT_FIRST = 12;

function Row({ result }: { result: PersonResult }) {
  const { persona, own, net, trades, liquidations } = result;
  return (
    <tr className={cx('h-10 border-t border-hairline', own && 'bg-accent-soft')}>
      <th scope="row" className="px-2 text-left font-normal first:pl-3">
        <span className="flex items-center gap-2">
          {persona === null ? <span className="text-muted">{words.nobody}</span> : <PersonaBadge persona={persona} />}
          {own && <Badge tone="accent">{words.you}</Badge>}
        </span>
      </th>
      <td className={CELL}>
        <Money value={net} signed />
      </td>
      <td className={CELL}>{formatCount(trades)}</td>
      <td className={CELL}>{formatCount(liquidations)}</td>
    </tr>
  );
}

/** What came of the drill for each, best first. */
export function People({ results }: { results: readonly PersonResult[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? results : results.filter(({ own }, place) => own || place < SHOWN_AT_FIRST);
  return (
    <>
      <DataTable caption={words.title} left={[words.person]} figures={[words.net, words.trades, words.liquidations]}>
        {shown.map((result) => (
          <Row key={result.person} result={result} />
        ))}
      </DataTable>
      <p className="px-3 py-2 text-xs text-muted">{words.hint}</p>
      {shown.length < results.length && (
        <div className="flex justify-center p-2">
          <Button size="sm" variant="ghost" onClick={() => setWhole(true)}>
            {words.all(results.length)}
          </Button>
        </div>
      )}
    </>
  );
}
