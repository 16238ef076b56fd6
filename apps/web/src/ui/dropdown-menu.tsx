import { useId, useRef, type ReactNode } from 'react';
import { cx } from '@/lib/class-names.ts';

/** Between a button and its menu, and between a menu and the edge of the window. */
const [GAP, EDGE] = [6, 8];

interface DropdownMenuProps {
  /** What the button shows. */
  trigger: ReactNode;
  /** What the button is called, when what it shows doesn't say it. */
  label?: string;
  className?: string;
  /** Links and buttons, each a {@link menuItemClass}. */
  children: ReactNode;
}

export const menuItemClass =
  'flex w-full items-center gap-2.5 rounded px-2.5 py-2 text-left text-secondary hover:bg-hairline/60 hover:text-primary';

/** A button that opens a short list of links and actions; the browser closes it on Esc and outside clicks. */
export function DropdownMenu({ trigger, label, className, children }: DropdownMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const place = (): void => {
    if (menu.current === null || button.current === null) return;
    const at = button.current.getBoundingClientRect();
    // Above the button where there is more room than below it.
    const [below, above] = [window.innerHeight - at.bottom - GAP - EDGE, at.top - GAP - EDGE];
    const fits = menu.current.offsetHeight <= below || below >= above;
    menu.current.style.maxHeight = `${fits ? below : above}px`;
    const top = fits ? at.bottom + GAP : Math.max(EDGE, at.top - GAP - menu.current.offsetHeight);
    menu.current.style.top = `${top}px`;
    const left = Math.min(at.left, window.innerWidth - menu.current.offsetWidth - EDGE);
    menu.current.style.left = `${Math.max(EDGE, left)}px`;
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={label}
        className={cx(
          'inline-flex h-9 items-center gap-1.5 rounded-md px-2 text-secondary hover:bg-raised hover:text-primary pointer-coarse:h-11',
          className,
        )}
      >
        {trigger}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        onToggle={(event) => {
          if (event.newState === 'open') place();
        }}
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
        onClick={() => menu.current?.hidePopover()}
        className="fixed inset-auto m-0 min-w-52 overflow-y-auto overscroll-contain rounded-lg border border-hairline bg-raised p-1 text-primary shadow-lg shadow-black/30 motion-safe:open:animate-[appear_140ms_var(--ease-calm)]"
      >
        {children}
      </div>
    </>
  );
}
