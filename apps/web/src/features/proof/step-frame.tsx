import type { ReactNode } from 'react';
import type { StepResult } from '@plecho/proofs';
import { cx } from '@/lib/class-names.ts';
import { Icon } from '@/ui/icons.tsx';
import { OUTCOME_WORDS } from './step-texts.ts';

type Outcome = StepResult['outcome'];

const TONES: Readonly<Record<Outcome, string>> = { passed: 'text-up', failed: 'text-down', unchecked: 'text-muted' };

interface StepFrameProps {
  title: string;
  outcome: Outcome;
  /** What it proves, what is wrong, or why it was not checked. */
  sentence: string;
  /** Its numbers. */
  children?: ReactNode;
}

/** The place of one step of a check; how it ended has a sign and words before any colour. */
export function StepFrame({ title, outcome, sentence, children }: StepFrameProps) {
  return (
    <li className="flex gap-3 border-t border-hairline py-3.5 first:border-0 first:pt-1 last:pb-0">
      <span className={cx('mt-0.5 flex size-4 shrink-0 items-center justify-center', TONES[outcome])}>
        {outcome === 'unchecked' ? (
          <span aria-hidden="true" className="h-0.5 w-2.5 rounded bg-current" />
        ) : (
          <Icon name={outcome === 'passed' ? 'check' : 'alert'} />
        )}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div>
          <h3 className="flex flex-wrap items-baseline gap-x-2 font-semibold">
            {title} <span className={cx('text-xs font-normal', TONES[outcome])}>{OUTCOME_WORDS[outcome]}</span>
          </h3>
          <p className={cx('text-pretty', outcome === 'failed' ? 'text-down' : 'text-secondary')}>{sentence}</p>
        </div>
        {children}
      </div>
    </li>
  );
}
