import type { PositionState } from '@plecho/contract';
import { parseTrail, type Trail, type TrailUnit } from '@plecho/domain';
import { TrailField } from '@/ui/trail-field.tsx';
import { formatPrice } from '@/lib/format.ts';
import { normaliseDecimalInput } from '@/lib/parse-amount.ts';
import { deskTexts as texts } from './desk-texts.ts';

/** A trailing stop as typed; '' stands for none. */
export interface TrailingDraft {
  value: string;
  unit: TrailUnit;
}

export const trailingDraft = ({ trailing }: PositionState): TrailingDraft => ({
  ...{ value: trailing?.value.replace('.', ',') ?? '', unit: trailing?.unit ?? 'percent' },
});

/** @returns undefined when it is no distance, null when there is none */
export function readTrailing({ value, unit }: TrailingDraft): Trail | null | undefined {
  return value.trim() === '' ? null : (parseTrail(unit, normaliseDecimalInput(value)) ?? undefined);
}

interface TrailingFieldProps {
  position: PositionState;
  draft: TrailingDraft;
  decimals: number;
  disabled: boolean;
  error: string | undefined;
  onChange: (draft: TrailingDraft) => void;
}

/** The trailing stop of an open position, and where it stands now. */
export function TrailingField({ position, draft, decimals, disabled, error, onChange }: TrailingFieldProps) {
  const level = position.trailing?.level ?? null;
  return (
    <TrailField
      label={texts.trailing}
      value={draft.value}
      unit={draft.unit}
      disabled={disabled}
      error={error}
      hint={level === null ? undefined : texts.trailingLevel(formatPrice(level, decimals))}
      onValue={(value) => onChange({ ...draft, value })}
      onUnit={(unit) => onChange({ ...draft, unit })}
    />
  );
}
