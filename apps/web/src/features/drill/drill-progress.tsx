import type { Drill } from '@plecho/contract';
import { marketTime } from '@/lib/market-time.ts';
import { cx } from '@/lib/class-names.ts';
import { texts } from './texts.ts';

interface DrillProgressProps {
  drill: Pick<Drill, 'startAt' | 'end' | 'dayOne'>;
  /** Of the market's clock, ms. */
  playhead: number;
  className?: string;
}

/** How far a drill has come. */
export function DrillProgress({ drill: { startAt, end, dayOne }, playhead, className }: DrillProgressProps) {
  const begins = startAt * 1000;
  const share = Math.min(1, Math.max(0, (playhead - begins) / (end - begins)));
  const percent = Math.round(share * 100);
  const place = marketTime(dayOne).short(Math.floor(playhead / 1000));
  return (
    <div
      role="progressbar"
      aria-label={texts.bar.progress}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={`${place}, ${percent} %`}
      className={cx('h-1.5 overflow-hidden rounded-full bg-page', className)}
    >
      <div className="h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
    </div>
  );
}
