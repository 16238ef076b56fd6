import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { intents, useClosed, useUnanswered } from '@/api/intents/carry-out.ts';
import { areaOf, INTENT_KINDS, type Area } from '@/api/intents/intent.ts';
import type { Unanswered } from '@/api/intents/intents.ts';
import { useConnection } from '@/live/index.ts';
import { Button } from '@/ui/button.tsx';
import { Icon } from '@/ui/icons.tsx';
import { Spinner } from '@/ui/spinner.tsx';
import { toast } from '@/ui/toast.tsx';
import { nameOf, unansweredTexts } from './unanswered-texts.ts';

/** Asks again what became of fresh intents: when the page has loaded, and when the server is back. */
function useResuming(area: Area): void {
  const isLive = useConnection().state === 'live';
  useEffect(() => intents.resume(area), [area]);
  useEffect(() => {
    if (isLive) intents.resume(area);
  }, [area, isLive]);
}

/** Says how an intent ended that no form waits for, and has whatever it changed read again. */
function useTelling(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      intents.onEnd((intent, ending) => {
        const texts = unansweredTexts[areaOf(intent)];
        if (ending.name === 'answered') toast.success(texts.answered(intent), { detail: nameOf(intent) });
        else toast.error(`${texts.refused(intent)}: ${ending.error.message}`, { detail: nameOf(intent) });
        void client.invalidateQueries();
      }),
    [client],
  );
}

function Line({ unanswered: { intent, phase } }: { unanswered: Unanswered }) {
  const texts = unansweredTexts[areaOf(intent)];
  return (
    <li className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1">
      <p role="status" className="flex items-center gap-2 text-warn">
        {phase === 'checking' ? <Spinner /> : <Icon name="alert" />}
        {texts[phase](intent)}
      </p>
      {phase === 'unknown' && (
        <>
          <span className="text-secondary">{texts.hint}</span>
          <Button size="sm" onClick={() => intents.check(intent)}>
            {texts.check}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => intents.forget(intent)}>
            {texts.forget}
          </Button>
        </>
      )}
    </li>
  );
}

/**
 * Intents whose outcome is in doubt, on top of every screen of their area; nothing most of the time.
 * What is being found out is only said; what nobody is asking about any more is the person's to decide.
 */
export function UnansweredBar({ area }: { area: Area }) {
  useResuming(area);
  useTelling();
  // Of what no form awaits, as a level that was dragged, only a message says that there is no answer.
  useClosed({ kinds: INTENT_KINDS.filter((kind) => areaOf({ kind }) === area) }, (was) => toast.retract(was));
  const shown = useUnanswered().filter(({ intent }) => areaOf(intent) === area);
  if (shown.length === 0) return null;
  return (
    <section
      aria-label={unansweredTexts[area].title}
      className="border-b border-hairline bg-raised px-3 py-1.5 text-center text-xs"
    >
      <ul className="flex flex-col gap-1.5">
        {shown.map((unanswered) => (
          <Line key={unanswered.intent.key} unanswered={unanswered} />
        ))}
      </ul>
    </section>
  );
}
