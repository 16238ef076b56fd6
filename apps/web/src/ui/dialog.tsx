import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { cx } from '@/lib/class-names.ts';
import { IconButton } from './button.tsx';
import { Icon } from './icons.tsx';
import { DialogMessageLine } from './toast.tsx';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Buttons at the bottom. */
  footer?: ReactNode;
  /** On a phone a sheet from the bottom, whatever else it is on a desktop. */
  kind?: 'dialog' | 'sheet';
  size?: 'sm' | 'md' | 'lg';
}

const WIDTHS = { sm: 'sm:max-w-sm', md: 'sm:max-w-lg', lg: 'sm:max-w-2xl' };
const SHEET =
  'mt-auto mb-0 max-h-[92dvh] w-full max-w-full rounded-t-2xl rounded-b-none motion-safe:animate-[rise_180ms_var(--ease-calm)]';
const BOX =
  'sm:m-auto sm:max-h-[min(85dvh,100dvh-2*var(--message-line)-1rem)] sm:w-[calc(100%-2rem)] sm:rounded-xl sm:motion-safe:animate-[appear_140ms_var(--ease-calm)]';
/** Leaves the line of messages free, at the bottom of the window: inside, where the height of the whole is kept. */
const ROOM = 'pb-[calc(var(--message-line)+env(safe-area-inset-bottom))]';

/** The browser's own modal: keeps the focus inside, closes on Esc and gives the focus back. */
export function Dialog({ open, onClose, title, children, footer, kind = 'dialog', size = 'md' }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const pressed = useRef<EventTarget>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);
  // One that is taken off the page while open gives the focus back all the same.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);
  return (
    // A click that reaches the dialog itself came from the backdrop, if it was pressed there too: who marks a text may let go
    // of it outside. Esc does the same from the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onClose={onClose}
      onPointerDown={(event) => (pressed.current = event.target)}
      onClick={(event) => {
        if (event.target === ref.current && pressed.current === ref.current) onClose();
      }}
      className={cx(
        'overflow-hidden border border-hairline bg-panel p-0 text-left whitespace-normal text-primary backdrop:bg-black/60',
        SHEET,
        kind === 'dialog' && BOX,
        kind === 'sheet' && 'sm:mx-auto lying:max-w-3xl',
        WIDTHS[size],
      )}
    >
      {open && (
        <div className={cx('flex max-h-[inherit] flex-col', ROOM, kind === 'dialog' && 'sm:pb-0')}>
          <header className="flex items-center justify-between gap-4 border-b border-hairline py-2 pr-2 pl-4 lying:py-0">
            <h2 id={titleId} className="text-base font-semibold">
              {title}
            </h2>
            <IconButton label="Закрыть" onClick={onClose}>
              <Icon name="close" />
            </IconButton>
          </header>
          {/* What scrolls has to be reachable by the keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div
            tabIndex={0}
            role="group"
            aria-labelledby={titleId}
            className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4 -outline-offset-2"
          >
            {children}
          </div>
          {footer !== undefined && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-hairline p-3 lying:py-2">
              {footer}
            </footer>
          )}
          <DialogMessageLine />
        </div>
      )}
    </dialog>
  );
}
