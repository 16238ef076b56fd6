import { useSession } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { FirstSteps as Steps } from '@/features/first-steps/first-steps.tsx';
import { firstStepsTexts as texts } from '@/features/first-steps/texts.ts';
import { STEPS, useFirstSteps } from '@/features/first-steps/use-first-steps.ts';
import { StartTour } from '@/features/tour/start-tour.tsx';
import { cx } from '@/lib/class-names.ts';
import { Button } from '@/ui/button.tsx';
import { Chapter } from '@/ui/prose.tsx';

/** The first steps, where they are found after they have been hidden. */
export function FirstSteps() {
  const { status } = useSession();
  const { done, isDismissed, setDismissed } = useFirstSteps();
  const isComplete = done.length === STEPS.length;
  return (
    <Chapter id="first-steps" title={texts.title}>
      <Steps
        // It keeps its place while it is not known who is here.
        tour={
          <span className={cx(status !== 'signedIn' && 'invisible')}>
            <StartTour />
          </span>
        }
        links={{ trade: paths.start(), receipt: paths.history(), coins: paths.deposit() }}
      />
      {isComplete && <p>{texts.complete}</p>}
      {status === 'signedIn' && isDismissed && !isComplete && (
        <p>
          <Button size="sm" onClick={() => setDismissed(false)}>
            {texts.restore}
          </Button>
        </p>
      )}
    </Chapter>
  );
}
