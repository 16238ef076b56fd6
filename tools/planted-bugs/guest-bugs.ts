import type { PlantedBug } from './bug.ts';

const TESTS = ['apps/server/src/api/auth/guest.integration.test.ts'];
const THROTTLE = 'apps/server/src/identity/throttle.ts';
const ROUTES = 'apps/server/src/api/auth/auth.ts';
const FUNCTIONS = 'apps/server/src/storage/functions/guests.ts';
const REGISTER = 'const signedIn = await accounts.registerGuest(identityOf(request), typed, originOf(request));';

/** Bugs in how guests begin, register and end. */
export const GUEST_BUGS: readonly PlantedBug[] = [
  {
    name: 'one address has as many guests as it likes',
    rule: 'S3',
    file: THROTTLE,
    find: '{ ...window(`guest:${addressGroup(address)}`, 60 * MINUTE_MS), max: of(limits.guestsPerAddress) },',
    replace: '',
    tests: TESTS,
  },
  {
    name: 'one network has as many guests as there are',
    rule: 'S3',
    file: THROTTLE,
    find: '{ ...window(`guests:${networkGroup(address)}`, 24 * 60 * MINUTE_MS), max: of(limits.guestsPerNetwork) },',
    replace: '',
    tests: TESTS,
  },
  {
    name: 'all addresses together have as many guests as they like',
    rule: 'S3',
    file: THROTTLE,
    find: "{ ...window('guest', 24 * 60 * MINUTE_MS), max: limits.guestsInAll },",
    replace: '',
    tests: TESTS,
  },
  {
    name: 'a button that is pressed twice makes two guests',
    rule: 'S1',
    file: ROUTES,
    find: 'if (request.identity !== null) return toUser(request.identity.user);',
    replace: '',
    tests: TESTS,
  },
  {
    name: 'a guest who comes every day is ended a week after the first one',
    rule: 'L5',
    file: FUNCTIONS,
    find: '\n    AND NOT EXISTS (SELECT FROM sessions s WHERE s.user_id = u.id AND s.last_seen_at >= seen_before)',
    replace: '',
    tests: TESTS,
  },
  {
    name: 'a guest who does not come back is kept for another week',
    rule: 'L5',
    file: 'apps/server/src/wiring/guests.ts',
    find: 'clock.now() - GUEST_IDLE_MS, clock.now()',
    replace: 'clock.now() - 2 * GUEST_IDLE_MS, clock.now()',
    tests: TESTS,
  },
  {
    name: 'the session of a guest lives as long as that of anybody',
    rule: 'S1',
    file: 'apps/server/src/identity/sessions.ts',
    find: 'const idleMs = user.phone === null ? GUEST_IDLE_MS : SESSION_IDLE_MS;',
    replace: 'const idleMs = user.phone === null ? SESSION_IDLE_MS : SESSION_IDLE_MS;',
    tests: TESTS,
  },
  {
    name: 'what an ended guest has open stays open when prices were stale',
    rule: 'E2',
    file: 'apps/server/src/wiring/guests.ts',
    find: 'if ((await store.openOf(userId)).length === 0) await store.nothingOpen(userId);',
    replace: 'await store.nothingOpen(userId);',
    tests: TESTS,
  },
  {
    name: 'notes of an ended guest stay',
    rule: 'S13',
    file: FUNCTIONS,
    find: '  DELETE FROM trade_notes WHERE user_id = guest;\n',
    replace: '',
    tests: TESTS,
  },
  {
    name: 'who has registered is ended as a guest',
    rule: 'L5',
    file: FUNCTIONS,
    find: 'WHERE phone IS NULL AND guest_ended_at IS NULL AND created_at < seen_before',
    replace: 'WHERE guest_ended_at IS NULL AND created_at < seen_before',
    tests: TESTS,
  },
  {
    name: 'a guest who registers becomes somebody else',
    rule: 'L2',
    file: ROUTES,
    find: REGISTER,
    replace: 'const signedIn = await accounts.register(typed, originOf(request));',
    tests: TESTS,
  },
  {
    name: 'a guest who registers is given the start balance again',
    rule: 'L2',
    file: ROUTES,
    find: REGISTER,
    replace: `${REGISTER}
    const accountId = await services.accountIds.find(signedIn.user.id, services.markets.mainId);
    await services.markets.submit(services.markets.mainId, { type: 'startSeason', accountId });`,
    tests: TESTS,
  },
  {
    name: 'the persona of a guest is lost by registering',
    rule: 'L2',
    file: FUNCTIONS,
    find: "VALUES (log_id, guest, at, 'registered');",
    replace: "VALUES (log_id, guest, at, 'registered');\n  DELETE FROM personas WHERE user_id = guest;",
    tests: TESTS,
  },
  {
    name: 'the secret of a guest is that of the registered user',
    rule: 'S1',
    file: FUNCTIONS,
    find: 'UPDATE sessions SET token_hash = new_token WHERE',
    replace: 'UPDATE sessions SET token_hash = token_hash WHERE',
    tests: TESTS,
  },
  {
    name: 'another tab is not told that its guest has registered',
    rule: 'S1',
    file: 'apps/web/src/live/stream-client.ts',
    find: 'this.#isChanged ||= code === CLOSE_CHANGED;',
    replace: '',
    tests: ['apps/web/src/live/stream-client.test.ts'],
  },
];
