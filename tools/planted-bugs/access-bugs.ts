import type { PlantedBug } from './bug.ts';

const API = 'apps/server/src/api';
const IDENTITY = 'apps/server/src/identity';
const STREAMS = 'apps/server/src/streams';
const AUTH_TESTS = [`${API}/auth/auth.integration.test.ts`];
const TRADING_TESTS = [`${API}/trading/trading.integration.test.ts`];
const SECURITY_TESTS = [`${API}/security.integration.test.ts`];

/** Bugs in who may do what, and in what they are told. */
export const ACCESS_BUGS: PlantedBug[] = [
  {
    name: 'a session that ended while it was being read is remembered',
    rule: 'S1',
    file: `${IDENTITY}/sessions.ts`,
    find: 'if (epoch === this.#epoch) this.#remember(key, entry);',
    replace: 'this.#remember(key, entry);',
    tests: [`${IDENTITY}/sessions.test.ts`],
  },
  {
    name: 'signing out takes effect when the cache expires',
    rule: 'S1',
    file: `${IDENTITY}/sessions.ts`,
    find: 'await this.#store.remove(session.id);\n    this.invalidate(session.userId);',
    replace: 'await this.#store.remove(session.id);',
    tests: [`${IDENTITY}/sessions.test.ts`],
  },
  {
    name: 'a stream outlives its session',
    rule: 'S1',
    file: `${STREAMS}/streams.ts`,
    find: 'if (identity === null) client.end(CLOSE_SIGNED_OUT);\n      else if',
    replace: 'if (identity === null) return;\n      if',
    tests: [`${STREAMS}/streams.test.ts`],
  },
  {
    name: 'an unknown phone is told from a wrong password',
    rule: 'S2',
    file: `${IDENTITY}/accounts.ts`,
    find: "if (user === null || !isRight) throw new Problem('wrong_credentials');",
    replace:
      "if (user === null) throw new Problem('invalid_phone');\n      if (!isRight) throw new Problem('wrong_credentials');",
    tests: AUTH_TESTS,
  },
  {
    name: 'guesses from many addresses lock the owner out',
    rule: 'S3',
    file: `${IDENTITY}/throttle.ts`,
    find: 'if (!isKnown) rules.push(',
    replace: 'rules.push(',
    tests: AUTH_TESTS,
  },
  {
    name: 'passwords are hashed without a bound on how many wait',
    rule: 'S3',
    file: `${IDENTITY}/passwords.ts`,
    find: 'const MAX_WAITING = 16;',
    replace: 'const MAX_WAITING = 16_000;',
    tests: [`${IDENTITY}/passwords.test.ts`],
  },
  {
    name: 'a page of another site acts for the user',
    rule: 'S4',
    file: `${API}/same-origin.ts`,
    find: "if (site === 'cross-site') return false;",
    replace: '',
    tests: [`${API}/same-origin.test.ts`],
  },
  {
    name: 'a request that changes something is let through without an origin',
    rule: 'S4',
    file: `${API}/access.ts`,
    find: 'if (changesSomething(request.method)) requireSameOrigin(request);',
    replace: '',
    tests: SECURITY_TESTS,
  },
  {
    name: 'another site opens the stream',
    rule: 'S4',
    file: `${API}/stream.ts`,
    find: '    requireSameOrigin(request);\n',
    replace: '',
    tests: [`${STREAMS}/streams.test.ts`],
  },
  {
    name: 'an unknown field is dropped instead of refused',
    rule: 'S5',
    file: 'packages/contract/src/trading.ts',
    find: 'export const openPosition = z.strictObject({',
    replace: 'export const openPosition = z.object({',
    tests: [`${API}/openapi.test.ts`],
  },
  {
    name: 'a balance is read without a session',
    rule: 'S6',
    file: `${API}/access.ts`,
    find: 'else await identify(gate, request, access);',
    replace: "else if (access === 'active') await identify(gate, request, access);",
    tests: SECURITY_TESTS,
  },
  {
    name: 'a blocked user opens positions',
    rule: 'S6',
    file: `${API}/access.ts`,
    find: "access === 'active' && identity.user.blockReason !== null",
    replace: 'false',
    tests: AUTH_TESTS,
  },
  {
    name: 'scripts may be written into the page',
    rule: 'S7',
    file: `${API}/security-headers.ts`,
    find: `scriptSrc: ["'self'", ...script],`,
    replace: `scriptSrc: ["'self'", "'unsafe-inline'"],`,
    tests: [`${API}/pages.test.ts`],
  },
  {
    name: 'an error message carries a phone into the log',
    rule: 'S8',
    file: 'apps/server/src/lib/logger.ts',
    find: 'message: maskPhonesIn(message), stack: maskPhonesIn(stack)',
    replace: 'message, stack',
    tests: SECURITY_TESTS,
  },
  {
    name: 'a client that never reads is queued for without bound',
    rule: 'S9',
    file: `${STREAMS}/client.ts`,
    find: 'if (this.#waitingBytes > this.#limits.pauseBytes) {',
    replace: 'if (this.#waitingBytes > Number.MAX_SAFE_INTEGER) {',
    tests: [`${STREAMS}/hostile.test.ts`],
  },
  {
    name: 'streams are not told that the server stops',
    rule: 'S10',
    file: `${STREAMS}/streams.ts`,
    find: 'for (const client of this.#clients) client.end(CLOSE_RESTART);',
    replace: '',
    tests: [`${STREAMS}/streams.test.ts`],
  },
  {
    name: 'the same key with another body is carried out',
    rule: 'L6',
    file: `${API}/trading/commands.ts`,
    find: "bodyHash: hash('sha256', canonical)",
    replace: "bodyHash: hash('sha256', key)",
    tests: TRADING_TESTS,
  },
  {
    name: 'candles do not say which market they are of',
    rule: 'C2',
    file: 'packages/contract/src/markets.ts',
    find: 'export const candleList = z.strictObject({ market: marketId, symbol,',
    replace: 'export const candleList = z.strictObject({ symbol,',
    tests: ['apps/server/test/charter/c2-prices.integration.test.ts'],
  },
];
