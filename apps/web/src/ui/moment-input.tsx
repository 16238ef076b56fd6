import { useId, useState } from 'react';
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

/** What is written in the fields, for as long as it is being typed. */
interface Typing<T> {
  shown: T;
  /** @param seconds what it is; null while it is no moment, which is told to nobody */
  type: (typed: T, seconds: number | null) => void;
  /** Shows the moment that counts again, once the fields are left. */
  leave: () => void;
}

/**
 * What is typed stands until the field is left, or the moment becomes another from elsewhere: written back on each key, or
 * with each second of the market's clock, half of a date could not be typed. A year that has just begun is a year, the
 * second or the twentieth: it is told like any other, and refused where it is none to choose.
 */
function useTyping<T>(value: number, written: T, onChange: (seconds: number) => void): Typing<T> {
  const [held, setHeld] = useState<{ typed: T; value: number } | null>(null);
  return {
    shown: held?.value === value ? held.typed : written,
    type: (typed, seconds) => {
      setHeld({ typed, value: seconds ?? value });
      if (seconds !== null) onChange(seconds);
    },
    leave: () => setHeld(null),
  };
}

/** With it the field takes four digits for a year and goes on, instead of six. */
const LATEST = '9999-12-31T23:59';

function CalendarField({ value, disabled, onChange }: MomentInputProps) {
  const id = useId();
  const { shown, type, leave } = useTyping(value, toLocalField(value), onChange);
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs text-secondary">
        {words.date}
      </label>
      <input
        id={id}
        type="datetime-local"
        max={LATEST}
        className={FILTER_CONTROL}
        disabled={disabled}
        value={shown}
        onChange={({ target }) => type(target.value, fromLocalField(target.value))}
        onBlur={leave}
      />
    </div>
  );
}

function DayFields({ value, dayOne, disabled, onChange }: MomentInputProps & { dayOne: number }) {
  const id = useId();
  const written = { day: String(dayNumber(value, dayOne)), clock: clockOfDay(value, dayOne) };
  const { shown, type, leave } = useTyping(value, written, onChange);
  const put = (change: Partial<typeof written>): void => {
    const typed = { ...shown, ...change };
    type(typed, fromDayFields(typed.day, typed.clock, dayOne));
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
          value={shown.day}
          onChange={(event) => put({ day: event.target.value })}
          onBlur={leave}
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
          value={shown.clock}
          onChange={(event) => put({ clock: event.target.value })}
          onBlur={leave}
        />
      </div>
    </div>
  );
}

/** A moment of a market, typed: by the calendar, or as a day and its clock where a replay hides its dates. */
export function MomentInput({ dayOne, ...rest }: MomentInputProps) {
  return dayOne === null ? <CalendarField dayOne={null} {...rest} /> : <DayFields dayOne={dayOne} {...rest} />;
}
