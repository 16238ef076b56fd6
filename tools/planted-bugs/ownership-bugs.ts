import type { PlantedBug } from './bug.ts';

const WIRING = 'apps/server/src/wiring';
const CLUSTER = 'apps/server/src/storage/cluster';
const OWNERS_TESTS = [`${WIRING}/ownership.integration.test.ts`];
const DECISION_TESTS = [`${WIRING}/ownership.test.ts`];
const BALANCE_TESTS = [`${WIRING}/balance.test.ts`];
const ROW_TESTS = [`${CLUSTER}/cluster.integration.test.ts`];
const JOBS_TESTS = [`${WIRING}/jobs.integration.test.ts`];

/** Several processes, their database crashed and started again, and at the end what is in the journal. */
const FAULT_TESTS = ['apps/server/test/faults/processes.integration.test.ts'];

/** Bugs in which process has which market, and which one does the jobs. */
export const OWNERSHIP_BUGS: PlantedBug[] = [
  {
    name: 'an owner that is paused keeps its markets',
    rule: 'O1',
    file: `${WIRING}/ownership.ts`,
    find: 'await owners.fence(id);',
    replace: 'await Promise.resolve(id);',
    tests: OWNERS_TESTS,
  },
  {
    name: 'a commit is confirmed before it is on the disk',
    rule: 'L7',
    file: 'apps/server/src/storage/embedded/cluster.ts',
    find: "'jit=off',",
    replace: "'jit=off',\n  'synchronous_commit=off',\n  'wal_writer_delay=10s',",
    tests: FAULT_TESTS,
    titles: 'crashes|after all of it',
  },
  {
    name: 'a process goes on with a market that another has by now',
    rule: 'O1',
    file: `${WIRING}/ownership.ts`,
    find: 'for (const id of this.#lost(list.markets)) keeper.lose(id);',
    replace: '',
    tests: OWNERS_TESTS,
  },
  {
    name: 'an owner that comes back speaks in its earlier term',
    rule: 'O1',
    file: `${WIRING}/cluster-markets.ts`,
    find: 'if (served !== undefined) this.serve(served.side);',
    replace: '',
    tests: OWNERS_TESTS,
  },
  {
    name: 'an idle market whose connection is lost is left to other processes',
    rule: 'O1',
    file: `${WIRING}/ownership.ts`,
    find: 'if (!isHeld && running.has(id)) keeper.regain(id);',
    replace: 'if (!isHeld && running.has(id)) continue;',
    tests: OWNERS_TESTS,
  },
  {
    name: 'a process that stood still itself takes the others for silent',
    rule: 'O1',
    file: `${WIRING}/ownership.ts`,
    find: 'if (isSteady()) for',
    replace: 'for',
    tests: DECISION_TESTS,
  },
  {
    name: 'a scenario is claimed where its base is not',
    rule: 'M7',
    file: `${WIRING}/ownership.ts`,
    find: ' && (base === null || running.has(base))',
    replace: '',
    tests: DECISION_TESTS,
  },
  {
    name: 'whoever has every market keeps them all',
    rule: 'O1',
    file: `${WIRING}/ownership.ts`,
    find: 'if (surplus.length > 0) keeper.giveUp(surplus);',
    replace: '',
    tests: BALANCE_TESTS,
  },
  {
    name: 'a market goes to and fro between two engines',
    rule: 'O1',
    file: `${WIRING}/balance.ts`,
    find: 'share >= fewest + 2',
    replace: 'share > fewest',
    tests: BALANCE_TESTS,
  },
  {
    name: 'a market that the others can not run is given away again and again',
    rule: 'O1',
    file: `${WIRING}/balance.ts`,
    find: 'this.#given.add(least.id);',
    replace: '',
    tests: BALANCE_TESTS,
  },
  {
    name: 'a market moves while others are changing hands',
    rule: 'O1',
    file: `${WIRING}/balance.ts`,
    find: 'const isSame = picture === this.#picture && now - this.#newest <= GAP_MS;',
    replace: 'const isSame = this.#picture !== "";',
    tests: BALANCE_TESTS,
  },
  {
    name: 'a market whose owner is silent counts as owned in the figures',
    rule: 'O1',
    file: `${WIRING}/figures.ts`,
    find: 'Number(!isHeld || silent)',
    replace: 'Number(!isHeld)',
    tests: [`${WIRING}/figures.test.ts`],
  },
  {
    name: 'whoever has taken the market meanwhile is cut off in the place of a silent owner',
    rule: 'O1',
    file: `${CLUSTER}/market-owners.ts`,
    find: ' AND l.pid = o.backend_pid AND',
    replace: ' AND',
    tests: ROW_TESTS,
  },
  {
    name: 'whoever looks at a replay that another process has taken is left with one that is over',
    rule: 'O1',
    file: `${WIRING}/personal-replay.ts`,
    find: 'if (elsewhere === null) this.#options.desk.remove(this.#marketId);\n    else this.#options.desk.add(elsewhere);',
    replace: 'this.#options.desk.remove(this.#marketId);',
    tests: [`${WIRING}/replay-sessions.test.ts`],
  },
  {
    name: 'a market that was found wrong trades on when another process has taken it',
    rule: 'E12',
    file: `${WIRING}/ledger-guard.ts`,
    find: 'this.#stopHalting = clock.every(HALT_AGAIN_MS, () => this.#haltWrong());',
    replace: '',
    tests: [`${WIRING}/ledger-guard.integration.test.ts`],
  },
  {
    name: 'candles of an owner that was paused change those of its heir',
    rule: 'O1',
    file: 'apps/server/src/storage/transaction.ts',
    find: '`${isOver}; COMMIT`',
    replace: '`${isOver.slice(0, 0)}COMMIT`',
    tests: ['apps/server/src/storage/market-data.integration.test.ts'],
  },
  {
    name: 'an earlier owner says where a drill stands',
    rule: 'O1',
    file: 'apps/server/src/storage/drill-store.ts',
    find: ' AND o.term = n.term FOR KEY SHARE OF o)',
    replace: ' FOR KEY SHARE OF o)',
    tests: ['apps/server/src/replays/drills/drills.integration.test.ts'],
  },
  {
    name: 'an earlier owner says where a replay stands',
    rule: 'O1',
    file: 'apps/server/src/storage/replay-session-store.ts',
    find: ' AND s.term = coalesce(n.term, s.term)',
    replace: '',
    tests: ['apps/server/src/cluster/replay-sessions.integration.test.ts'],
  },
  {
    name: 'a process that is paused keeps the jobs',
    rule: 'O1',
    file: `${CLUSTER}/session-lock.ts`,
    find: 'SET idle_session_timeout = ${silentMs};',
    replace: '',
    tests: JOBS_TESTS,
  },
];
