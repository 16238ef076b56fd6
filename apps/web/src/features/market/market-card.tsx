import type { Market } from '@plecho/contract';
import { paths } from '@/app/paths.ts';
import { useMarketParam } from '@/api/queries.ts';
import { keepUnits } from '@/lib/format.ts';
import { provenanceWords } from '@/lib/provenance.ts';
import { buttonClass } from '@/ui/button.tsx';
import { Link } from '@/ui/link.tsx';
import { DayChart } from './day-chart.tsx';
import { EnterButton } from './enter-button.tsx';
import { MarketBadges } from './market-badges.tsx';
import { sentenceOf, texts } from './texts.ts';
import { When } from './when.tsx';

/** A market to enter: what it is, how it stands and went, and its recipe one tap away. */
export function MarketCard({ market }: { market: Market }) {
  const selected = useMarketParam();
  const { id, label, title } = market;
  const provenance = provenanceWords(market);
  const page = paths.marketPage(id, selected);
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-hairline bg-panel p-4">
      <header className="flex flex-col gap-2">
        <div className="min-w-0">
          <h3 className="text-base font-semibold">
            <Link href={page} className="hover:underline">
              {keepUnits(label)}
            </Link>
          </h3>
          {title !== label && <p className="text-secondary">{title}</p>}
          {provenance !== null && <p className="text-xs text-muted">{provenance}</p>}
        </div>
        <MarketBadges market={market} />
      </header>
      <DayChart market={market} className="h-20" />
      <p className="text-secondary">{sentenceOf(market)}</p>
      <When market={market} />
      <footer className="mt-auto flex flex-wrap items-center gap-3 pt-1">
        <EnterButton market={market} />
        <Link href={page} className={buttonClass('ghost')} aria-label={texts.rulesOf(label)}>
          {texts.rules}
        </Link>
      </footer>
    </li>
  );
}
