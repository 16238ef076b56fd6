import type { Colour, Persona } from '@plecho/domain';
import { cx } from '@/lib/class-names.ts';
import { personaInitials, personaName } from '@/lib/persona-words.ts';

const DISCS: Record<Colour, string> = {
  amber: 'bg-persona-amber',
  blue: 'bg-persona-blue',
  coral: 'bg-persona-coral',
  cyan: 'bg-persona-cyan',
  green: 'bg-persona-green',
  lilac: 'bg-persona-lilac',
  lime: 'bg-persona-lime',
  pink: 'bg-persona-pink',
  sand: 'bg-persona-sand',
  white: 'bg-persona-white',
};

/** The coloured disc of a persona with the beginning of its animal; says nothing to screen readers. */
export function PersonaDisc({ persona, className }: { persona: Persona; className?: string }) {
  return (
    <span
      aria-hidden
      className={cx(
        'inline-flex size-6 shrink-0 items-center justify-center rounded-full text-[0.6875rem] font-semibold text-page select-none',
        DISCS[persona.colour],
        className,
      )}
    >
      {personaInitials(persona)}
    </span>
  );
}

/** How somebody appears to others: the disc and «Синяя лиса». */
export function PersonaBadge({ persona, className }: { persona: Persona; className?: string }) {
  return (
    <span className={cx('inline-flex min-w-0 items-center gap-2', className)}>
      <PersonaDisc persona={persona} />
      <span className="min-w-0 truncate">{personaName(persona)}</span>
    </span>
  );
}
