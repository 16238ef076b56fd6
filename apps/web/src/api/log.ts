import { api, type LogKeys } from '@plecho/contract';
import { useQuery } from '@tanstack/react-query';
import { ApiError, call, callFile } from './client.ts';
import { keys } from './keys.ts';
import { againMs } from './query-client.ts';

/** How soon a proof that is not there yet is asked for again. */
const PENDING_MS = 2_000;

/** The keys that sign the logs, the newest first. */
export const fetchLogKeys = (): Promise<LogKeys> => call(api.log.key, {});

/** The newest checkpoint of a market's log, a signed note as it came. @throws ApiError when there is none to be had */
export async function fetchCheckpoint(market: string): Promise<string> {
  const answer = await callFile(api.log.checkpoint, { params: { market }, cache: 'no-store' });
  return answer.text();
}

/** @param path of a tile below the log: `tile/0/x001/234.p/17` @throws ApiError when it is not to be had */
export async function fetchTile(market: string, path: string): Promise<Uint8Array> {
  const answer = await callFile(api.log.tile, { params: { market, '*': path.replace(/^tile\//, '') } });
  return new Uint8Array(await answer.arrayBuffer());
}

/** The file of a proof, byte for byte, or that the log does not have its prices yet. */
export type FetchedProof = { status: 'ready'; text: string } | { status: 'pending' };

async function fetchProof(trade: string, market: string | undefined, signal: AbortSignal): Promise<FetchedProof> {
  try {
    const asked = { params: { id: trade }, query: { market }, signal };
    const answer = await callFile(api.trades.proof, asked);
    return { status: 'ready', text: await answer.text() };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'proof_pending') return { status: 'pending' };
    throw error;
  }
}

/** The proof of one of one's own trades, asked for again until its prices are in the log. */
export const useProof = (trade: string, market: string | undefined) =>
  useQuery({
    queryKey: keys.proof(market, trade),
    queryFn: ({ signal }) => fetchProof(trade, market, signal),
    staleTime: Infinity,
    // An older key may have signed it by the next visit.
    gcTime: 0,
    refetchInterval: (query) => (query.state.data?.status === 'pending' ? PENDING_MS : againMs(query)),
  });
