import { marketTime } from '@/lib/market-time.ts';
import { MomentInput } from '@/ui/moment-input.tsx';
import { Slider } from '@/ui/slider.tsx';
import { sliderStep } from './moments.ts';

interface MomentFieldProps {
  label: string;
  /** Seconds by the market's clock. */
  value: number;
  min: number;
  max: number;
  dayOne: number | null;
  onChange: (seconds: number) => void;
}

/** A place in a recording: a slider for the rough of it, and fields for the minute. */
export function MomentField({ label, value, min, max, dayOne, onChange }: MomentFieldProps) {
  const time = marketTime(dayOne);
  return (
    <div className="flex flex-col gap-3">
      <Slider
        label={label}
        value={Math.min(Math.max(value, min), max)}
        min={min}
        max={max}
        step={sliderStep(max - min)}
        onChange={onChange}
        format={time.short}
      />
      <MomentInput value={value} dayOne={dayOne} onChange={onChange} />
    </div>
  );
}
