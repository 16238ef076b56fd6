import type { PlantedBug } from './bug.ts';

const API = 'apps/server/src/api';
const OPERATORS = 'apps/server/src/operators';
const STORE = 'apps/server/src/storage/operators/operator-store.ts';
const BLOCK = 'apps/server/src/storage/operators/block.ts';
const CHARTER = 'apps/server/test/charter';
const ADMIN_TESTS = [`${API}/admin/admin.integration.test.ts`];
const AMONG_TESTS = [`${API}/admin/among-operators.integration.test.ts`];
const ACCESS_TESTS = [`${OPERATORS}/access.integration.test.ts`];
const OPERATOR_CHARTER = [`${CHARTER}/c4-operator.integration.test.ts`];

/** Bugs in what an operator may do, and in what others are told of it. */
export const OPERATOR_BUGS: PlantedBug[] = [
  {
    name: 'a role that was taken opens the operator area until the step-up ends',
    rule: 'S1',
    file: STORE,
    find: `WITH asked AS (
    SELECT u.role = 'operator' AS is_operator`,
    replace: `WITH asked AS (
    SELECT true AS is_operator`,
    tests: ADMIN_TESTS,
  },
  {
    name: 'any user is taken for an operator',
    rule: 'S6',
    file: `${API}/access.ts`,
    find: "if (access === 'operator') await operators.access.requireRole(identity.session.id);",
    replace: '',
    tests: ADMIN_TESTS,
  },
  {
    name: 'the operator area opens without the secret',
    rule: 'S6',
    file: `${API}/access.ts`,
    find: 'await operators.access.authorise(identity.session.id);',
    replace: 'await operators.access.requireRole(identity.session.id);',
    tests: ADMIN_TESTS,
  },
  {
    name: 'a step-up that is used lasts for ever',
    rule: 'S1',
    file: STORE,
    find: ' AND s.operator_since > $4\n',
    replace: ' AND s.operator_since + $4 > 0\n',
    tests: ACCESS_TESTS,
  },
  {
    name: 'use does not keep the operator area open',
    rule: 'S1',
    file: STORE,
    find: 'UPDATE sessions s SET operator_seen_at = greatest(s.operator_seen_at, $2) FROM users u',
    replace: 'UPDATE sessions s SET operator_seen_at = least(s.operator_seen_at, $2) FROM users u',
    tests: ACCESS_TESTS,
  },
  {
    name: 'the operator secret can be guessed as often as one likes',
    rule: 'S3',
    file: `${OPERATORS}/access.ts`,
    find: "throw new Problem('wrong_secret');\n",
    replace: "{\n        await attempt.succeeded();\n        throw new Problem('wrong_secret');\n      }\n",
    tests: ADMIN_TESTS,
  },
  {
    name: 'an operator who is refused uses up the guesses of the others',
    rule: 'S3',
    file: 'apps/server/src/identity/throttle.ts',
    find: "        { ...window(own, 15 * MINUTE_MS), max: limits.secretsPerOperator },\n        { ...window('secret', 60 * MINUTE_MS), max: limits.secretsInAll },",
    replace:
      "        { ...window('secret', 60 * MINUTE_MS), max: limits.secretsInAll },\n        { ...window(own, 15 * MINUTE_MS), max: limits.secretsPerOperator },",
    tests: ACCESS_TESTS,
  },
  {
    name: 'a call is carried out although it could not be written down',
    rule: 'C4',
    file: `${OPERATORS}/audit.ts`,
    find: 'const id = await store.begin(call);',
    replace: 'const id = await store.begin(call).catch(() => 0n);',
    tests: ADMIN_TESTS,
  },
  {
    name: 'a block is not in the person’s log',
    rule: 'C4',
    file: BLOCK,
    find: `'blocked' END, $6, $3 FROM changed`,
    replace: `'blocked' END, $6, $3 FROM changed WHERE $2 IS NULL`,
    tests: OPERATOR_CHARTER,
  },
  {
    name: 'signing out by an operator looks like the owner’s own',
    rule: 'C4',
    file: 'apps/server/src/storage/identity/session-store.ts',
    find: `'signedOut' END, $4)`,
    replace: `'signedOutEverywhere' END, NULL)`,
    tests: OPERATOR_CHARTER,
  },
  {
    name: 'a stream goes on for somebody who lost the role',
    rule: 'S1',
    file: 'apps/server/src/streams/streams.ts',
    find: 'now.blockReason !== before.blockReason || now.role !== before.role',
    replace: 'now.blockReason !== before.blockReason',
    tests: [`${API}/admin/streams.integration.test.ts`],
  },
  {
    name: 'an adjustment is made again when its request is repeated',
    rule: 'L6',
    file: 'apps/server/src/operators/users.ts',
    find: 'markets.submit(market.id, command, request ?? undefined)',
    replace: 'markets.submit(market.id, command, undefined)',
    tests: ADMIN_TESTS,
  },
  {
    name: 'an operator types the reason of a block',
    rule: 'C4',
    file: 'packages/contract/src/admin.ts',
    find: 'blocked: z.boolean(), reason: blockReason }',
    replace: 'blocked: z.boolean(), reason: z.string() }',
    tests: OPERATOR_CHARTER,
  },
  {
    name: 'the audit log keeps what an operator typed',
    rule: 'C1',
    file: `${API}/admin/audited.ts`,
    find: 'return normal === null ? {} : { phone: normal };',
    replace: 'return { phone: normal ?? phone };',
    tests: [`${CHARTER}/c1-input.integration.test.ts`],
  },
  {
    name: 'a name may be a link',
    rule: 'C1',
    file: 'apps/server/src/identity/names.ts',
    find: 'WORD.test(word) && ',
    replace: '',
    tests: [`${CHARTER}/c1-input.integration.test.ts`],
  },
  {
    name: 'an operator acts on their own account',
    rule: 'C4',
    file: `${OPERATORS}/users.ts`,
    find: "if (id === operatorId) throw new Problem('operator_self');",
    replace: 'void [id, operatorId];',
    tests: AMONG_TESTS,
  },
  {
    name: 'a blocked operator goes on',
    rule: 'S1',
    file: `${OPERATORS}/access.ts`,
    find: "if (standing.isBlocked) throw new Problem('operator_blocked');",
    replace: '',
    tests: AMONG_TESTS,
  },
  {
    name: 'two operators block each other and nobody is left',
    rule: 'C4',
    file: STORE,
    find: "has_power !== true) return 'powerless';",
    replace: "has_power === undefined) return 'powerless';",
    tests: AMONG_TESTS,
  },
  {
    name: 'a step-up that was made before a block is good after it',
    rule: 'S1',
    file: BLOCK,
    find: 'if (blockReason !== null) await client.query(END_STEP_UPS, [userId]);',
    replace: '',
    tests: AMONG_TESTS,
  },
  {
    name: 'the cookie of before the step-up is good after it',
    rule: 'S1',
    file: STORE,
    find: ', token_hash = $3 FROM users u, operator_secret o',
    replace:
      ', token_hash = CASE WHEN $3::bytea IS NULL THEN token_hash ELSE token_hash END FROM users u, operator_secret o',
    tests: AMONG_TESTS,
  },
  {
    name: 'an owner with a new secret is told that they signed out',
    rule: 'S1',
    file: 'apps/server/src/streams/streams.ts',
    find: '(await this.#isRenewed(client)) ? CLOSE_CHANGED : CLOSE_SIGNED_OUT',
    replace: 'CLOSE_SIGNED_OUT',
    tests: ['apps/server/src/streams/streams.test.ts'],
  },
  {
    name: 'a refused call of an operator leaves no trace',
    rule: 'C4',
    file: `${API}/index.ts`,
    find: 'auditRefusals(app, services);',
    replace: '',
    tests: AMONG_TESTS,
  },
  {
    name: 'the command line takes an id that a running server has at hand',
    rule: 'O1',
    file: 'apps/server/src/storage/id-source.ts',
    find: "if (id === undefined) throw new Error('no id was drawn');\n  return id;",
    replace: "if (id === undefined) throw new Error('no id was drawn');\n  return id - 63n;",
    tests: ['apps/server/src/storage/operators/roles.integration.test.ts'],
  },
  {
    name: 'a withdrawal has a field for a bank account',
    rule: 'C1',
    file: 'packages/contract/src/payments.ts',
    find: '  network,\n  address: typed,\n  memo: z.optional(z.nullable(z.string().check(z.maxLength(64)))),\n});\nexport type Withdrawal ',
    replace:
      '  network,\n  address: typed,\n  iban: z.optional(typed),\n  memo: z.optional(z.nullable(z.string().check(z.maxLength(64)))),\n});\nexport type Withdrawal ',
    tests: [`${CHARTER}/c1-names.integration.test.ts`],
  },
];
