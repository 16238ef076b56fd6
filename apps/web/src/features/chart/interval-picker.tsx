import { INTERVALS, type Interval } from '@plecho/domain';
import { usePersistentState } from '@/lib/storage.ts';
import { SegmentedControl } from '@/ui/index.ts';
import { chartTexts } from './texts.ts';

const isInterval = (value: unknown): value is Interval => INTERVALS.includes(value as Interval);

/** The chosen candle interval, remembered on this device. */
export function useInterval(): [Interval, (interval: Interval) => void] {
  return usePersistentState<Interval>('interval', '1m', isInterval);
}

interface IntervalPickerProps {
  value: Interval;
  onChange: (interval: Interval) => void;
  className?: string;
}

/** 1м 5м 15м 1ч 1д */
export function IntervalPicker({ value, onChange, className }: IntervalPickerProps) {
  return (
    <SegmentedControl
      {...(className === undefined ? {} : { className })}
      label={chartTexts.intervals}
      value={value}
      onChange={onChange}
      options={INTERVALS.map((interval) => ({
        value: interval,
        label: chartTexts.interval[interval],
        ariaLabel: chartTexts.intervalName[interval],
      }))}
    />
  );
}
