import { useEffect, useId, useLayoutEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { cx } from '@/lib/class-names.ts';
import { IconButton } from './button.tsx';
import { Icon, type IconName } from './icons.tsx';

export type ToastTone = 'neutral' | 'success' | 'error' | 'warn';

interface ToastOptions {
  tone?: ToastTone;
  /** What is said more quietly after the text. */
  detail?: string;
  /** A link to where it is explained. */
  action?: { label: string; onClick: () => void };
}

interface ToastItem extends ToastOptions {
  id: number;
  text: string;
}

/** A message goes by itself, unless it is pointed at or has the focus. */
const DURATION_MS = 6_000;
/** One that needs reading or offers something. */
const LONG_DURATION_MS = 12_000;
const MAX_KEPT = 3;

interface State {
  /** The last one is shown; those before it wait for their turn. */
  items: readonly ToastItem[];
  /** Lines on the page; the last one shows, because a dialog makes everything outside of it unreachable. */
  lines: readonly string[];
}

let state: State = { items: [], lines: [] };
let lastId = 0;
const listeners = new Set<() => void>();

function set(change: Partial<State>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

const dismiss = (id: number): void => set({ items: state.items.filter((item) => item.id !== id) });

/** Whether it is worth coming back to when a newer message has gone. */
const lasts = ({ tone, action }: ToastItem): boolean => tone === 'error' || tone === 'warn' || action !== undefined;

/** Says something on the line of messages. Refusals of a field belong beside the field, not here. */
export function toast(text: string, options: ToastOptions = {}): void {
  lastId += 1;
  const waiting = state.items.filter((item) => lasts(item) && item.text !== text);
  set({ items: [...waiting, { id: lastId, text, ...options }].slice(-MAX_KEPT) });
}

toast.success = (text: string, options?: ToastOptions): void => toast(text, { ...options, tone: 'success' });
toast.error = (text: string, options?: ToastOptions): void => toast(text, { ...options, tone: 'error' });
toast.warn = (text: string, options?: ToastOptions): void => toast(text, { ...options, tone: 'warn' });

/** Takes back what is true no more. */
toast.retract = (text: string): void => set({ items: state.items.filter((item) => item.text !== text) });

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

function Message({ item }: { item: ToastItem }) {
  const { id, text, detail, action, tone = 'neutral' } = item;
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => dismiss(id), lasts(item) ? LONG_DURATION_MS : DURATION_MS);
    return () => clearTimeout(timer);
  }, [isHeld, id, item]);
  return (
    <div
      className="pointer-events-auto flex h-full items-center gap-2 motion-safe:animate-[appear_160ms_var(--ease-calm)]"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={LOOK[tone].icon} className={LOOK[tone].className} />
      <p className="line-clamp-2 min-w-0 text-xs text-primary">
        <span>{text}</span>
        {detail !== undefined && <span className="ml-2 text-secondary">{detail}</span>}
      </p>
      {action !== undefined && (
        <button
          type="button"
          className="h-6 shrink-0 rounded px-1.5 text-xs font-medium text-accent hover:underline pointer-coarse:h-9 pointer-coarse:px-3"
          onClick={() => {
            dismiss(id);
            action.onClick();
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton
        label="Закрыть сообщение"
        size="sm"
        className="ml-auto size-6! pointer-coarse:size-9!"
        onClick={() => dismiss(id)}
      >
        <Icon name="close" className="size-3.5" />
      </IconButton>
    </div>
  );
}

/** The message to show on this line; null while another line is nearer. */
function useMessage(): ToastItem | null {
  const id = useId();
  useLayoutEffect(() => {
    set({ lines: [...state.lines, id] });
    return () => set({ lines: state.lines.filter((line) => line !== id) });
  }, [id]);
  const { items, lines } = useSyncExternalStore(listen, () => state);
  return lines.at(-1) === id ? (items.at(-1) ?? null) : null;
}

/** Read out politely; what it shows appears beside nothing that is pressed. */
function Line() {
  const message = useMessage();
  return (
    <div role="status" aria-live="polite" className="h-full has-[p]:flex-1">
      {message === null ? null : <Message key={message.id} item={message} />}
    </div>
  );
}

/**
 * The line at the bottom of a screen. It always has its place, so that a message covers nothing and moves nothing.
 * @param props.children what it says while there is no message
 */
export function MessageLine({ children }: { children?: ReactNode }) {
  return (
    <div className="message-line">
      <Line />
      <div className="message-idle">{children}</div>
    </div>
  );
}

/** The same line while a dialog is open: over the backdrop, in the room that the dialog leaves at the bottom. */
export function DialogMessageLine() {
  return (
    <div className={cx('message-line', 'message-line-above')}>
      <Line />
    </div>
  );
}
