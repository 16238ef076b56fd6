import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { MomentField } from './moment-field.tsx';
import { minuteAfter } from './moments.ts';
import { texts } from './texts.ts';
import type { LiveSession } from './use-session.ts';

const { jump: words } = texts;
const HOUR = 3600;
const DAY = 86_400;

interface JumpDialogProps {
  session: LiveSession;
  /** Seconds by the market's clock. */
  onJump: (to: number) => void;
  onClose: () => void;
}

/** Chooses a moment ahead; everything up to it is played at once. */
export function JumpDialog({ session, onJump, onClose }: JumpDialogProps) {
  const { playhead, dayOne } = session;
  const min = minuteAfter(playhead);
  const max = Math.floor(session.end / 1000);
  const [to, setTo] = useState(Math.min(min + HOUR, max));
  const refusal = to * 1000 <= playhead ? words.behind : to > max ? words.beyond : null;
  const jump = (seconds: number): void => {
    onJump(seconds);
    onClose();
  };
  const here = Math.round(playhead / 1000);
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button variant="primary" disabled={refusal !== null} onClick={() => jump(to)}>
            {words.submit}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-secondary">{words.why}</p>
        <div className="flex flex-wrap gap-2">
          <Button disabled={here + HOUR > max} onClick={() => jump(here + HOUR)}>
            {words.hour}
          </Button>
          <Button disabled={here + DAY > max} onClick={() => jump(here + DAY)}>
            {words.day}
          </Button>
        </div>
        <MomentField label={words.to} value={to} min={min} max={max} dayOne={dayOne} onChange={setTo} />
        {refusal !== null && (
          <p role="alert" className="text-xs text-down">
            {refusal}
          </p>
        )}
      </div>
    </Dialog>
  );
}
