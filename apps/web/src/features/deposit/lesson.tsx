import type { ReactNode } from 'react';
import { paths } from '@/app/paths.ts';
import { cx } from '@/lib/class-names.ts';
import { networkTitle, shortened } from '@/lib/coins.ts';
import { Icon } from '@/ui/icons.tsx';
import { Link } from '@/ui/link.tsx';
import type { Lesson } from './refusal.ts';
import { texts } from './texts.ts';

const { lesson: words } = texts;

interface BoxProps {
  title: string;
  address: string;
  note: string;
  /** Whether the coins are here. */
  hasCoins: boolean;
  children: ReactNode;
}

function Box({ title, address, note, hasCoins, children }: BoxProps) {
  return (
    <div
      className={cx(
        'flex min-w-0 flex-1 flex-col gap-1 rounded-md border p-3',
        hasCoins ? 'border-down/60 bg-down-soft' : 'border-dashed border-control bg-page',
      )}
    >
      <span className="text-xs text-secondary">{children}</span>
      <span className="font-semibold">{title}</span>
      <span className="font-mono text-xs break-all text-secondary">{address}</span>
      <span className={cx('mt-1 inline-flex items-start gap-1.5 text-xs', hasCoins ? 'text-down' : 'text-muted')}>
        <Icon name={hasCoins ? 'alert' : 'close'} className="mt-0.5 size-3" />
        {note}
      </span>
    </div>
  );
}

/** What is different about the two places. */
function placesOf({ kind, sent, watched }: Lesson): { sent: string; watched: string } {
  const isNetwork = kind === 'network';
  return {
    sent: sent === null ? words.unknownSent : isNetwork ? networkTitle(sent.network) : sent.asset,
    watched: watched === null ? words.unknownWatched : isNetwork ? networkTitle(watched.network) : watched.asset,
  };
}

/** Why the coins are lost, as a picture and in plain words. */
export function LessonPanel({ lesson }: { lesson: Lesson }) {
  const isNetwork = lesson.kind === 'network';
  const title = isNetwork ? words.otherNetworkTitle : words.otherAssetTitle;
  const { sent, watched } = placesOf(lesson);
  const address = shortened(lesson.sent?.to ?? '');
  return (
    <section
      aria-label={title}
      className="@container flex flex-col gap-3 rounded-lg border border-warn/40 bg-warn-soft p-4"
    >
      <h3 className="inline-flex items-center gap-2 text-base font-semibold text-warn">
        <Icon name="alert" />
        {title}
      </h3>
      <div className="flex flex-col items-stretch gap-2 @md:flex-row @md:items-center">
        <Box hasCoins title={sent} address={address} note={words.nobody}>
          {words.sentTo}
        </Box>
        <span className="flex items-center justify-center gap-1.5 text-center text-xs text-secondary @md:w-20 @md:flex-col">
          <span aria-hidden="true" className="text-base text-warn">
            ≠
          </span>
          {words.sameAddress}
        </span>
        <Box hasCoins={false} title={watched} address={address} note={words.nothing}>
          {words.watchedAt}
        </Box>
      </div>
      <div className="flex flex-col gap-2 text-secondary">
        {(isNetwork ? words.otherNetwork : words.otherAsset).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p className="font-medium text-primary">{words.cost}</p>
      </div>
      {lesson.sent !== null && (
        <Link href={paths.network(lesson.sent.hash)} className="self-start text-accent underline underline-offset-3">
          {words.lookUp}
        </Link>
      )}
    </section>
  );
}
