import type { NewReplaySession } from '@plecho/contract';
import { pathStep } from '../feeds/replay/index.ts';
import { Problem } from '../lib/problem.ts';
import { choose } from './choice.ts';
import { sessionMarket } from './definitions.ts';
import type { DatasetRecord, ReplayPublisher, ReplaySessionRecord } from './ports.ts';

/** That have not ended, of a person. */
const MOST_KEPT = 20;

export interface NewReplay {
  id: string;
  userId: bigint;
  wanted: NewReplaySession;
  datasets: readonly DatasetRecord[];
  /** Random bytes. */
  entropy: (bytes: number) => Uint8Array;
  /** Wall clock, ms. */
  now: number;
}

/** With 2^48 to draw from, that the smaller numbers come more often is nothing. */
const drawBelow = (entropy: NewReplay['entropy'], below: number): number =>
  Buffer.from(entropy(6)).readUIntBE(0, 6) % below;

/** Adds a replay and its market. @returns false when it is there already. @throws Problem with what is in the way */
export async function makeReplay(storage: ReplayPublisher, replay: NewReplay): Promise<boolean> {
  const { id, userId, wanted, datasets, entropy, now } = replay;
  const unfinished = await storage.unfinished(userId);
  if (await storage.hasMarket(id)) return false;
  if (unfinished >= MOST_KEPT) throw new Problem('too_many_sessions');
  const { dataset, symbols, startAt } = choose(datasets, wanted, (below) => drawBelow(entropy, below));
  const { masked, speed } = wanted;
  const record: ReplaySessionRecord = {
    ...{ marketId: id, userId, datasetId: dataset.id, symbols, startAt, masked, speed, ended: false },
    ...{ createdAt: now, playhead: 0, pathStep: pathStep(speed) },
  };
  const market = sessionMarket(record, dataset);
  await storage.addMarket(market, record.createdAt);
  await storage.addSession({ ...record, playhead: market.startAt * 1000 - 1 });
  return true;
}
