import { useState } from 'react';
import type { SessionControl } from '@plecho/contract';
import type { Interval } from '@plecho/domain';
import { useMarketTime } from '@/api/market-time.ts';
import { useMarket } from '@/api/queries.ts';
import { useControlReplay } from '@/api/replays.ts';
import { useStepFocus } from '@/lib/use-step-focus.ts';
import { Button } from '@/ui/button.tsx';
import { Icon } from '@/ui/icons.tsx';
import { toast } from '@/ui/toast.tsx';
import { FinishDialog } from './finish-dialog.tsx';
import { JumpDialog } from './jump-dialog.tsx';
import { minuteAfter } from './moments.ts';
import { SessionEnded } from './session-ended.tsx';
import { SessionProgress } from './session-progress.tsx';
import { SpeedMenu } from './speed-menu.tsx';
import { texts } from './texts.ts';
import { useSessionKeys } from './use-session-keys.ts';
import { usePausedAway, useSession, type LiveSession } from './use-session.ts';

const { bar: words } = texts;

/** A word says more than an icon: both where the bar has room, the word alone in a narrow one. */
const SPARE_ICON = '@max-2xl:hidden';

/** Sends one control after the other; what came of it is told by the stream, on every device. */
function useControls(market: string) {
  const { mutate, isPending } = useControlReplay(market);
  const send = (control: SessionControl): void => {
    if (isPending) return;
    mutate(control, { onError: ({ message }) => toast.error(message === '' ? words.failed : message) });
  };
  return { send, isPending };
}

function Controls({ session, interval }: { session: LiveSession; interval: Interval }) {
  const market = useMarket();
  const time = useMarketTime();
  const [dialog, setDialog] = useState<'jump' | 'finish' | null>(null);
  const { send, isPending } = useControls(market.id);
  const [isAway, forgetAway] = usePausedAway(session.state);
  const { playhead, speed, share, masked } = session;
  const isPlaying = session.state === 'playing';
  const toggle = (): void => {
    forgetAway();
    send({ action: isPlaying ? 'pause' : 'resume' });
  };
  const step = (): void => {
    if (!isPlaying) send({ action: 'step', interval, playhead });
  };
  useSessionKeys({ onToggle: toggle, onStep: step });
  const place = time.short(Math.round(playhead / 1000));
  const state = isPlaying ? words.playing : isAway ? words.pausedAway : words.paused;
  return (
    <>
      <div className="flex flex-wrap items-center gap-1">
        <Button
          size="sm"
          variant="primary"
          className="min-w-22 pointer-coarse:min-w-25"
          aria-keyshortcuts="Space"
          onClick={toggle}
        >
          <Icon name={isPlaying ? 'pause' : 'play'} />
          {isPlaying ? words.pause : words.play}
        </Button>
        <Button
          size="sm"
          disabled={isPlaying}
          title={isPlaying ? words.stepWhilePlaying : words.stepHint}
          aria-keyshortcuts="ArrowRight"
          onClick={step}
        >
          <Icon name="step" className={SPARE_ICON} />
          {words.step}
        </Button>
        <SpeedMenu speed={speed} onSpeed={(chosen) => send({ action: 'speed', speed: chosen })} />
        <Button
          size="sm"
          variant="ghost"
          disabled={minuteAfter(playhead) * 1000 > session.end}
          onClick={() => setDialog('jump')}
        >
          <Icon name="forward" className="@xs:@max-2xl:hidden" />
          <span className="@max-xs:sr-only">{words.jump}</span>
        </Button>
      </div>
      <div className="flex min-w-50 flex-1 items-center gap-2">
        <div className="flex flex-1 flex-col gap-1 lying:gap-0.5">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-xs lying:leading-3.5">
            <span className="tabular">{place}</span>
            <span
              role="status"
              title={isPlaying ? undefined : words.pausedHint}
              className={isPlaying ? 'text-muted' : 'text-warn'}
            >
              {state}
            </span>
          </p>
          <SessionProgress label={words.progress} share={share} place={place} />
        </div>
        <Button size="sm" variant="ghost" disabled={isPending} onClick={() => setDialog('finish')}>
          {words.finish}
        </Button>
      </div>
      {dialog === 'jump' && (
        <JumpDialog session={session} onJump={(to) => send({ action: 'jump', to })} onClose={() => setDialog(null)} />
      )}
      {dialog === 'finish' && (
        <FinishDialog masked={masked} onFinish={() => send({ action: 'finish' })} onClose={() => setDialog(null)} />
      )}
    </>
  );
}

/** How one's own replay stands, and everything that can be done to it. */
export function SessionBar({ interval }: { interval: Interval }) {
  const session = useSession();
  const place = useStepFocus<HTMLElement>(session?.state === 'ended' ? 'ended' : 'running', { preventScroll: true });
  if (session === null) return null;
  return (
    <section
      ref={place}
      aria-label={words.title}
      tabIndex={-1}
      className="flex flex-wrap items-center gap-2 px-2 py-1.5 outline-none lying:py-0"
    >
      {session.state === 'ended' ? <SessionEnded /> : <Controls session={session} interval={interval} />}
    </section>
  );
}
