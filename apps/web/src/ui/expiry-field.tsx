import { EXPIRIES, type Expiry } from '@/lib/expiry.ts';
import { FILTER_CONTROL, FilterField } from './select-field.tsx';

const texts = {
  name: 'Действует',
  expiry: { none: 'До отмены', hour: '1 час', day: '1 день', week: '7 дней' } satisfies Record<Expiry, string>,
  until: (time: string) => `до ${time}`,
};

interface ExpiryFieldProps {
  value: Expiry;
  /** Until when that is by the market's clock; null for no end. */
  until: string | null;
  disabled: boolean;
  error?: string | undefined;
  onChange: (expiry: Expiry) => void;
}

/** How long a resting order waits. */
export function ExpiryField({ value, until, disabled, error, onChange }: ExpiryFieldProps) {
  return (
    <div className="flex flex-col gap-1">
      <FilterField name={texts.name}>
        {(id) => (
          <select
            id={id}
            value={value}
            disabled={disabled}
            className={FILTER_CONTROL}
            onChange={(event) => onChange(EXPIRIES.find((each) => each === event.target.value) ?? 'none')}
          >
            {EXPIRIES.map((expiry) => (
              <option key={expiry} value={expiry}>
                {texts.expiry[expiry]}
              </option>
            ))}
          </select>
        )}
      </FilterField>
      {until === null ? null : <p className="text-xs text-muted tabular">{texts.until(until)}</p>}
      {error === undefined ? null : (
        <p role="alert" className="text-xs text-down">
          {error}
        </p>
      )}
    </div>
  );
}
