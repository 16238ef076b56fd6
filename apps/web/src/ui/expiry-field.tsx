import { COMMAND_ERRORS } from '@plecho/contract';
import { EXPIRIES, expiresAt, offeredMoment, type Expiry } from '@/lib/expiry.ts';
import type { MarketTime } from '@/lib/market-time.ts';
import { MomentInput } from './moment-input.tsx';
import { FILTER_CONTROL, FilterField } from './select-field.tsx';

const MOMENT = 'moment';
const texts = {
  name: 'Действует',
  expiry: { none: 'До отмены', hour: '1 час', day: '1 день', week: '7 дней', [MOMENT]: 'До времени' },
  until: (time: string) => `до ${time}`,
};

interface ExpiryFieldProps {
  value: Expiry;
  /** Of the market: its seconds, null before they are known, and how its times are written. */
  clock: { now: number | null; time: MarketTime };
  disabled: boolean;
  error?: string | undefined;
  onChange: (expiry: Expiry) => void;
}

/** How long a resting order waits: for a while, or until a moment by the market's clock. */
export function ExpiryField({ value, clock: { now, time }, disabled, error, onChange }: ExpiryFieldProps) {
  const until = now === null ? null : expiresAt(value, now);
  const isOver = until !== null && now !== null && until <= now;
  const refusal = isOver ? COMMAND_ERRORS.expiry_in_the_past.text : error;
  const choose = (chosen: string): void =>
    onChange(
      chosen === MOMENT ? offeredMoment(now ?? 0) : (EXPIRIES.find((expiry) => expiry === chosen) ?? EXPIRIES[0]),
    );
  return (
    <div className="flex flex-col gap-1">
      <FilterField name={texts.name}>
        {(id) => (
          <select
            id={id}
            value={typeof value === 'number' ? MOMENT : value}
            disabled={disabled}
            className={FILTER_CONTROL}
            onChange={(event) => choose(event.target.value)}
          >
            {EXPIRIES.map((expiry) => (
              <option key={expiry} value={expiry}>
                {texts.expiry[expiry]}
              </option>
            ))}
            <option value={MOMENT} disabled={now === null}>
              {texts.expiry[MOMENT]}
            </option>
          </select>
        )}
      </FilterField>
      {typeof value === 'number' ? (
        <MomentInput value={value} dayOne={time.dayOne} disabled={disabled} onChange={onChange} />
      ) : null}
      {until === null ? null : <p className="text-xs text-muted tabular">{texts.until(time.full(until))}</p>}
      {refusal === undefined ? null : (
        <p role="alert" className="text-xs text-down">
          {refusal}
        </p>
      )}
    </div>
  );
}
