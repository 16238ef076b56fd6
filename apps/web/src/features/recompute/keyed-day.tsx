import { lazy, useState } from 'react';
import { dateOf, dayOf, LAST_DAY, startOf, type RecomputedPrice } from '@plecho/synthetic';
import { ApiError } from '@/api/client.ts';
import { usePublishedKey } from '@/api/market-details.ts';
import { formatDateTime } from '@/lib/format.ts';
import { loadCode } from '@/lib/load-code.ts';
import { onDemand } from '@/lib/on-demand.ts';
import { Late } from '@/ui/late.tsx';
import { LongText } from '@/ui/long-text.tsx';
import { Panel } from '@/ui/panel.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { Answers } from './answers.tsx';
import type { Checked, NamedRecord } from './named-record.ts';
import { texts } from './texts.ts';
import { useRecompute } from './use-recompute.ts';

const KeyForm = lazy(async () => ({ default: (await loadCode(() => import('./key-form.tsx'))).KeyForm }));

const utcDay = onDemand(() => new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long', timeZone: 'UTC' }));

/** The day whose key tells all records; of a time outside of the generator's days the nearest one. */
function newestDayOf(records: readonly NamedRecord[]): number {
  const newest = Math.max(...records.map(({ time }) => time));
  return Math.min(LAST_DAY, Math.max(0, dayOf(newest / 1000)));
}

/** Why the server has given no key. @param isForeign whether it has none to give @param end of the day, seconds */
function reasonOf(error: Error | null, isForeign: boolean, day: string, end: number): string {
  if (error === null || isForeign) return texts.foreign;
  if (error instanceof ApiError && error.code === 'day_key_not_found') return texts.notOver(day, formatDateTime(end));
  return texts.noKey(error.message);
}

/** What is wrong with a key that somebody has put in. */
function keyError(answers: readonly RecomputedPrice[], day: string): string | null {
  if (answers.some(({ outcome }) => outcome === 'wrongKey')) return texts.wrongKey;
  return answers.some(({ outcome }) => outcome === 'dayNotOver') ? texts.early(day) : null;
}

function UsedKey({ day, value, anchor }: { day: string; value: string; anchor: string }) {
  return (
    <div className="flex flex-col gap-2">
      <LongText name={texts.keyOf(day)} text={value} copy={texts.copyKey} />
      <LongText name={texts.anchor} text={anchor} copy={texts.copyAnchor} />
      <p className="text-xs text-muted">{texts.chain}</p>
    </div>
  );
}

/** Recomputes with the key that the server has published, and with one that is put in where the server gives none. */
export function KeyedDay({ definition, records, recompute, isForeign = false }: Checked) {
  const number = newestDayOf(records);
  const day = utcDay().format(startOf(number) * 1000);
  const anchor = String(definition.parameters['anchor']);
  const { data: published, error, isPending } = usePublishedKey(definition.market.id, dateOf(number));
  const [given, setGiven] = useState<string | null>(null);
  const served = published?.anchor === anchor ? published.key : null;
  const key = served ?? given;
  const { data: answers, isError } = useRecompute({ definition, records, recompute, key, enabled: key !== null });
  const isWrongKey = answers?.some(({ outcome }) => outcome === 'wrongKey') ?? false;
  return (
    <Panel title={texts.title}>
      <div className="flex flex-col gap-3">
        <p className="text-secondary">{texts.what}</p>
        {isPending && <p className="text-secondary">{texts.getting}</p>}
        {!isPending && served === null && (
          <>
            <p>{reasonOf(error, isForeign, day, startOf(number + 1))}</p>
            <Late fallback={<Skeleton className="h-32" />}>
              <KeyForm day={day} error={keyError(answers ?? [], day)} onKey={setGiven} />
            </Late>
          </>
        )}
        {key !== null && isError && <p role="alert">{texts.failed}</p>}
        {key !== null && !isError && answers === undefined && <p className="text-secondary">{texts.working}</p>}
        {served !== null && isWrongKey && (
          <p role="alert" className="text-down">
            {texts.wrongServerKey}
          </p>
        )}
        {answers !== undefined && <Answers records={records} answers={answers} />}
        {served !== null && <UsedKey day={day} value={served} anchor={anchor} />}
      </div>
    </Panel>
  );
}
