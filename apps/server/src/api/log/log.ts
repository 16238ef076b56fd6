import { api } from '@plecho/contract';
import { toWireLogKeys } from '../../wire/log.ts';
import { sendFile, type FileAnswer } from '../file-answers.ts';
import { handle, handleFile } from '../handle.ts';
import type { Server, Services } from '../server.ts';
import { marketOf } from '../trading/commands.ts';

const YEAR = 31_536_000;
/** Long enough that whoever compares asks for what is there, short enough that a newer one is soon seen. */
const PARTIAL_SECONDS = 60;
const CHECKPOINT_SECONDS = 2;

/** The logs of the markets' prices: what is in them, and who signed it. Whoever asks gets the same (charter rule C3). */
export function logRoutes(app: Server, services: Services): void {
  const { logs, logKeys, replays } = services;

  /** What is somebody's own may not be kept on the way to them. */
  const cacheOf = (marketId: string, seconds: number): FileAnswer['cache'] => ({
    shared: !replays.sessions.isPersonal(marketId),
    seconds,
    immutable: seconds === YEAR,
  });

  handle(app, api.log.key, () => toWireLogKeys(logKeys));

  handleFile(app, api.log.checkpoint, async (request, reply) => {
    const { id } = marketOf(services, request.params.market);
    const body = Buffer.from(await logs.checkpoint(id));
    return sendFile(request, reply, { body, cache: cacheOf(id, CHECKPOINT_SECONDS) });
  });

  handleFile(app, api.log.tile, async (request, reply) => {
    const { id } = marketOf(services, request.params.market);
    const { body, gzip, isFull } = await logs.tile(id, `tile/${request.params['*']}`);
    return sendFile(request, reply, { body, gzip, cache: cacheOf(id, isFull ? YEAR : PARTIAL_SECONDS) });
  });
}
