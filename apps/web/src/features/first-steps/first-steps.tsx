import type { ReactNode } from 'react';
import { paths } from '@/app/paths.ts';
import { cx } from '@/lib/class-names.ts';
import { Button } from '@/ui/button.tsx';
import { Icon } from '@/ui/icons.tsx';
import { Link } from '@/ui/link.tsx';
import { firstStepsTexts as texts } from './texts.ts';
import { STEPS, useFirstSteps, type Step } from './use-first-steps.ts';

interface FirstStepsProps {
  /** Where each step is taken; without one it is taken on this screen. */
  links: Partial<Record<Step, string>>;
  /** Begins the first of them step by step. */
  tour?: ReactNode;
  /** Side by side where there is room for it. */
  across?: boolean;
}

function Mark({ number, isDone }: { number: number; isDone: boolean }) {
  return (
    <span
      className={cx(
        'grid size-5 shrink-0 place-items-center rounded-full text-xs tabular',
        isDone ? 'bg-accent-strong text-on-accent' : 'border border-control text-secondary',
      )}
    >
      {isDone ? <Icon name="check" className="size-3" /> : number}
    </span>
  );
}

/** What to try first, and what of it has happened. */
export function FirstSteps({ links, tour, across = false }: FirstStepsProps) {
  const { done } = useFirstSteps();
  return (
    <ol className={cx('grid gap-x-6 gap-y-3', across && 'md:grid-cols-3')}>
      {STEPS.map((step, index) => {
        const { title, text, link } = texts.step[step];
        const isDone = done.includes(step);
        const href = links[step];
        return (
          <li key={step} className="flex min-w-0 gap-2.5">
            <Mark number={index + 1} isDone={isDone} />
            <div className="min-w-0">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1 has-[button]:pb-1">
                <p className={cx('font-medium', isDone && 'text-secondary')}>
                  {title}
                  {isDone && <span className="text-xs font-normal text-accent"> · {texts.done}</span>}
                </p>
                {step === 'trade' && tour}
              </div>
              <p className="text-xs text-muted">
                {text}{' '}
                {href !== undefined && !isDone && (
                  <Link
                    href={href}
                    className="relative whitespace-nowrap text-accent underline underline-offset-3 after:absolute after:inset-x-0 after:-inset-y-1.5"
                  >
                    {link}
                  </Link>
                )}
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** Below the steps: what else there is, and a way to be rid of them. */
export function FirstStepsFoot({ marketsHref = paths.markets() }: { marketsHref?: string }) {
  const { setDismissed } = useFirstSteps();
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-xs text-muted">
      <p>
        <Link href={marketsHref} className="inline-block py-1 text-secondary underline underline-offset-3">
          {texts.replays}
        </Link>
      </p>
      <p className="flex items-center gap-2">
        {texts.found}
        <Button size="sm" variant="ghost" onClick={() => setDismissed(true)}>
          {texts.dismiss}
        </Button>
      </p>
    </div>
  );
}
