import type { PlantedBug } from './bug.ts';

const ALERTS = 'apps/server/src/alerts';
const STORAGE = 'apps/server/src/storage/alerts';
const INTEGRATION = `${ALERTS}/alerts.integration.test.ts`;
const WATCH = `${ALERTS}/alert-watch.test.ts`;
const MARKET = `${ALERTS}/market-alerts.test.ts`;

/** Bugs in what rings, and how often. */
export const ALERT_BUGS: PlantedBug[] = [
  {
    name: 'whoever comes second rings again',
    rule: 'M8',
    file: `${STORAGE}/alert-store.ts`,
    find: 'a.rings = d.rings AND a.pause_s IS NOT NULL',
    replace: 'a.pause_s IS NOT NULL',
    tests: [INTEGRATION],
    titles: 'has lost the market',
  },
  {
    name: 'a hundred alerts are counted while others are set',
    rule: 'L6',
    file: `${STORAGE}/alert-book.ts`,
    find: "    await this.#client.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);\n",
    replace: '',
    tests: [INTEGRATION],
    titles: 'a hundred are the most',
  },
  {
    name: 'what was crossed before the alerts were read is forgotten',
    rule: 'M8',
    file: `${ALERTS}/alert-room.ts`,
    find: 'if (price >= known.high.price) known.high = newest;',
    replace: 'known.high = newest;',
    tests: [WATCH],
  },
  {
    name: 'what could not be written is given up',
    rule: 'M8',
    file: `${ALERTS}/work-queue.ts`,
    find: '        await this.#write(batch);\n        this.#waiting = this.#waiting.slice(batch.length);',
    replace: '        this.#waiting = this.#waiting.slice(batch.length);\n        await this.#write(batch);',
    tests: [WATCH],
  },
  {
    name: 'a position that changes while alerts are read keeps its old level',
    rule: 'M8',
    file: `${ALERTS}/alert-room.ts`,
    find: 'if (this.#reads > 0) this.#moved.set(positionId, position);',
    replace: '',
    tests: [WATCH],
  },
  {
    name: 'the storage fails the market',
    rule: 'M9',
    file: `${ALERTS}/alert-room.ts`,
    find: '      .catch((error: unknown) => this.#failed(error))\n',
    replace: '',
    tests: [WATCH],
  },
  {
    name: 'an alert out of date rings',
    rule: 'M8',
    file: `${ALERTS}/market-alerts.ts`,
    find: 'alert.expiresAt <= reached.at',
    replace: 'alert.expiresAt < reached.at',
    tests: [MARKET],
  },
  {
    name: 'a change is measured over more than its time',
    rule: 'M8',
    file: `${ALERTS}/rolling-extremes.ts`,
    find: 'return this.#newest - SLOTS + 1;',
    replace: 'return this.#newest - SLOTS;',
    tests: [`${ALERTS}/rolling-extremes.test.ts`],
  },
  {
    name: 'a liquidation is near a little too late',
    rule: 'M8',
    file: 'packages/domain/src/alert.ts',
    find: "? divide(liquidation * WHOLE, WHOLE - part, 'floor')",
    replace: "? divide(liquidation * (WHOLE + part), WHOLE, 'floor')",
    tests: [MARKET],
  },
  {
    name: 'rings of before the page was opened are said as news',
    rule: 'M8',
    file: 'apps/web/src/live/alerts-store.ts',
    find: "this.#newest = data.rings[0]?.id ?? before ?? '0';",
    replace: "this.#newest = data.rings.at(-1)?.id ?? before ?? '0';",
    tests: ['apps/web/src/live/alerts-store.test.ts'],
  },
];
