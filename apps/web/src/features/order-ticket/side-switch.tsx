import { useId, type ReactNode } from 'react';
import type { Side } from '@plecho/domain';
import { cx } from '@/lib/class-names.ts';
import { Icon } from '@/ui/index.ts';
import { ticketTexts as texts } from './texts.ts';
import type { OrderTicket as Ticket } from './use-order-ticket.ts';

/** Long or Short, each with its arrow, so that the choice does not hang on a colour. */
export function SideSwitch({ ticket }: { ticket: Ticket }) {
  const name = useId();
  const option = (side: Side): ReactNode => {
    const chosen = ticket.draft.side === side;
    const tone = side === 'long' ? 'bg-up-strong text-on-accent' : 'bg-down-strong text-on-accent';
    return (
      <label
        key={side}
        title={texts.sideHint[side]}
        className={cx(
          'relative flex h-9 flex-1 cursor-pointer items-center justify-center gap-1.5 rounded font-semibold transition-colors duration-150 select-none pointer-coarse:h-12',
          'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent has-disabled:pointer-events-none has-disabled:opacity-50',
          chosen ? tone : 'text-secondary hover:text-primary',
        )}
      >
        <input
          type="radio"
          name={name}
          checked={chosen}
          disabled={ticket.pending}
          onChange={() => ticket.set({ side })}
          className="absolute inset-0 cursor-pointer appearance-none outline-none"
        />
        <Icon name={side === 'long' ? 'arrowUp' : 'arrowDown'} />
        {texts.sideName[side]}
      </label>
    );
  };
  return (
    <div role="radiogroup" aria-label={texts.side} className="flex gap-0.5 rounded-md bg-page p-0.5">
      {(['long', 'short'] as const).map(option)}
    </div>
  );
}
