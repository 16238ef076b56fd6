import type { ReactNode } from 'react';
import { Button } from '@/ui/index.ts';
import { deskTexts as texts } from './desk-texts.ts';

/** Figures of a dialog: a name and a value a line. */
export function Figures({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="flex flex-col gap-1.5">
      {rows.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-3">
          <dt className="text-secondary">{name}</dt>
          <dd className="text-right tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface DialogFootProps {
  /** What the server refused, unless a field says it. */
  refusal: string | null;
  /** null while there is nothing to send. */
  submit: string | null;
  submitting: string;
  pending: boolean;
  checking: boolean;
  onClose: () => void;
}

/** What was refused, the way back, and the button that sends the form. */
export function DialogFoot({ refusal, submit, submitting, pending, checking, onClose }: DialogFootProps) {
  return (
    <>
      {refusal === null ? null : (
        <p className="text-xs text-down" role="alert">
          {refusal}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          {texts.cancel}
        </Button>
        {submit !== null && (
          <Button type="submit" variant="primary" pending={pending} checking={checking}>
            {pending ? submitting : submit}
          </Button>
        )}
      </div>
    </>
  );
}
