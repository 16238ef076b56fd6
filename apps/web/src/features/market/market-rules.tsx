import type { Market } from '@plecho/contract';
import { Panel } from '@/ui/panel.tsx';
import { DayKeys } from './day-keys.tsx';
import { feeSentence, fundingSentence } from './fee-words.ts';
import { anchorOf, isSeedPublic, recipeOf } from './recipe.ts';
import { texts } from './texts.ts';

/** Everything that decides the prices and fills of a market, as numbers (charter rule C2). */
export function MarketRules({ market }: { market: Market }) {
  const anchor = anchorOf(market);
  const funding = fundingSentence(market);
  return (
    <Panel title={texts.page.rules}>
      <dl className="flex flex-col gap-1.5">
        {recipeOf(market).map(({ name, value, full }) => (
          <div key={`${name} ${full ?? value}`} className="flex items-baseline justify-between gap-4">
            <dt className="text-secondary">{name}</dt>
            <dd title={full} className="min-w-0 text-right break-words text-primary tabular">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-secondary">{feeSentence(market)}</p>
      {funding === null ? null : <p className="mt-1.5 text-secondary">{funding}</p>}
      {isSeedPublic(market) && <p className="mt-3 text-warn">{texts.seedIsPublic}</p>}
      {anchor !== null && <DayKeys market={market.id} anchor={anchor} />}
    </Panel>
  );
}
