import { useEffect, useState } from 'react';
import { cx } from '@/lib/class-names.ts';
import { copyText } from '@/lib/copy-text.ts';
import { Button, type ButtonSize, type ButtonVariant } from './button.tsx';
import { Icon } from './icons.tsx';

const SHOWN_MS = 2_000;
const COPIED = 'Скопировано';
const FAILED = 'Выделите и скопируйте сами';

interface CopyButtonProps {
  /** What is copied. */
  text: string;
  /** What it does: «Скопировать адрес». */
  label: string;
  /** The icon alone; the label is read out and shown as a tooltip. */
  iconOnly?: boolean;
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
}

/** Copies a text and says so for two seconds, to screen readers too. Its width stays the same. */
export function CopyButton({ text, label, iconOnly = false, variant, size = 'sm', className }: CopyButtonProps) {
  const [told, setTold] = useState<{ said: string; about: string } | null>(null);
  const outcome = told?.about === text ? told.said : null;
  useEffect(() => {
    if (told === null) return;
    const timer = setTimeout(() => setTold(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [told]);
  const copy = async (): Promise<void> => {
    const done = await copyText(text);
    setTold({ said: done ? COPIED : FAILED, about: text });
  };
  return (
    <>
      <Button
        variant={variant ?? (iconOnly ? 'ghost' : 'secondary')}
        size={size}
        aria-label={label}
        title={iconOnly ? (outcome ?? label) : undefined}
        className={cx(iconOnly && 'w-7 px-0 pointer-coarse:w-10 pointer-coarse:px-0', className)}
        onClick={() => void copy()}
      >
        {outcome === COPIED ? <Icon name="check" className="text-accent" /> : <Icon name="copy" />}
        {!iconOnly && (
          <span className="grid text-left">
            <span className={cx('col-start-1 row-start-1', outcome !== null && 'invisible')}>{label}</span>
            {/* Takes its room before it is said; said by the status below. */}
            <span className={cx('col-start-1 row-start-1', outcome === null && 'invisible')} aria-hidden="true">
              {outcome ?? COPIED}
            </span>
          </span>
        )}
      </Button>
      <span role="status" className="sr-only">
        {outcome}
      </span>
    </>
  );
}
