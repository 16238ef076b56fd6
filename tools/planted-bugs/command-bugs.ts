import type { PlantedBug } from './bug.ts';

const SRC = 'apps/server/src/commands';
const ENGINE = 'apps/server/src/engine';
const SIMULATION = 'apps/server/test/simulation';

/** Bugs in the decisions. */
export const COMMAND_BUGS: PlantedBug[] = [
  {
    name: 'the opening fee is not counted when the balance is checked',
    rule: 'L4',
    file: `${SRC}/open-position.ts`,
    find: 'if (command.margin + fee > account.available)',
    replace: 'if (command.margin > account.available)',
    tests: [`${SRC}/commands.test.ts`, SIMULATION],
  },
  {
    name: 'a position is opened at a stale price',
    rule: 'E4',
    file: `${SRC}/decision.ts`,
    find: 'age <= rules.staleAfterMs && age',
    replace: 'age <= rules.staleAfterMs * 1e6 && age',
    tests: [`${ENGINE}/known-bugs.test.ts`],
  },
  {
    name: 'people act on a position that is already being liquidated',
    rule: 'E2',
    file: `${SRC}/set-triggers.ts`,
    find: "if (state.taken.has(positionId)) return refuse('position_closed');\n",
    replace: '',
    tests: [`${ENGINE}/known-bugs.test.ts`],
  },
  {
    name: 'an order that a tick has crossed is cancelled all the same',
    rule: 'E2',
    file: `${SRC}/cancel-order.ts`,
    find: "return isTaken ? refuse('order_closed') : order;",
    replace: 'return order;',
    tests: [SIMULATION],
  },
  {
    name: 'an order fills and stays open',
    rule: 'E2',
    file: `${SRC}/fill-order.ts`,
    find: "batch.endOrder({ ...order, callback: state.callbackOf(order), status: 'filled' });",
    replace: '',
    tests: [`${ENGINE}/known-bugs.test.ts`],
  },
  {
    name: 'a cancelled order keeps its reserved fee',
    rule: 'E1',
    file: `${SRC}/cancel-order.ts`,
    find: 'amount: order.reserved,',
    replace: 'amount: order.margin,',
    tests: [SIMULATION],
  },
  {
    name: 'the opening fee is charged again with every partial close',
    rule: 'E7',
    file: `${SRC}/close-position.ts`,
    find: 'openFee: position.openFee - openFee,',
    replace: 'openFee: position.openFee,',
    tests: [SIMULATION],
  },
  {
    name: 'a stop closes twice: the closed position stays in memory',
    rule: 'E2',
    file: `${SRC}/market-state.ts`,
    find: '    this.positions.delete(position.id);\n',
    replace: '',
    tests: [`${ENGINE}/known-bugs.test.ts`],
  },
  {
    name: 'the loss beyond the margin is booked nowhere',
    rule: 'E6',
    file: `${SRC}/close-position.ts`,
    find: "{ from: { accountId: null, book: 'insurance' }, to: clearing, amount: insurance },",
    replace: '',
    tests: [SIMULATION],
  },
  {
    name: 'one account trades at a better price than another',
    rule: 'E10',
    file: `${SRC}/open-position.ts`,
    find: 'entryPrice: entry.entryPrice,',
    replace: 'entryPrice: entry.entryPrice - (request.accountId % 2n),',
    tests: [`${ENGINE}/market-engine.test.ts`, SIMULATION],
  },
  {
    name: 'the time of a fill comes from the wall clock',
    rule: 'E9',
    file: `${SRC}/decision.ts`,
    find: 'return Math.max(now, record.time);',
    replace: 'return Math.max(Date.now(), record.time);',
    tests: [SIMULATION],
  },
  {
    name: "somebody else's position can be closed",
    rule: 'E2',
    file: `${SRC}/set-triggers.ts`,
    find: 'if (position?.accountId !== accountId) {',
    replace: 'if (position === undefined) {',
    tests: [`${SRC}/commands.test.ts`],
  },
  {
    name: 'entering a market twice gives the starting balance twice',
    rule: 'L3',
    file: `${SRC}/open-account.ts`,
    find: 'if (existing !== undefined) return',
    replace: 'if (existing === 0n) return',
    tests: [`${SRC}/commands.test.ts`],
  },
];
