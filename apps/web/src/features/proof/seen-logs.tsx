import { useState } from 'react';
import { MAIN_MARKET_ID } from '@plecho/domain';
import { formatDateTime } from '@/lib/format.ts';
import { pinnedKey, seenCheckpoint, seenCheckpoints } from '@/lib/log-memory.ts';
import { LongText } from '@/ui/long-text.tsx';
import { Panel } from '@/ui/panel.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { isSound } from './check-log.ts';
import { CompareForm } from './compare-form.tsx';
import { comparisonLine } from './comparison-line.ts';
import { growthTexts as texts } from './growth-texts.ts';
import { useCheckedLog } from './use-checked-log.ts';

/** Each is asked for when the page is opened. */
const MOST_SHOWN = 6;

/** One log: as it is served now, or as it was seen last. */
function SeenLog({ market }: { market: string }) {
  const { data, isError } = useCheckedLog(market, null);
  const seen = seenCheckpoint(market);
  const origin = data?.origin ?? `plecho.log/${pinnedKey()?.installation ?? ''}/${market}`;
  const head = data?.head ?? seen;
  if (head === null && isError) return <p className="text-muted">{texts.none}</p>;
  if (head === null) return <Skeleton label={texts.checking} className="h-[5.875rem] sm:h-[4.625rem]" />;
  const isGood = data !== undefined && isSound(data.outcome);
  const state = data === undefined ? (isError ? texts.remembered : texts.checking) : texts.logOutcomes[data.outcome];
  return (
    <div>
      <LongText name={texts.line(market)} text={comparisonLine.write(origin, head)} copy={texts.copyLine} />
      <p className={data === undefined || isGood ? 'text-xs text-muted' : 'text-xs text-down'}>
        {seen !== null && `${formatDateTime(seen.at / 1000)}, `}
        {state}
      </p>
    </div>
  );
}

/** The logs that this browser has seen, checked when the page is opened, each as a line that two people can compare. */
export function SeenLogs({ asked = MAIN_MARKET_ID }: { asked?: string | undefined }) {
  // Those that it knew when the page was opened: each check moves its log to the end.
  const [markets] = useState(() => {
    const seen = seenCheckpoints()
      .map(({ market }) => market)
      .filter((market) => market !== asked);
    return [asked, ...seen.reverse()].slice(0, MOST_SHOWN);
  });
  return (
    <Panel title={texts.logs}>
      <div className="flex flex-col gap-3">
        <p className="max-w-prose text-pretty text-secondary">{texts.logsLead}</p>
        {markets.map((market) => (
          <SeenLog key={market} market={market} />
        ))}
        <CompareForm />
      </div>
    </Panel>
  );
}
