import type { PlantedBug } from './bug.ts';

const DRILL = 'apps/server/src/replays/drills/drill.ts';
const UNIT = ['apps/server/src/replays/drills/drill.test.ts'];
const FEEDS = 'apps/server/src/wiring/drill-feeds.ts';
const PLAYED = ['apps/server/src/wiring/drill-feeds.test.ts'];
const TESTS = ['apps/server/src/replays/drills/drills.integration.test.ts'];
const STORE = 'apps/server/src/storage/drill-store.ts';
const PUBLISH = 'apps/server/src/storage/functions/publish-replay.ts';

/** Bugs in drills, and in replays that people are led through. */
export const DRILL_BUGS: readonly PlantedBug[] = [
  {
    name: 'a drill plays on when its server comes back',
    rule: 'O1',
    file: FEEDS,
    find: '(at) => kept(interrupted(at))',
    replace: '(at) => (at.playhead < 0 ? kept(interrupted(at)) : null)',
    tests: PLAYED,
  },
  {
    name: 'a drill that was killed begins once more',
    rule: 'O1',
    file: FEEDS,
    find: 'paused: true, playedBefore: playhead }',
    replace: 'paused: true }',
    tests: PLAYED,
  },
  {
    name: 'a restart is no change that operators have to have seen',
    rule: 'O1',
    file: DRILL,
    find: 'return { ...play, state: stopped(play), playsAt: null, version: play.version + 1 };',
    replace: 'return { ...play, state: stopped(play), playsAt: null };',
    tests: UNIT,
  },
  {
    name: 'what an operator has not seen is overruled',
    rule: 'L6',
    file: DRILL,
    find: "if (asked.version !== play.version) throw new Problem('drill_changed');",
    replace: '',
    tests: UNIT,
  },
  {
    name: 'of two operators at once both are obeyed',
    rule: 'L6',
    file: STORE,
    find: "      await client.query('SELECT FROM drills WHERE market_id = $1 FOR UPDATE', [marketId]);\n      const drill = await read();",
    replace: "      const drill = await read();\n      await client.query('SELECT pg_sleep(0.2)');",
    tests: TESTS,
  },
  {
    name: 'whoever is signed in steers a drill',
    rule: 'S6',
    file: 'packages/contract/src/endpoints/drills.ts',
    find: "path: '/api/admin/drills/:id',\n  access: 'steppedUp',",
    replace: "path: '/api/admin/drills/:id',\n  access: 'active',",
    tests: TESTS,
  },
  {
    name: 'a drill is open to members of other classes',
    rule: 'S6',
    file: STORE,
    find: '`EXISTS (SELECT FROM class_members WHERE class_id = ${classId} AND user_id = $2 AND left_at IS NULL)`',
    replace: '`EXISTS (SELECT FROM class_members WHERE user_id = $2 AND left_at IS NULL AND ${classId} > 0)`',
    tests: TESTS,
  },
  {
    name: 'a drill stays open to who has left its class',
    rule: 'S6',
    file: STORE,
    find: 'AND user_id = $2 AND left_at IS NULL)`',
    replace: 'AND user_id = $2)`',
    tests: TESTS,
  },
  {
    name: 'a drill plays without its countdown',
    rule: 'E9',
    file: DRILL,
    find: "state: 'countdown', playsAt: now + asked.seconds * 1000 }",
    replace: "state: 'playing', playsAt: null }",
    tests: UNIT,
  },
  {
    name: 'a drill plays during its countdown',
    rule: 'E9',
    file: FEEDS,
    find: "if (drill.state === 'playing' && !drill.ending) feed.resume();",
    replace: "if (drill.state !== 'paused' && !drill.ending) feed.resume();",
    tests: PLAYED,
  },
  {
    name: 'a countdown that was stopped ends all the same',
    rule: 'E9',
    file: DRILL,
    find: 'if (play.playsAt === null || now < play.playsAt) return null;',
    replace: 'if (play.playsAt !== null && now < play.playsAt) return null;',
    tests: UNIT,
  },
  {
    name: 'what word was lost of is never heard',
    rule: 'O1',
    file: FEEDS,
    find: '    this.changed(null);\n    const places',
    replace: '    const places',
    tests: PLAYED,
  },
  {
    name: 'a drill is written as further than what is committed',
    rule: 'E8',
    file: FEEDS,
    find: 'return term === null ? null : { ...place, term };',
    replace: 'return { ...place, term: term ?? 1n };',
    tests: PLAYED,
  },
  {
    name: 'nobody is told what becomes of a drill',
    rule: 'O1',
    file: 'apps/server/src/wiring/streams.ts',
    find: 'await notifications.drills((market) => hub.drill(market));',
    replace: 'await notifications.drills(() => undefined);',
    tests: TESTS,
  },
  {
    name: 'a drill has the taker fee of its class for every fill',
    rule: 'C2',
    file: PUBLISH,
    find: 'false, at, owner, m.maker_fee, m.funding_hours,',
    replace: 'false, at, owner, m.taker_fee, m.funding_hours,',
    tests: TESTS,
  },
  {
    name: 'a drill has no funding where its class has',
    rule: 'C2',
    file: PUBLISH,
    find: 'false, at, owner, m.maker_fee, m.funding_hours,\n         m.funding_cap, m.class_rules',
    replace: 'false, at, owner, m.maker_fee, NULL,\n         NULL, m.class_rules',
    tests: TESTS,
  },
  {
    name: 'a drill is played without the rules of its class',
    rule: 'E17',
    file: PUBLISH,
    find: 'm.funding_cap, m.class_rules',
    replace: 'm.funding_cap, NULL',
    tests: TESTS,
  },
  {
    name: 'a start of a lesson that was cut short leaves a replay behind',
    rule: 'L7',
    file: 'apps/server/src/lessons/lessons.ts',
    find: '[String(userId), lesson, after]',
    replace: '[String(userId), lesson, after, performance.now()]',
    tests: ['apps/server/src/lessons/lessons.integration.test.ts'],
  },
];
