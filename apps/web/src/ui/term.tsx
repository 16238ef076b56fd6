import { useId, useRef, type CSSProperties, type ReactNode } from 'react';

interface TermProps {
  children: ReactNode;
  /** The plain meaning. */
  explanation: ReactNode;
}

/** Puts the popover below its term and inside the window. */
function place(popover: HTMLElement, term: HTMLElement): void {
  const edge = 8;
  const at = term.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = popover;
  const left = Math.max(edge, Math.min(at.left, window.innerWidth - offsetWidth - edge));
  const below = at.bottom + 6;
  const fits = below + offsetHeight + edge <= window.innerHeight;
  popover.style.left = `${left}px`;
  popover.style.top = `${fits ? below : Math.max(edge, at.top - offsetHeight - 6)}px`;
}

/** A term of the trade with a dotted underline; a click opens what it means. */
export function Term({ children, explanation }: TermProps) {
  const id = useId();
  const anchor = { anchorName: `--${id.replaceAll(/[^\w-]/g, '')}` } as CSSProperties;
  const button = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLSpanElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        style={anchor}
        className="relative cursor-help text-left underline decoration-muted decoration-dotted underline-offset-3 hover:decoration-primary pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-1"
      >
        {children}
      </button>
      <span
        ref={popover}
        id={id}
        popover="auto"
        role="note"
        onToggle={(event) => {
          if (event.newState === 'open' && popover.current !== null && button.current !== null) {
            place(popover.current, button.current);
          }
        }}
        className="fixed inset-auto m-0 max-w-[min(20rem,calc(100vw-1rem))] rounded-lg border border-hairline bg-raised px-3 py-2 text-sm font-normal text-secondary shadow-lg shadow-black/30 motion-safe:open:animate-[appear_140ms_var(--ease-calm)]"
      >
        {explanation}
      </span>
    </>
  );
}
