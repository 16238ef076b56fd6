import { randomUUID } from 'node:crypto';
import type { Client, Pool } from 'pg';
import type { Notifications } from './notifications.ts';

/** How a server that has the market answers; `failed` comes with a line that says why. */
export interface ResumeAnswer {
  outcome: 'resumed' | 'notHalted' | 'failed';
  reason: string;
}

/** A server says at once that it has heard, however long the market takes to load. */
const HEARD = 'heard';
const HEARD_WITHIN_MS = 3_000;
const ANSWERED_WITHIN_MS = 60_000;
/** A notification holds 8000 bytes at most. */
const MAX_REASON = 2_000;

const answersTo = (schema: string): string => `${schema}_resumed`;

/**
 * Lets a server answer what {@link askToResume} asks, one request after another.
 * @param resume null: another server's market
 */
export async function answerResumeRequests(
  { notifications, pool, schema }: { notifications: Notifications; pool: Pool; schema: string },
  resume: (marketId: string) => Promise<ResumeAnswer> | null,
  onError: (error: unknown) => void,
): Promise<void> {
  const say = (request: string, text: string): Promise<unknown> =>
    pool.query('SELECT pg_notify($1, $2)', [answersTo(schema), `${request} ${text}`]);
  const answer = async (text: string): Promise<void> => {
    const [request = '', marketId = ''] = text.split(' ');
    const resuming = resume(marketId);
    if (resuming === null) return;
    await say(request, HEARD);
    const { outcome, reason } = await resuming;
    await say(request, `${outcome} ${reason.slice(0, MAX_REASON)}`);
  };
  let turn = Promise.resolve();
  await notifications.resumeRequests((text) => {
    if (text !== null) turn = turn.then(() => answer(text)).catch(onError);
  });
}

/**
 * Asks whichever server has the market to go on with it.
 * @returns null when no running server has it
 */
export async function askToResume(client: Client, schema: string, marketId: string): Promise<ResumeAnswer | null> {
  const request = randomUUID();
  const answered = Promise.withResolvers<ResumeAnswer | null>();
  let timer = setTimeout(() => answered.resolve(null), HEARD_WITHIN_MS);
  client.on('notification', ({ payload = '' }) => {
    if (!payload.startsWith(`${request} `)) return;
    const [, word = '', ...rest] = payload.split(' ');
    clearTimeout(timer);
    if (word === HEARD) {
      const silent: ResumeAnswer = { outcome: 'failed', reason: 'the server has heard and does not answer' };
      timer = setTimeout(() => answered.resolve(silent), ANSWERED_WITHIN_MS);
    } else answered.resolve({ outcome: word as ResumeAnswer['outcome'], reason: rest.join(' ') });
  });
  await client.query(`LISTEN ${client.escapeIdentifier(answersTo(schema))}`);
  await client.query('SELECT pg_notify($1, $2)', [`${schema}_resume`, `${request} ${marketId}`]);
  return answered.promise;
}
