import { useState } from 'react';
import type { Market } from '@plecho/contract';
import { homePath } from '@/app/paths.ts';
import { useEnterMarket } from '@/api/enter-market.ts';
import { useMarketIfSelected } from '@/api/selected-market.tsx';
import { isMobileDevice } from '@/lib/device.ts';
import { provenanceWords } from '@/lib/provenance.ts';
import { Badge, type BadgeTone } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { Icon } from '@/ui/icons.tsx';
import { useGo } from '@/ui/link.tsx';
import { DayKeys } from './day-keys.tsx';
import { anchorOf, isSeedPublic, recipeOf } from './recipe.ts';
import { texts } from './texts.ts';

const TONES: Record<Market['status'], BadgeTone> = { upcoming: 'neutral', running: 'accent', ended: 'neutral' };

function Recipe({ market }: { market: Market }) {
  const [isOpen, setOpen] = useState(false);
  const anchor = anchorOf(market);
  return (
    <details className="group" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-flex list-none items-center gap-1 rounded text-secondary hover:text-primary [&::-webkit-details-marker]:hidden">
        <Icon name="chevronRight" className="size-3.5 transition-transform duration-150 group-open:rotate-90" />
        {texts.recipe}
      </summary>
      <dl className="mt-3 grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-6 gap-y-1.5">
        {recipeOf(market).map(({ name, value, full }) => (
          <div key={`${name} ${full ?? value}`} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd title={full} className="text-right break-words text-primary tabular">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {isSeedPublic(market) && <p className="mt-3 text-warn">{texts.seedIsPublic}</p>}
      {isOpen && anchor !== null && <DayKeys market={market.id} anchor={anchor} />}
    </details>
  );
}

/** A market to enter: what it is, how it goes, and the recipe of its prices one tap away. */
export function MarketCard({ market }: { market: Market }) {
  const enter = useEnterMarket();
  const go = useGo();
  const selected = useMarketIfSelected();
  const { id, kind, label, title, status, halted, main } = market;
  const provenance = provenanceWords(market);
  const isHere = selected?.id === id;
  const words = status === 'ended' ? texts.look : isHere ? texts.back : texts.enter;
  const open = (): void => go(homePath(isMobileDevice(), main ? undefined : id));
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-hairline bg-panel p-4">
      <header className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 className="text-base font-semibold">{label}</h2>
          {title !== label && <p className="text-secondary">{title}</p>}
          {provenance !== null && <p className="text-xs text-muted">{provenance}</p>}
        </div>
        <div className="flex flex-wrap gap-1.5">
          {isHere && <Badge>{texts.current}</Badge>}
          {main && <Badge>{texts.main}</Badge>}
          {halted ? (
            <Badge tone="warn">{texts.halted}</Badge>
          ) : (
            <Badge tone={TONES[status]}>{texts.status[status]}</Badge>
          )}
        </div>
      </header>
      <p className="text-secondary">{texts.kind[kind]}</p>
      <Recipe market={market} />
      <footer className="mt-auto flex flex-wrap items-center gap-3 pt-1">
        <Button
          variant={status === 'ended' ? 'secondary' : 'primary'}
          pending={enter.isPending}
          onClick={() => enter.mutate({ market: id }, { onSuccess: open })}
        >
          {words}
        </Button>
        {enter.isError && (
          <p role="alert" className="text-down">
            {enter.error.message}
          </p>
        )}
      </footer>
    </li>
  );
}
