import { useId } from 'react';
import { clockOfDay, dayNumber } from '@/lib/market-time.ts';
import { fromDayFields, fromLocalField, toLocalField } from '@/lib/moments.ts';
import { FILTER_CONTROL } from './select-field.tsx';

const words = { date: 'Дата и время по вашим часам', day: 'День', clock: 'Время' };

interface MomentInputProps {
  /** Seconds by the market's clock. */
  value: number;
  /** As {@link clockOfDay} has it; null where the market's time is the calendar's. */
  dayOne: number | null;
  disabled?: boolean;
  /** Called with whole minutes, for what is a time alone. */
  onChange: (seconds: number) => void;
}

function CalendarField({ value, disabled, onChange }: MomentInputProps) {
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
        disabled={disabled}
        value={toLocalField(value)}
        onChange={(event) => {
          const seconds = fromLocalField(event.target.value);
          if (seconds !== null) onChange(seconds);
        }}
      />
    </div>
  );
}

function DayFields({ value, dayOne, disabled, onChange }: MomentInputProps & { dayOne: number }) {
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
          disabled={disabled}
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
          disabled={disabled}
          value={clock}
          onChange={(event) => put(day, event.target.value)}
        />
      </div>
    </div>
  );
}

/** A moment of a market, typed: by the calendar, or as a day and its clock where a replay hides its dates. */
export function MomentInput({ dayOne, ...rest }: MomentInputProps) {
  return dayOne === null ? <CalendarField dayOne={null} {...rest} /> : <DayFields dayOne={dayOne} {...rest} />;
}
