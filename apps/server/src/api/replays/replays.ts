import { api } from '@plecho/contract';
import { Problem } from '../../lib/problem.ts';
import { handle } from '../handle.ts';
import type { Server } from '../server.ts';

/** Recordings, personal replays, and what operators do with both. Answered as soon as there is something behind them. */
export function replayRoutes(app: Server): void {
  for (const endpoint of Object.values(api.replays)) {
    handle(app, endpoint, () => Promise.reject(new Problem('unavailable')));
  }
}
