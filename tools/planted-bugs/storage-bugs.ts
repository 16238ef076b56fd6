import type { PlantedBug } from './bug.ts';

const STORAGE = 'apps/server/src/storage';
const APPEND_TRANSFERS = `${STORAGE}/migrations/004-append-batch.ts`;
const APPEND_BATCH = `${STORAGE}/migrations/008-append-batch.ts`;
const JOURNAL_TESTS = [`${STORAGE}/journal/journal.integration.test.ts`];
const MONEY_TESTS = [`${STORAGE}/journal/practice-money.integration.test.ts`];
const RULE_TESTS = [`${STORAGE}/ledger-check/payment-rules.integration.test.ts`];

/** Bugs in what PostgreSQL checks and keeps; their tests run on a real one. */
export const STORAGE_BUGS: PlantedBug[] = [
  {
    name: 'the database takes a transfer that does not balance',
    rule: 'L1',
    file: APPEND_TRANSFERS,
    find: "IF wrong > 0 THEN RAISE EXCEPTION 'L1: % transfers do not balance', wrong; END IF;",
    replace: '',
    tests: JOURNAL_TESTS,
  },
  {
    name: 'the database takes a balance that is not the sum of its entries',
    rule: 'L2',
    file: APPEND_BATCH,
    find: "IF n > 0 THEN RAISE EXCEPTION 'L2: % balances differ from their entries', n; END IF;",
    replace: '',
    tests: JOURNAL_TESTS,
  },
  {
    name: 'the database closes a position that is not open',
    rule: 'E2',
    file: APPEND_BATCH,
    find: "IF n <> cardinality(p_closed) THEN RAISE EXCEPTION 'E2: % closed positions are not open', cardinality(p_closed) - n; END IF;",
    replace: '',
    tests: JOURNAL_TESTS,
  },
  {
    name: 'a stale writer overwrites what came after it',
    rule: 'E2',
    file: APPEND_BATCH,
    find: 'WHERE a.id = c.id AND a.version < c.version;',
    replace: 'WHERE a.id = c.id;',
    tests: JOURNAL_TESTS,
  },
  {
    name: 'two servers write to one market',
    rule: 'L10',
    file: `${STORAGE}/journal/journal.ts`,
    find: 'if (rows[0]?.held === true) return;',
    replace: 'if (rows[0] !== undefined) return;',
    tests: JOURNAL_TESTS,
  },
  {
    name: 'a violation in the database is taken for a broken connection',
    rule: 'L2',
    file: `${STORAGE}/journal/journal.ts`,
    find: "const ours = code === 'P0001' || code.startsWith('23') || code.startsWith('22');",
    replace: "const ours = code === 'P0002';",
    tests: JOURNAL_TESTS,
  },
  {
    name: 'the answer to a key is not stored',
    rule: 'L6',
    file: APPEND_BATCH,
    find: 'IF cardinality(p_outcomes) > 0 THEN INSERT INTO command_outcomes SELECT * FROM unnest(p_outcomes); END IF;',
    replace: '',
    tests: JOURNAL_TESTS,
  },
  {
    name: 'cancelled orders come back at a restart',
    rule: 'E8',
    file: `${STORAGE}/journal/load.ts`,
    find: " AND t.status = 'open'`",
    replace: '`',
    tests: JOURNAL_TESTS,
  },
  {
    name: 'the ledger check overlooks a changed balance',
    rule: 'L2',
    file: `${STORAGE}/ledger-check/ledger-rules.ts`,
    find: ' OR l.balance <> coalesce(e.total, 0)',
    replace: '',
    tests: [`${STORAGE}/ledger-check/ledger-check.integration.test.ts`],
  },
  {
    name: 'the database settles what nobody has asked for',
    rule: 'P1',
    file: APPEND_BATCH,
    find: "IF n <> cardinality(p_settlements) THEN RAISE EXCEPTION 'P1: % settlements without an operation', cardinality(p_settlements) - n; END IF;",
    replace: '',
    tests: MONEY_TESTS,
  },
  {
    name: 'the database takes a season that does not follow the last',
    rule: 'P3',
    file: APPEND_BATCH,
    find: "IF n <> (SELECT count(DISTINCT account_id) FROM unnest(p_seasons)) THEN RAISE EXCEPTION 'ended seasons do not follow'; END IF;",
    replace: '',
    tests: MONEY_TESTS,
  },
  {
    name: 'ids of operations and of the log are given out again after a restart',
    rule: 'L6',
    file: `${STORAGE}/id-source.ts`,
    find: ", 'operations', 'account_log'",
    replace: '',
    tests: MONEY_TESTS,
  },
  {
    name: 'the ledger check overlooks an adjustment that was told wrong',
    rule: 'C4',
    file: `${STORAGE}/ledger-check/payment-rules.ts`,
    find: ' OR g.amount <> t.amount',
    replace: '',
    tests: RULE_TESTS,
  },
  {
    name: 'the ledger check overlooks a withdrawal under way',
    rule: 'E1',
    file: `${STORAGE}/ledger-check/trading-rules.ts`,
    find: "WHERE type = 'withdraw' AND NOT EXISTS (SELECT FROM settlements WHERE operation_id = o.id) GROUP BY 1",
    replace: "WHERE type = 'withdraw' GROUP BY 1",
    tests: RULE_TESTS,
  },
  {
    name: 'the ledger check overlooks coins made out of nothing',
    rule: 'N2',
    file: `${STORAGE}/ledger-check/network-rules.ts`,
    find: 'WHERE coalesce(b.balance, 0) <> coalesce(m.amount, 0)',
    replace: 'WHERE false',
    tests: RULE_TESTS,
  },
  {
    name: 'trades of later seasons are shown in an earlier one',
    rule: 'P3',
    file: `${STORAGE}/account-reader.ts`,
    find: 'coalesce((SELECT ended_id FROM seasons WHERE account_id = $1 AND number = $7), ${MAX_ID}) END',
    replace: '${MAX_ID} END',
    tests: ['apps/server/src/api/trading/seasons.integration.test.ts'],
  },
];
