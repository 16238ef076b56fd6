import { useEffect, useRef, useState } from 'react';
import type { OperatorSession } from '@plecho/contract';
import { paths } from '@/app/paths.ts';
import { useStepDown } from '@/api/admin.ts';
import { cx } from '@/lib/class-names.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button, buttonClass } from '@/ui/button.tsx';
import { Link } from '@/ui/link.tsx';
import { formatCountdown } from './format.ts';
import { SECTIONS, type Section } from './sections.ts';
import { texts } from './texts.ts';

const SECOND_MS = 1_000;

/** The time of this browser, once a second. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function Closing({ session }: { session: OperatorSession }) {
  const now = useNow();
  const { idleEndsAt, endsAt } = session;
  if (idleEndsAt === null || endsAt === null) return null;
  return (
    <span className="text-xs whitespace-nowrap text-muted tabular max-md:hidden">
      {texts.closesIn(formatCountdown(Math.min(idleEndsAt, endsAt) - now))}
    </span>
  );
}

/** The sections in one line, which a phone scrolls sideways. */
function Sections({ section }: { section: Section }) {
  const line = useRef<HTMLElement>(null);
  useEffect(() => {
    const here = line.current?.querySelector<HTMLElement>('[aria-current]');
    if (line.current === null || here === null || here === undefined) return;
    line.current.scrollLeft = here.offsetLeft - (line.current.clientWidth - here.offsetWidth) / 2;
  }, [section]);
  return (
    <nav
      ref={line}
      aria-label={texts.navigation}
      className="relative flex overflow-x-auto border-b border-hairline px-2 [scrollbar-width:none] sm:px-4"
    >
      {SECTIONS.map((each) => (
        <Link
          key={each}
          href={paths.admin(each)}
          aria-current={each === section ? 'page' : undefined}
          className={cx(
            '-mb-px inline-flex h-10 items-center border-b-2 px-3 font-medium whitespace-nowrap -outline-offset-2 transition-colors duration-150 pointer-coarse:h-12',
            each === section ? 'border-accent text-primary' : 'border-transparent text-secondary hover:text-primary',
          )}
        >
          {texts.sections[each]}
        </Link>
      ))}
    </nav>
  );
}

/** Where one is in the operator area, and the ways out of it. `section` is null before the step-up. */
export function AdminHeader({ section, session }: { section: Section | null; session: OperatorSession | undefined }) {
  const { mutate: leave, isPending } = useStepDown();
  return (
    <>
      <header className="top-bar">
        <Link href={paths.start()} className="brand">
          <span className="max-[30rem]:sr-only">Плечо</span>
        </Link>
        <Badge tone="accent">{texts.title}</Badge>
        <span className="flex-1" />
        {section !== null && session !== undefined && <Closing session={session} />}
        {section !== null && (
          <Button variant="ghost" size="sm" pending={isPending} onClick={() => leave()}>
            {texts.leave}
          </Button>
        )}
        <Link href={paths.start()} className={buttonClass('secondary', 'sm', 'max-sm:hidden')}>
          {texts.back}
        </Link>
      </header>
      {section !== null && <Sections section={section} />}
    </>
  );
}
