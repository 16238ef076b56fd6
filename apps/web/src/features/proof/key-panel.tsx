import { useSyncExternalStore } from 'react';
import { fromBase64, keyFingerprint } from '@plecho/proofs';
import { formatDateTime } from '@/lib/format.ts';
import { listenToPinnedKey, pinnedKey } from '@/lib/log-memory.ts';
import { CopyButton } from '@/ui/copy-button.tsx';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { Grouped } from '@/ui/grouped.tsx';
import { Panel } from '@/ui/panel.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { cx } from '@/lib/class-names.ts';
import type { CheckedKey } from './check-key.ts';
import { chainOf } from './follow-key.ts';
import { keyTexts as texts } from './key-texts.ts';
import { useCheckedKey } from './use-checked-key.ts';

/** SHA-256 of a public key in Base64, 64 hexadecimal digits. */
const fingerprintOf = (publicKey: string): string => keyFingerprint(fromBase64(publicKey) ?? new Uint8Array());

/** A fingerprint that two people can read to each other. */
function Fingerprint({ of }: { of: string }) {
  const fingerprint = fingerprintOf(of);
  return (
    <div>
      <p className="text-xs text-secondary">{texts.fingerprint}</p>
      <div className="mt-0.5 flex items-start gap-2">
        <span className="min-w-0 flex-1 code">
          <Grouped text={fingerprint} />
        </span>
        <CopyButton text={fingerprint} label={texts.copy} iconOnly className="-my-1" />
      </div>
    </div>
  );
}

/** The keys before the newest one, each with when it was made. */
function Earlier({ checked: { installation, served } }: { checked: CheckedKey }) {
  const rotations = served.map(({ rotation }) => rotation).filter((note) => note !== null);
  const chain = chainOf({ installation, newest: served[0]?.publicKey ?? '', rotations });
  const earlier = served.slice(1);
  if (earlier.length === 0) return null;
  return (
    <div>
      <h3 className="font-semibold">{texts.rotations}</h3>
      <ul className="mt-1 flex flex-col gap-1.5">
        {earlier.map(({ publicKey, madeAt }) => (
          <li key={publicKey} className="text-xs text-secondary">
            <span className="break-all code">{fingerprintOf(publicKey)}</span>
            <span className="block text-muted">
              {texts.made} {formatDateTime(madeAt / 1000)}
              {chain.includes(publicKey) && `, ${texts.handedOver}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The key that signs the logs: as the server says now, or as this browser remembers it. */
export function KeyPanel() {
  const { data: checked, isError } = useCheckedKey();
  const pinned = useSyncExternalStore(listenToPinnedKey, pinnedKey);
  const key = checked?.served[0]?.publicKey ?? pinned?.keys[0];
  const isChanged = checked?.news === 'changed';
  return (
    <Panel title={texts.title}>
      <div className="flex flex-col gap-3">
        <p className="max-w-prose text-pretty text-secondary">{texts.lead}</p>
        {key !== undefined && <Fingerprint of={key} />}
        {key === undefined && !isError && <Skeleton label={texts.loading} className="h-12" />}
        {key === undefined && isError && <p className="text-warn">{texts.unknown}</p>}
        {checked !== undefined && (
          <p
            role={isChanged ? 'alert' : undefined}
            className={cx('text-pretty', isChanged ? 'text-down' : 'text-primary')}
          >
            {texts.news[checked.news]}
          </p>
        )}
        {checked === undefined && isError && pinned !== null && <p className="text-warn">{texts.offline}</p>}
        {pinned !== null && (
          <FactList className="max-w-lg">
            <Fact name={texts.installation}>
              <span className="break-all code">{pinned.installation}</span>
            </Fact>
            <Fact name={texts.since}>{formatDateTime(pinned.at / 1000)}</Fact>
          </FactList>
        )}
        {checked !== undefined && <Earlier checked={checked} />}
      </div>
    </Panel>
  );
}
