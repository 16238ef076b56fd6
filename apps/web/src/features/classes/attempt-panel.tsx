import type { ClassInfo, ClassMembers } from '@plecho/contract';
import { paths } from '@/app/paths.ts';
import { isMobileDevice } from '@/lib/device.ts';
import { formatShare } from '@/lib/format.ts';
import { Badge, type BadgeTone } from '@/ui/badge.tsx';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { Link } from '@/ui/link.tsx';
import { Money } from '@/ui/money.tsx';
import { Panel } from '@/ui/panel.tsx';
import { PercentText } from '@/ui/percent-text.tsx';
import { roomOf } from './progress.ts';
import { attemptWords, texts } from './texts.ts';

const { attempt: words } = texts;

const TONES: Record<keyof typeof words.state, BadgeTone> = {
  none: 'neutral',
  active: 'accent',
  passed: 'up',
  ended: 'down',
};

function Progress({ share }: { share: number }) {
  return (
    <div
      role="progressbar"
      aria-label={words.progress}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(share * 100)}
      aria-valuetext={formatShare(BigInt(Math.floor(share * 10_000)))}
      className="h-1.5 overflow-hidden rounded-full bg-raised"
    >
      <div className="h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
    </div>
  );
}

/** Where a new season of the account in `market` is begun, on this kind of device. */
const seasonsOf = (market: string): string => (isMobileDevice() ? paths.mobileAssets(market) : paths.assets(market));

/** One's own attempt between the rules of its class. */
export function AttemptPanel({ found, board }: { found: ClassInfo; board: ClassMembers }) {
  const row = board.items.find(({ own }) => own);
  if (board.own === null || row === undefined) {
    return (
      <Panel title={words.title}>
        <p className="text-secondary">{words.none}</p>
      </Panel>
    );
  }
  const { result, toTarget, progress, dayLeft, lossLeft } = roomOf(board.own, found.rules);
  const isStopped = found.over && row.attempt === 'active';
  return (
    <Panel
      title={words.title}
      aside={<Badge tone={isStopped ? 'neutral' : TONES[row.attempt]}>{attemptWords(row.attempt, found.over)}</Badge>}
    >
      <div className="flex flex-col gap-3">
        {row.attempt === 'ended' && (
          <p className="text-warn">
            {words.ended}{' '}
            {!found.over && (
              <Link href={seasonsOf(board.market)} className="text-accent underline underline-offset-3">
                {words.again}
              </Link>
            )}
          </p>
        )}
        <FactList>
          <Fact name={words.result} strong>
            <Money value={result} signed unit /> <PercentText value={row.returnPercent} bracketed />
          </Fact>
          {toTarget !== null && (
            <Fact name={words.toTarget}>{toTarget === 0n ? words.reached : <Money value={toTarget} unit />}</Fact>
          )}
          {dayLeft !== null && (
            <Fact name={words.dayLeft}>
              <Money value={dayLeft} unit />
            </Fact>
          )}
          {lossLeft !== null && (
            <Fact name={words.lossLeft}>
              <Money value={lossLeft} unit />
            </Fact>
          )}
        </FactList>
        {progress !== null && <Progress share={progress} />}
        <p className="text-xs text-muted">{words.closedOnly}</p>
      </div>
    </Panel>
  );
}
