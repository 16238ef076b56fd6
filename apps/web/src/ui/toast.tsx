import { useSyncExternalStore } from 'react';
import { cx } from '@/lib/class-names.ts';
import { IconButton } from './button.tsx';
import { Icon, type IconName } from './icons.tsx';

export type ToastTone = 'neutral' | 'success' | 'error' | 'warn';

interface ToastOptions {
  tone?: ToastTone;
  /** A second line. */
  detail?: string;
  /** A link to where it is explained. */
  action?: { label: string; onClick: () => void };
  /** Milliseconds until it goes by itself; it stays while it is pointed at. */
  durationMs?: number;
}

interface ToastItem extends ToastOptions {
  id: number;
  text: string;
}

const DURATION_MS = 6_000;
const MAX_SHOWN = 3;

let items: readonly ToastItem[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly ToastItem[]): void {
  items = next;
  for (const listener of listeners) listener();
}

const dismiss = (id: number): void => set(items.filter((item) => item.id !== id));

/** Says something in the corner of the screen. Refusals of a field belong beside the field, not here. */
export function toast(text: string, options: ToastOptions = {}): void {
  lastId += 1;
  const id = lastId;
  set([...items.filter((item) => item.text !== text), { id, text, ...options }].slice(-MAX_SHOWN));
  setTimeout(() => dismiss(id), options.durationMs ?? DURATION_MS);
}

toast.success = (text: string, options?: ToastOptions): void => toast(text, { ...options, tone: 'success' });
toast.error = (text: string, options?: ToastOptions): void => toast(text, { ...options, tone: 'error' });
toast.warn = (text: string, options?: ToastOptions): void => toast(text, { ...options, tone: 'warn' });

const LOOK: Record<ToastTone, { icon: IconName; className: string }> = {
  neutral: { icon: 'info', className: 'text-secondary' },
  success: { icon: 'check', className: 'text-accent' },
  error: { icon: 'alert', className: 'text-down' },
  warn: { icon: 'alert', className: 'text-warn' },
};

const listen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Where toasts appear; read out politely when they do. */
export function Toaster() {
  const shown = useSyncExternalStore(listen, () => items);
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--toast-inset,4.5rem)+env(safe-area-inset-bottom))] z-50 flex flex-col items-center gap-2 px-4 sm:inset-x-auto sm:right-4 sm:bottom-4 sm:items-end sm:px-0 max-sm:*:not-last:hidden"
    >
      {shown.map(({ id, text, detail, action, tone = 'neutral' }) => (
        <div
          key={id}
          className="pointer-events-auto flex w-full max-w-sm items-start gap-3 rounded-lg border border-hairline bg-raised py-2.5 pr-1.5 pl-3 motion-safe:animate-[appear_160ms_var(--ease-calm)]"
        >
          <Icon name={LOOK[tone].icon} className={cx('mt-0.5', LOOK[tone].className)} />
          <div className="min-w-0 flex-1">
            <p className="break-words text-primary">{text}</p>
            {detail !== undefined && <p className="text-xs text-secondary">{detail}</p>}
            {action !== undefined && (
              <button
                type="button"
                className="mt-1 font-medium text-accent hover:underline"
                onClick={() => {
                  dismiss(id);
                  action.onClick();
                }}
              >
                {action.label}
              </button>
            )}
          </div>
          <IconButton label="Закрыть сообщение" size="sm" className="-my-1" onClick={() => dismiss(id)}>
            <Icon name="close" className="size-3.5" />
          </IconButton>
        </div>
      ))}
    </div>
  );
}
