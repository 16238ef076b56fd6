import type { PlantedBug } from './bug.ts';

const COMMANDS = 'apps/server/src/commands';
const LIMITS = `${COMMANDS}/class-limits.test.ts`;

/** Bugs in the rules of classes. */
export const CLASS_BUGS: readonly PlantedBug[] = [
  {
    name: 'who adds to a position is asked for the share of what is added alone',
    rule: 'E17',
    file: `${COMMANDS}/add-to-position.ts`,
    find: 'margin: position.margin + margin, calibrated }',
    replace: 'margin, calibrated }',
    tests: [LIMITS],
  },
  {
    name: 'an order that rested fills on a lost day',
    rule: 'E17',
    file: `${COMMANDS}/fill-order.ts`,
    find: 'const reason = brokenNow(decision, owner, order.margin);',
    replace: "const reason = brokenNow(decision, owner, order.margin) === 'maxLoss' ? 'maxLoss' : null;",
    tests: [LIMITS],
  },
  {
    name: 'the losses of a day are those of all days',
    rule: 'E17',
    file: `${COMMANDS}/attempts.ts`,
    find: 'day >= dayOf(now) ? dayResult : 0n',
    replace: 'now > 0 ? dayResult : BigInt(day)',
    tests: [LIMITS],
  },
  {
    name: 'a new season goes on with the attempt that has ended',
    rule: 'E17',
    file: `${COMMANDS}/start-season.ts`,
    find: 'attempt: account.attempt === null ? null : nextAttempt(account.attempt, batch.now),',
    replace: '',
    tests: [LIMITS],
  },
  {
    name: 'what an ended attempt has open is forgotten by a restart',
    rule: 'E17',
    file: `${COMMANDS}/market-state.ts`,
    find: '    this.#accountByUser.set(account.userId, account.id);\n    this.#noteEnd(account);',
    replace: '    this.#accountByUser.set(account.userId, account.id);',
    tests: [LIMITS],
  },
  {
    name: 'the end of an attempt closes at a price that was stale by then',
    rule: 'E17',
    file: 'apps/server/src/engine/market-engine.ts',
    find: 'if (record === null || moment - record.time > rules.staleAfterMs) return null;',
    replace: 'if (record === null || moment < 0) return null;',
    tests: [LIMITS],
  },
  {
    name: 'a reversal is not asked for what its close loses',
    rule: 'E17',
    file: `${COMMANDS}/reverse-position.ts`,
    find: 'const broken = classRefusal(decision, closed,',
    replace: 'const broken = classRefusal(decision, account ?? closed,',
    tests: [LIMITS],
  },
  {
    name: 'an attempt is not written with its account',
    rule: 'E17',
    file: 'apps/server/src/storage/journal/tables.ts',
    find: "...(['id', 'available', 'orders', 'margin', 'locked'] as const),",
    replace: "...(['id', 'available', 'orders', 'margin', 'locked', 'attempt_ended_at'] as const),",
    tests: ['apps/server/src/storage/class-rules.integration.test.ts'],
  },
];
