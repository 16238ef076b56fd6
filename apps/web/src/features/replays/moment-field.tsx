import { useId } from 'react';
import { clockOfDay, dayNumber, marketTime } from '@/lib/market-time.ts';
import { FILTER_CONTROL } from '@/ui/select-field.tsx';
import { Slider } from '@/ui/slider.tsx';
import { fromDayFields, fromLocalField, sliderStep, toLocalField } from './moments.ts';
import { texts } from './texts.ts';

const { moment: words } = texts;

interface MomentFieldProps {
  label: string;
  /** Seconds by the market's clock. */
  value: number;
  min: number;
  max: number;
  dayOne: number | null;
  onChange: (seconds: number) => void;
}

function CalendarField({ value, onChange }: Pick<MomentFieldProps, 'value' | 'onChange'>) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs text-secondary">
        {words.date}
      </label>
      <input
        id={id}
        type="datetime-local"
        className={FILTER_CONTROL}
        value={toLocalField(value)}
        onChange={(event) => {
          const seconds = fromLocalField(event.target.value);
          if (seconds !== null) onChange(seconds);
        }}
      />
    </div>
  );
}

function DayFields({ value, dayOne, onChange }: Pick<MomentFieldProps, 'value' | 'onChange'> & { dayOne: number }) {
  const id = useId();
  const day = String(dayNumber(value, dayOne));
  const clock = clockOfDay(value, dayOne);
  const put = (typedDay: string, typedClock: string): void => {
    const seconds = fromDayFields(typedDay, typedClock, dayOne);
    if (seconds !== null) onChange(seconds);
  };
  return (
    <div className="grid grid-cols-2 gap-3">
      <div className="flex flex-col gap-1">
        <label htmlFor={`${id}-day`} className="text-xs text-secondary">
          {words.day}
        </label>
        <input
          id={`${id}-day`}
          type="number"
          className={FILTER_CONTROL}
          value={day}
          onChange={(event) => put(event.target.value, clock)}
        />
      </div>
      <div className="flex flex-col gap-1">
        <label htmlFor={`${id}-clock`} className="text-xs text-secondary">
          {words.clock}
        </label>
        <input
          id={`${id}-clock`}
          type="time"
          className={FILTER_CONTROL}
          value={clock}
          onChange={(event) => put(day, event.target.value)}
        />
      </div>
    </div>
  );
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
      {dayOne === null ? (
        <CalendarField value={value} onChange={onChange} />
      ) : (
        <DayFields value={value} dayOne={dayOne} onChange={onChange} />
      )}
    </div>
  );
}
