import { Button, Icon, IconButton, SegmentedControl, Slider } from '@/ui/index.ts';
import { rerunTexts as texts } from './texts.ts';
import type { Playback } from './use-playback.ts';

/** Candles a second. */
export const SPEEDS = [1, 2, 5, 10] as const;
export type Speed = (typeof SPEEDS)[number];

interface RerunControlsProps {
  playback: Playback;
  count: number;
  speed: Speed;
  onSpeed: (speed: Speed) => void;
  /** What a step is called: its time. */
  nameOf: (step: number) => string;
}

/** Play, pause, step and speed, and a slider over the whole time. */
export function RerunControls({ playback, count, speed, onSpeed, nameOf }: RerunControlsProps) {
  const { at, isPlaying, isAtEnd, toggle, seek } = playback;
  const word = isPlaying ? texts.pause : isAtEnd ? texts.again : texts.play;
  return (
    <div className="flex flex-col gap-2">
      <Slider label={texts.place} value={at} min={0} max={count - 1} onChange={seek} format={nameOf} />
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" variant="primary" className="min-w-24" onClick={toggle}>
          <Icon name={isPlaying ? 'pause' : 'play'} />
          {word}
        </Button>
        <IconButton label={texts.back} disabled={at === 0} onClick={() => seek(at - 1)}>
          <Icon name="step" className="rotate-180" />
        </IconButton>
        <IconButton label={texts.forward} disabled={isAtEnd} onClick={() => seek(at + 1)}>
          <Icon name="step" />
        </IconButton>
        <SegmentedControl
          label={texts.speed}
          value={String(speed)}
          onChange={(chosen) => onSpeed(SPEEDS.find((each) => String(each) === chosen) ?? 1)}
          options={SPEEDS.map((each) => ({ value: String(each), label: `${each}×` }))}
        />
      </div>
    </div>
  );
}
