import { Button } from '@/ui/button.tsx';
import { Icon } from '@/ui/icons.tsx';
import { texts } from './texts.ts';

interface SubmitPartProps {
  /** What can't be undone. */
  warning: string;
  /** A refusal that belongs to no field. */
  error: string | null;
  label: string;
  disabled: boolean;
  pending: boolean;
  /** Whether the app is finding out what became of a request. */
  checking: boolean;
}

/** The end of a form of withdrawal: what to mind, what was refused, and the button. */
export function SubmitPart({ warning, error, label, disabled, pending, checking }: SubmitPartProps) {
  return (
    <>
      <p className="flex items-start gap-2 rounded-md border border-warn/40 bg-warn-soft px-3 py-2 text-warn">
        <Icon name="alert" className="mt-0.5" />
        {warning}
      </p>
      <p role="alert" className={error === null ? 'sr-only' : 'text-down'}>
        {error}
      </p>
      <Button
        type="submit"
        variant="primary"
        className="h-10 pointer-coarse:h-12"
        disabled={disabled}
        pending={pending}
        checking={checking}
        // A key that is held down asks once.
        onKeyDown={(event) => {
          if (event.repeat) event.preventDefault();
        }}
      >
        {pending ? texts.sending : label}
      </Button>
    </>
  );
}
