import { useState } from 'react';
import type { Debrief, Revealed } from '@plecho/contract';
import { formatDateTime, formatPrice } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';
import { Panel } from '@/ui/panel.tsx';
import { texts } from './texts.ts';

const { reveal: words } = texts;

function What({ revealed, until }: { revealed: Revealed; until: number }) {
  return (
    <dl className="flex flex-col gap-2">
      <div>
        <dt className="text-xs text-muted">{words.from}</dt>
        <dd className="tabular">
          {formatDateTime(revealed.startAt)} — {formatDateTime(until + revealed.shift)}
        </dd>
      </div>
      {revealed.pairs.map(({ masked, symbol, startPrice }) => (
        <div key={masked}>
          <dt className="font-medium">{words.pair(masked, symbol)}</dt>
          <dd className="text-secondary">
            {words.startPrice}: <span className="tabular">{formatPrice(startPrice, 2)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What a drill with masked dates was: told when somebody asks, so that a class can guess first. */
export function Revelation({ debrief: { drill, revealed } }: { debrief: Debrief }) {
  const [isOpen, setOpen] = useState(false);
  if (revealed === null) return null;
  return (
    <Panel title={words.title}>
      {isOpen ? (
        <What revealed={revealed} until={Math.round(drill.playhead / 1000)} />
      ) : (
        <Button variant="primary" onClick={() => setOpen(true)}>
          {words.show}
        </Button>
      )}
    </Panel>
  );
}
