import { useEffect, useState } from 'react';
import { useMarket, useSession } from '@/api/queries.ts';
import { formatDuration } from '@/lib/duration.ts';
import { tickersSequence, useConnection, useStale } from '@/live/index.ts';
import { milliseconds, texts } from './debug-texts.ts';

const REFRESH_MS = 500;

function useTickersSequence(market: string): number | null {
  const [sequence, setSequence] = useState(() => tickersSequence(market));
  useEffect(() => {
    const timer = setInterval(() => setSequence(tickersSequence(market)), REFRESH_MS);
    return () => clearInterval(timer);
  }, [market]);
  return sequence;
}

/** What is known about the connection, for whoever looks for a fault (?debug=1). */
export function DebugCard({ symbol }: { symbol: string }) {
  const market = useMarket();
  const { user } = useSession();
  const { state, latencyMs } = useConnection();
  const { ageMs } = useStale(symbol);
  const sequence = useTickersSequence(market.id);
  const facts: [name: string, value: string | null][] = [
    [texts.user, user?.id ?? null],
    [texts.market, market.id],
    [texts.symbol, symbol],
    [texts.tickAge, ageMs === null ? null : formatDuration(ageMs / 1000)],
    [texts.sequence, sequence?.toString() ?? null],
    [texts.connection, state],
    [texts.latency, latencyMs === null ? null : milliseconds(latencyMs)],
  ];
  return (
    <section aria-label={texts.title} className="rounded-lg border border-dashed border-hairline p-3 text-xs">
      <h2 className="mb-2 font-medium text-secondary">{texts.title}</h2>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="text-right break-all tabular">{value ?? texts.none}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
