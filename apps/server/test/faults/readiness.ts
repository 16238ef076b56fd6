import type { Site } from './trader.ts';

/** A process that stops says so for a second: whoever looks less often may miss it. */
const OFTEN_MS = 300;

/** What a process says of its readiness: 0 when it takes no connection, null when it says nothing in time. */
async function statusOf({ url }: Site): Promise<number | null> {
  try {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(OFTEN_MS) });
    await answer.body?.cancel();
    return answer.status;
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    return cause?.code === 'ECONNREFUSED' ? 0 : null;
  }
}

/**
 * Looks all the time whether a process is ready, while it is stopped.
 * @returns whether it said that it is not before it took no more connections; nothing when the machine was too busy to look
 * often enough
 */
export async function readinessWhile(site: Site, stop: () => Promise<void>): Promise<boolean[]> {
  const looks: { at: number; status: number }[] = [];
  const look = async (): Promise<void> => {
    const at = performance.now();
    const status = await statusOf(site);
    if (status !== null) looks.push({ at, status });
  };
  await look();
  let isStopped = false;
  const stopped = stop().finally(() => (isStopped = true));
  while (!isStopped) await look();
  await stopped;
  const last = looks.findLastIndex(({ status }) => status === 200);
  const [ready, next] = [looks[last], looks[last + 1]];
  if (ready === undefined || next === undefined || next.at - ready.at > OFTEN_MS) return [];
  return [next.status === 503];
}
