import type { ReactNode } from 'react';
import { TRAIL_UNITS, type TrailUnit } from '@plecho/domain';
import { SegmentedControl } from './segmented-control.tsx';
import { TextField } from './text-field.tsx';

const texts = {
  unit: 'Единица',
  unitName: { percent: '%', price: 'USDT' } satisfies Record<TrailUnit, string>,
  none: 'не задан',
};

interface TrailFieldProps {
  label: ReactNode;
  /** As typed. */
  value: string;
  unit: TrailUnit;
  disabled: boolean;
  error?: string | undefined;
  hint?: string | undefined;
  onValue: (value: string) => void;
  onUnit: (unit: TrailUnit) => void;
}

/** How far a trailing stop stays behind: its figure, and percent or USDT. */
export function TrailField({ label, value, unit, disabled, error, hint, onValue, onUnit }: TrailFieldProps) {
  return (
    <TextField
      numeric
      dense
      label={label}
      placeholder={texts.none}
      value={value}
      disabled={disabled}
      error={error}
      hint={hint}
      onChange={(event) => onValue(event.target.value)}
      aside={
        <SegmentedControl
          label={texts.unit}
          value={unit}
          disabled={disabled}
          onChange={onUnit}
          options={TRAIL_UNITS.map((each) => ({ value: each, label: texts.unitName[each] }))}
        />
      }
    />
  );
}
