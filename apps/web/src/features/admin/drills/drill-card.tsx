import { useState } from 'react';
import type { Drill, DrillControl } from '@plecho/contract';
import { useControlDrill, useDrillNow } from '@/api/drills.ts';
import { paths } from '@/app/paths.ts';
import { Badge, type BadgeTone } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { Link } from '@/ui/link.tsx';
import { SegmentedControl } from '@/ui/segmented-control.tsx';
import { messageOf } from '../parts.tsx';
import { texts as area } from '../texts.ts';
import { StartForm } from './start-form.tsx';
import { texts } from './texts.ts';

const TONES: Record<Drill['state'], BadgeTone> = {
  ...{ waiting: 'neutral', countdown: 'accent', playing: 'accent', paused: 'warn', ended: 'neutral' },
};
const SPEEDS = [1, 10, 60, 120, 300, 600];
/** What its clock is told where it goes or stands. */
const CLOCK: Partial<Record<Drill['state'], string>> = {
  ...{ countdown: texts.stopCountdown, playing: texts.pause, paused: texts.resume },
};
const BIG = 'h-14 min-w-40 text-base';

/** A control as the button knows it: the version is that of the drill on the screen. */
type Asked = DrillControl extends infer C ? (C extends DrillControl ? Omit<C, 'version'> : never) : never;
type Send = (asked: Asked) => void;

function End({ send, isPending }: { send: Send; isPending: boolean }) {
  const [isAsked, setAsked] = useState(false);
  if (!isAsked) {
    return (
      <Button variant="ghost" className="h-14" onClick={() => setAsked(true)}>
        {texts.end}
      </Button>
    );
  }
  return (
    <div role="group" aria-label={texts.end} className="flex flex-wrap items-center gap-2">
      <p>{texts.endSure}</p>
      <Button variant="danger" pending={isPending} onClick={() => send({ action: 'end' })}>
        {texts.endConfirm}
      </Button>
      <Button variant="ghost" disabled={isPending} onClick={() => setAsked(false)}>
        {area.cancel}
      </Button>
    </div>
  );
}

function Controls({ drill }: { drill: Drill }) {
  const { mutate, isPending, error } = useControlDrill(drill.market);
  const send: Send = (asked) => mutate({ ...asked, version: drill.version });
  const { state, speed } = drill;
  const speeds = SPEEDS.includes(speed) ? SPEEDS : [...SPEEDS, speed].toSorted((a, b) => a - b);
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        {state === 'waiting' && (
          <StartForm isPending={isPending} onStart={(seconds) => send({ action: 'start', seconds })} />
        )}
        {state in CLOCK && (
          // One button, which keeps the focus.
          <Button
            variant="primary"
            className={BIG}
            pending={isPending}
            onClick={() => send({ action: state === 'paused' ? 'resume' : 'pause' })}
          >
            {CLOCK[state]}
          </Button>
        )}
        <SegmentedControl
          label={texts.speed}
          size="md"
          value={String(speed)}
          disabled={isPending}
          options={speeds.map((each) => ({ value: String(each), label: `${each}x` }))}
          onChange={(chosen) => send({ action: 'speed', speed: Number(chosen) })}
        />
        <End send={send} isPending={isPending} />
      </div>
      {error !== null && (
        <p role="alert" className="text-down">
          {messageOf(error, texts.failed)}
        </p>
      )}
    </>
  );
}

const percentOf = ({ playhead, startAt, end }: Drill): number =>
  Math.round(((playhead - startAt * 1000) / (end - startAt * 1000)) * 100);

/** A drill as it stands, and everything that can be done to it. */
export function DrillCard({ known }: { known: Drill }) {
  const { data: drill } = useDrillNow(known);
  const { label, market, state, masked, members, speed, countdownMs } = drill;
  return (
    <li aria-label={market} className="flex flex-col gap-3 border-b border-hairline p-3 last:border-b-0 sm:p-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 lang="ru" className="font-semibold">
          {label}
        </h3>
        <Badge tone={TONES[state]}>{texts.state[state]}</Badge>
        {masked && <Badge>{texts.masked}</Badge>}
        <span className="text-secondary tabular">{texts.members(members)}</span>
        <span className="text-secondary tabular">{texts.played(percentOf(drill), speed)}</span>
        {countdownMs !== null && (
          <span className="text-base font-semibold tabular">{texts.begins(Math.ceil(countdownMs / 1000))}</span>
        )}
      </header>
      {state === 'ended' ? (
        <Link href={paths.debrief(drill.class, market)} className="text-accent underline underline-offset-3">
          {texts.debrief}
        </Link>
      ) : (
        <Controls drill={drill} />
      )}
    </li>
  );
}
