import { formatCount } from '@/lib/format.ts';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { isSound, type KnownHead } from './check-log.ts';
import { factTexts } from './fact-texts.ts';
import { growthTexts as texts } from './growth-texts.ts';
import { StepFrame } from './step-frame.tsx';
import { useCheckedLog } from './use-checked-log.ts';

/** That the log as it is served now has grown out of the one that a file was signed with. It needs the server. */
export function LogGrowth({ market, head }: { market: string; head: KnownHead }) {
  const { data, failureReason } = useCheckedLog(market, head);
  // Said at the first failure, though it is asked for a few times more.
  const waiting = failureReason === null ? texts.checking : texts.unreachable;
  const outcome = data === undefined ? 'unchecked' : isSound(data.outcome) ? 'passed' : 'failed';
  return (
    <StepFrame
      title={texts.title}
      outcome={outcome}
      sentence={data === undefined ? waiting : texts.outcomes[data.outcome]}
    >
      {data !== undefined && (
        <FactList className="text-xs">
          <Fact name={factTexts.size}>
            {formatCount(Number(head.size))} → {formatCount(Number(data.head.size))}
          </Fact>
        </FactList>
      )}
    </StepFrame>
  );
}
