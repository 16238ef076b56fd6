import type { PlantedBug } from './bug.ts';

const LIVE = 'apps/web/src/live';
const INTENTS = 'apps/web/src/api/intents';
const INTENT_TESTS = [`${INTENTS}/intents.test.ts`, `${INTENTS}/kept-intents.test.ts`];

/** Bugs in what the page believes about the server. */
export const WEB_BUGS: PlantedBug[] = [
  {
    name: 'a reconnect forgets to subscribe again',
    rule: 'S9',
    file: `${LIVE}/stream-client.ts`,
    find: '      opened = true;\n      for (const subscription of this.#subscriptions.values()) this.#request(subscription);\n',
    replace: '      opened = true;\n',
    tests: [`${LIVE}/stream-client.test.ts`],
  },
  {
    name: 'a snapshot is merged into the state from before the reconnect',
    rule: 'S9',
    file: `${LIVE}/account-store.ts`,
    find: 'positions: data.positions.toSorted(byNewest),',
    replace: 'positions: merged(this.#state.positions, data.positions, []),',
    tests: [`${LIVE}/account-store.test.ts`],
  },
  {
    name: 'a gap in the sequence goes unnoticed',
    rule: 'S9',
    file: `${LIVE}/subscription.ts`,
    find: 'if (frame.seq !== this.#seq + 1) {',
    replace: 'if (frame.seq < this.#seq) {',
    tests: [`${LIVE}/stream-client.test.ts`],
  },
  {
    name: 'an update from before the snapshot is applied to it',
    rule: 'S9',
    file: `${LIVE}/subscription.ts`,
    find: 'if (this.#seq === null || frame.seq <= this.#seq) return',
    replace: 'if (this.#seq !== null && frame.seq <= this.#seq) return',
    tests: [`${LIVE}/stream-client.test.ts`],
  },
  {
    name: 'a connection that was given up is still listened to',
    rule: 'S9',
    file: `${LIVE}/stream-client.ts`,
    find: 'if (socket === this.#socket && typeof data',
    replace: 'if (typeof data',
    tests: [`${LIVE}/stream-client.test.ts`],
  },
  {
    name: 'a key is given up while its outcome is unknown',
    rule: 'L6',
    file: `${INTENTS}/intents.ts`,
    find: "if (end.name === 'unknown') enter('unknown');\n        else this.#ended(flight, end);",
    replace: 'this.#ended(flight, end);',
    tests: INTENT_TESTS,
  },
  {
    name: 'an intent is not kept over a reload',
    rule: 'L7',
    file: `${INTENTS}/intents.ts`,
    find: '    store.put(intent);\n    return this.#fly',
    replace: '    return this.#fly',
    tests: INTENT_TESTS,
  },
  {
    name: 'a limit that is reached while an answer is in doubt counts as the outcome',
    rule: 'L6',
    file: `${INTENTS}/ask-until-known.ts`,
    find: "(verdict === 'turnedAway' && !inDoubt)",
    replace: "verdict === 'turnedAway'",
    tests: INTENT_TESTS,
  },
  {
    name: 'an order is sent long after it was asked for',
    rule: 'L6',
    file: `${INTENTS}/intents.ts`,
    find: 'areaOf(intent) !== area || left <= 0 ||',
    replace: 'areaOf(intent) !== area ||',
    tests: INTENT_TESTS,
  },
  {
    name: 'another order is sent while the outcome of one is unknown',
    rule: 'L6',
    file: `${INTENTS}/intents.ts`,
    find: 'if (same !== undefined || mine.some(isInTheWay)) {',
    replace: 'if (same !== undefined) {',
    tests: INTENT_TESTS,
  },
  {
    name: 'a formula passes into a file',
    rule: '—',
    file: 'apps/web/src/lib/csv.ts',
    find: 'escapeFormulae: FORMULA',
    replace: 'escapeFormulae: false',
    tests: ['apps/web/src/lib/csv.test.ts'],
  },
  {
    name: 'a card top-up that waits at the bank is called approved',
    rule: '—',
    file: 'apps/web/src/ui/operation-status.tsx',
    find: "return status === 'pending' ? <AtBank operation={operation} /> : null;",
    replace: "return status === 'pending' ? <p>Банк одобрил платёж, зачисляем.</p> : null;",
    tests: ['apps/web/src/ui/operation-status.test.tsx'],
  },
];
