import type { LogKey } from '@plecho/contract';
import { fetchLogKeys } from '@/api/log.ts';
import { pinKey, pinnedKey, raiseAlarm } from '@/lib/log-memory.ts';
import { followKey, type KeyNews } from './follow-key.ts';

export interface CheckedKey {
  news: KeyNews;
  installation: string;
  /** As the server lists them, the newest first. */
  served: readonly LogKey[];
}

const said = (installation: string, keys: readonly string[]): string => [installation, ...keys].join('\n');

/**
 * Asks for the keys and keeps the first that is seen. Another key is kept only when the one before has signed it;
 * otherwise an alarm stays.
 * @throws ApiError when there is no answer
 */
export async function checkKey(): Promise<CheckedKey> {
  const { installation, keys: served } = await fetchLogKeys();
  const pinned = pinnedKey();
  const at = Date.now();
  const { news, keys } = followKey(pinned, {
    installation,
    newest: served[0]?.publicKey ?? '',
    rotations: served.map(({ rotation }) => rotation).filter((note) => note !== null),
  });
  if (news === 'changed') {
    const [before, now] = [
      said(pinned?.installation ?? '', pinned?.keys ?? []),
      said(
        installation,
        served.map(({ publicKey }) => publicKey),
      ),
    ];
    raiseAlarm({ kind: 'changedKey', market: null, before, now, at });
  } else if (news !== 'same') {
    pinKey({ installation, keys, at: pinned?.at ?? at });
  }
  return { news, installation, served };
}
