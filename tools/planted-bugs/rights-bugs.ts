import type { PlantedBug } from './bug.ts';

const STORAGE = 'apps/server/src/storage';
const GRANTS_TESTS = [`${STORAGE}/grants.integration.test.ts`];
const ROLE_TESTS = [`${STORAGE}/app-role.integration.test.ts`];
const ATTACKS = [`${STORAGE}/app-rights.integration.test.ts`];

/** Bugs in what the application's database role may do, and in who may come in as it. */
export const RIGHTS_BUGS: PlantedBug[] = [
  {
    name: 'the database role may change entries of the ledger',
    rule: 'L5',
    file: `${STORAGE}/grants.ts`,
    find: "columns: { select: ['transfer_id', 'ledger_account_id', 'amount'] },",
    replace: "columns: { 'select update': ['transfer_id', 'ledger_account_id', 'amount'] },",
    tests: [`${STORAGE}/append-only.integration.test.ts`],
  },
  {
    name: 'the database role may make operators',
    rule: 'S12',
    file: `${STORAGE}/grants.ts`,
    find: "'select update': ['block_reason'],",
    replace: "'select update': ['block_reason', 'role'],",
    tests: ATTACKS,
  },
  {
    name: 'the database role may change balances',
    rule: 'S12',
    file: `${STORAGE}/grants.ts`,
    find: "select: ['id', 'market_id', 'account_id', 'book', 'balance'],",
    replace: "select: ['id', 'market_id', 'account_id', 'book'], 'select update': ['balance'],",
    tests: ATTACKS,
  },
  {
    name: 'the database role may read columns that nobody gave it',
    rule: 'S12',
    file: `${STORAGE}/apply-grants.ts`,
    find: "`${verb} (${names.join(', ')})`",
    replace: 'verb',
    tests: GRANTS_TESTS,
  },
  {
    name: 'the database role has no line for a column',
    rule: 'S12',
    file: `${STORAGE}/grants.ts`,
    find: "none: ['asset']",
    replace: 'none: []',
    tests: GRANTS_TESTS,
  },
  {
    name: 'the database role has a line for a column that is gone',
    rule: 'S12',
    file: `${STORAGE}/grants.ts`,
    find: "none: ['asset']",
    replace: "none: ['asset', 'currency']",
    tests: GRANTS_TESTS,
  },
  {
    name: 'the database role keeps what it was given once',
    rule: 'S12',
    file: `${STORAGE}/apply-grants.ts`,
    find: '`REVOKE ALL ON ${objects} FROM PUBLIC, ${role}`',
    replace: "'SELECT 1'",
    tests: GRANTS_TESTS,
  },
  {
    name: 'the database role makes temporary tables',
    rule: 'S12',
    file: `${STORAGE}/apply-grants.ts`,
    find: '`REVOKE TEMPORARY ON DATABASE ${rows[0]?.database} FROM PUBLIC, ${role}`',
    replace: "'SELECT 1'",
    tests: ATTACKS,
  },
  {
    name: "the database role chooses where the owner's functions look names up",
    rule: 'S12',
    file: `${STORAGE}/apply-grants.ts`,
    find: ' SET search_path = ${schema}, pg_temp`',
    replace: '`',
    tests: ROLE_TESTS,
  },
  {
    name: "the database role finds temporary tables before the product's",
    rule: 'S12',
    file: `${STORAGE}/apply-grants.ts`,
    find: 'SET search_path = ${schema}, pg_temp`',
    replace: 'SET search_path = ${schema}`',
    tests: ROLE_TESTS,
  },
  {
    name: 'the database role has a password that can be guessed',
    rule: 'S12',
    file: `${STORAGE}/app-role.ts`,
    find: "...[user, randomBytes(PASSWORD_BYTES).toString('base64url')],",
    replace:
      "...[user, createHmac('sha256', '').update(`plecho application role of ${user.slice(0, -4)}`).digest('base64url')],",
    tests: ROLE_TESTS,
  },
  {
    name: 'the database role gets another password at every start',
    rule: 'S12',
    file: `${STORAGE}/app-role.ts`,
    find: 'ON CONFLICT DO NOTHING',
    replace: 'ON CONFLICT (name) DO UPDATE SET password = excluded.password',
    tests: ROLE_TESTS,
  },
  {
    name: 'the database role has rights from elsewhere and nobody minds',
    rule: 'S12',
    file: `${STORAGE}/migrate.ts`,
    find: 'await refuseExcess(owner, prepared.app);',
    replace: '',
    tests: ROLE_TESTS,
  },
  {
    name: 'the database role takes the place of the owner it is',
    rule: 'S12',
    file: `${STORAGE}/app-role.ts`,
    find: 'if (rows[0]?.owner === user) throw',
    replace: "if (user === '') throw",
    tests: ROLE_TESTS,
  },
  {
    name: 'the database role is not used: the application comes in as the owner',
    rule: 'S12',
    file: `${STORAGE}/connection.ts`,
    find: '{ ...configOf(target), ...target.app }',
    replace: '{ ...target.app, ...configOf(target) }',
    tests: [`${STORAGE}/connection.test.ts`],
  },
  {
    name: 'the database role can not trade after a backup was restored',
    rule: 'L7',
    file: `${STORAGE}/backup/restore.ts`,
    find: 'await applyGrants(client, target);',
    replace: '',
    tests: [`${STORAGE}/backup/backup.integration.test.ts`],
  },
];
