import type { Market } from '@plecho/contract';
import { useMarketIfSelected } from '@/api/selected-market.tsx';
import { Badge, type BadgeTone } from '@/ui/badge.tsx';
import { texts } from './texts.ts';

const TONES: Record<Market['status'], BadgeTone> = { upcoming: 'neutral', running: 'accent', ended: 'neutral' };

/** What a market is and how it stands, in a word each. */
export function MarketBadges({ market, stale = false }: { market: Market; stale?: boolean }) {
  const { id, kind, status, halted, main, scenario } = market;
  const isHere = useMarketIfSelected()?.id === id;
  return (
    <div className="flex flex-wrap gap-1.5">
      {isHere && <Badge>{texts.current}</Badge>}
      {main && <Badge>{texts.main}</Badge>}
      <Badge>{texts.kindName[kind]}</Badge>
      {scenario?.blind === true && <Badge>{texts.blind}</Badge>}
      {halted ? (
        <Badge tone="warn">{texts.halted}</Badge>
      ) : stale ? (
        <Badge tone="warn">{texts.stale}</Badge>
      ) : (
        <Badge tone={TONES[status]}>{texts.status[status]}</Badge>
      )}
    </div>
  );
}
