import type { ComponentProps, ReactNode } from 'react';
import { cx } from '@/lib/class-names.ts';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'long' | 'short' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-accent-strong text-on-accent hover:bg-[oklch(0.57_0.185_280)]',
  secondary: 'border border-hairline bg-raised text-primary hover:border-control',
  ghost: 'text-secondary hover:bg-raised hover:text-primary',
  long: 'bg-up-strong text-on-accent hover:bg-[oklch(0.54_0.115_160)]',
  short: 'bg-down-strong text-on-accent hover:bg-[oklch(0.57_0.185_22)]',
  danger: 'border border-down/60 text-down hover:bg-down-soft',
};

const SIZES: Record<ButtonSize, string> = {
  sm: 'h-7 gap-1.5 rounded px-2.5 text-xs pointer-coarse:h-10 pointer-coarse:px-3 pointer-coarse:text-sm',
  md: 'h-9 gap-2 rounded-md px-3.5 text-sm pointer-coarse:h-11',
  lg: 'h-12 gap-2 rounded-lg px-5 text-base',
};

export const buttonClass = (
  variant: ButtonVariant = 'secondary',
  size: ButtonSize = 'md',
  className?: string,
): string =>
  cx(
    'inline-flex shrink-0 items-center justify-center font-medium whitespace-nowrap transition-colors duration-150 select-none',
    'disabled:pointer-events-none disabled:opacity-45 aria-busy:pointer-events-none',
    'aria-disabled:pointer-events-none aria-disabled:opacity-45',
    VARIANTS[variant],
    SIZES[size],
    className,
  );

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Sending: shows a spinner and takes no further clicks, but keeps the focus. */
  pending?: boolean;
  /** What was sent may have arrived or not, and is being found out: pending, with words for it. */
  checking?: boolean;
  children: ReactNode;
}

const CHECKING = 'Проверяем, что стало с заявкой…';
const CHECKING_SHORT = 'Проверяем…';

export function Button({ variant, size, pending, checking, className, children, onClick, type, ...rest }: ButtonProps) {
  const isBusy = pending === true || checking === true;
  const words = size === 'sm' ? CHECKING_SHORT : CHECKING;
  return (
    <>
      <button
        type={type ?? 'button'}
        className={buttonClass(variant, size, className)}
        aria-busy={isBusy || undefined}
        onClick={(event) => {
          if (isBusy) event.preventDefault();
          else onClick?.(event);
        }}
        {...rest}
      >
        {isBusy && <Spinner />}
        {checking === true ? words : children}
      </button>
      {/* A button's own words are not read out when they change. */}
      {checking !== undefined && (
        <span role="status" className="sr-only">
          {checking && CHECKING}
        </span>
      )}
    </>
  );
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** What it does: read out, and shown as a tooltip. */
  label: string;
  size?: 'sm' | 'md';
  children: ReactNode;
}

export function IconButton({ label, size = 'md', className, children, type, ...rest }: IconButtonProps) {
  return (
    <button
      type={type ?? 'button'}
      aria-label={label}
      title={label}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-md text-secondary transition-colors duration-150',
        'hover:bg-raised hover:text-primary disabled:pointer-events-none disabled:opacity-45',
        size === 'sm' ? 'size-7 pointer-coarse:size-10' : 'size-9 pointer-coarse:size-11',
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}
