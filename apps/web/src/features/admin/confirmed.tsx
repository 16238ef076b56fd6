import { useRef, useState } from 'react';
import { Button, type ButtonVariant } from '@/ui/button.tsx';
import { texts } from './texts.ts';

interface ConfirmedProps {
  /** Of the button and of the question. */
  label: string;
  /** On the button, where what stands beside it says the rest of its label. */
  brief?: string;
  /** What will happen to whom, and why. */
  question: string;
  confirm: string;
  variant?: ButtonVariant;
  pending: boolean;
  disabled: boolean;
  /** `close` takes the question away. */
  onConfirm: (close: () => void) => void;
}

const focus = (element: HTMLElement | null): void => element?.focus();

/** A button that asks once more before anything happens. */
export function Confirmed({
  label,
  brief = label,
  question,
  confirm,
  variant,
  pending,
  disabled,
  onConfirm,
}: ConfirmedProps) {
  const [isAsking, setAsking] = useState(false);
  const wasAsked = useRef(false);
  const close = (): void => {
    wasAsked.current = true;
    setAsking(false);
  };
  /** The question takes the focus away with it; where it is elsewhere by now it stays. */
  const focusAgain = (element: HTMLElement | null): void => {
    if (wasAsked.current && document.activeElement === document.body) element?.focus();
    wasAsked.current = false;
  };
  if (!isAsking) {
    return (
      <Button
        {...(variant === undefined ? {} : { variant })}
        ref={focusAgain}
        aria-label={label}
        disabled={disabled}
        onClick={() => setAsking(true)}
      >
        {brief}
      </Button>
    );
  }
  return (
    <div role="group" aria-label={label} className="flex flex-wrap items-center gap-2">
      <p className="w-full">{question}</p>
      <Button variant="danger" pending={pending} onClick={() => onConfirm(close)}>
        {confirm}
      </Button>
      <Button variant="ghost" ref={focus} onClick={close}>
        {texts.cancel}
      </Button>
    </div>
  );
}
