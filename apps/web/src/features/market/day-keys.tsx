import { useDayKeys } from '@/api/queries.ts';
import { onDemand } from '@/lib/on-demand.ts';
import { LongText } from '@/ui/long-text.tsx';
import { texts } from './texts.ts';

const { dayKeys: words } = texts;
const utcDay = onDemand(() => new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long', timeZone: 'UTC' }));

/** How anybody makes sure that the prices of a day were fixed before it began: the anchor and the newest published key. */
export function DayKeys({ market, anchor }: { market: string; anchor: string }) {
  const { data: keys, isError, error } = useDayKeys(market);
  return (
    <div className="mt-3 flex flex-col gap-3 border-t border-hairline pt-3">
      <p className="text-secondary">{words.explanation}</p>
      <LongText name={words.anchor} text={anchor} copy={words.copyAnchor} />
      {keys !== undefined && (
        <LongText name={words.newest(utcDay().format(new Date(keys.day)))} text={keys.key} copy={words.copyKey} />
      )}
      {isError && (
        <p role="alert" className="text-down">
          {error.message}
        </p>
      )}
    </div>
  );
}
