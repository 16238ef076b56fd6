import { once } from 'node:events';
import { WebSocket } from 'ws';
import { untilDecided } from '../../../apps/server/test/faults/decided.ts';
import type { Member } from '../../../apps/server/test/faults/member.ts';
import { Processes } from '../../../apps/server/test/faults/processes.ts';
import { Trader } from '../../../apps/server/test/faults/trader.ts';
import { isReady } from '../../../tools/product/process.ts';
import { round, spread, type Result } from '../lib/result.ts';
import { seconds } from '../lib/server-figures.ts';

const ROUNDS = 5;
const EDGES = 3;
/** Of each edge, all of one person. */
const STREAMS = 5;
/** The process that was away follows again, and says that it is there. */
const CALM_SECONDS = 3;

/** A way for the owner of the main market to be lost, and what brings the process back. */
interface Loss {
  name: string;
  target: number;
  lose(owner: Member): Promise<unknown> | void;
  bringBack(owner: Member): Promise<void> | void;
}

const LOSSES: Loss[] = [
  { name: 'kill -9', target: 3, lose: (owner) => owner.kill(), bringBack: (owner) => owner.start() },
  { name: 'SIGSTOP', target: 15, lose: (owner) => owner.pause(), bringBack: (owner) => owner.resume() },
  {
    name: 'cut off from the database and NATS',
    target: 15,
    lose: (owner) => void owner.cut(['database', 'nats']),
    bringBack: (owner) => owner.mend(['database', 'nats']),
  },
];

async function untilReady({ url }: Member): Promise<void> {
  while (!(await isReady(url))) await seconds(0.1);
}

/** @returns seconds from the loss to the first answer of the next owner, by rounds */
async function takeovers(processes: Processes, asker: Trader, { lose, bringBack }: Loss): Promise<number[]> {
  const took: number[] = [];
  const entrance = () => processes.anyEdge();
  for (let n = 0; n < ROUNDS; n += 1) {
    await untilDecided(asker, entrance);
    const owner = await processes.ownerMember();
    const begun = performance.now();
    await lose(owner);
    const lost = performance.now() - begun;
    took.push((lost + (await untilDecided(asker, entrance))) / 1000);
    await bringBack(owner);
    await untilReady(owner);
    await seconds(CALM_SECONDS);
  }
  return took;
}

async function measureLoss(processes: Processes, asker: Trader, loss: Loss): Promise<Result> {
  const took = await takeovers(processes, asker, loss);
  const worst = Math.max(...took);
  return {
    name: `takeover of the main market after its owner’s ${loss.name}: longest`,
    value: round(worst),
    unit: 's',
    ceiling: null,
    ratio: null,
    target: `< ${loss.target} s`,
    met: worst < loss.target,
    note: `two engines, ${EDGES} edges; from the loss to the first command that another process has decided, asked five times a second; ${spread(took)}`,
  };
}

async function openStream({ url }: Member, cookie: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/stream`, { headers: { cookie, origin: url } });
  await once(socket, 'open');
  return socket;
}

/** @returns ms from the request to the end of the last stream, by rounds */
async function signOuts(processes: Processes): Promise<number[]> {
  const took: number[] = [];
  const edges = processes.edges();
  for (let n = 0; n < ROUNDS; n += 1) {
    const person = new Trader('main');
    const asked = processes.anyEdge();
    await person.register(asked, `+7916000010${n}`);
    const places = Array.from({ length: STREAMS }, () => edges).flat();
    const streams = await Promise.all(places.map((edge) => openStream(edge, person.cookie)));
    const begun = performance.now();
    const ended = Promise.all(streams.map((stream) => once(stream, 'close')));
    await person.post(asked, '/api/auth/logout-everywhere', {});
    await ended;
    took.push(performance.now() - begun);
  }
  return took;
}

async function measureSignOut(processes: Processes): Promise<Result> {
  const took = await signOuts(processes);
  const worst = Math.max(...took);
  return {
    name: 'sign out everywhere: last stream closed on any edge',
    value: round(worst, 0),
    unit: 'ms',
    ceiling: null,
    ratio: null,
    target: '< 1000 ms',
    met: worst < 1000,
    note: `${STREAMS} streams of one person on each of ${EDGES} edges, from the request to the end of the last: the longest; ${spread(took, 0)}`,
  };
}

/** How long a market has no owner, and how long a signed-out person’s streams stay. */
export async function measureTakeover(dataDir: string): Promise<Result[]> {
  const processes = await Processes.start(dataDir, { edges: EDGES });
  try {
    const asker = new Trader('main');
    await asker.register(processes.anyEdge(), '+79160000099');
    const results = [await measureSignOut(processes)];
    for (const loss of LOSSES) results.push(await measureLoss(processes, asker, loss));
    return results;
  } finally {
    await processes.stop();
  }
}
