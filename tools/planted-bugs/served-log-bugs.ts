import type { PlantedBug } from './bug.ts';

const API = 'apps/server/src/api';
const PROOFS = 'apps/server/src/proofs';
const CLI = 'apps/server/src/cli';

const LOG_TESTS = [`${API}/log/log.test.ts`];
const PROOF_TESTS = [`${PROOFS}/trade-proofs.test.ts`];
const GROWTH_TESTS = ['packages/proofs/src/growth.test.ts'];

/** Bugs in how logs and proofs are handed out, and in how they are looked at. */
export const SERVED_LOG_BUGS: PlantedBug[] = [
  {
    name: 'the log of a personal replay is everybody’s',
    rule: 'S6',
    file: `${API}/named-markets.ts`,
    find: 'return [market, inPath, inBody,',
    replace: 'return [market, inBody,',
    tests: LOG_TESTS,
  },
  {
    name: 'a cache on the way keeps the log of a personal replay',
    rule: 'S6',
    file: `${API}/log/log.ts`,
    find: 'shared: !replays.sessions.isPersonal(marketId),',
    replace: 'shared: true,',
    tests: LOG_TESTS,
  },
  {
    name: 'a tile that will grow is kept for good',
    rule: 'T1',
    file: `${PROOFS}/public-logs.ts`,
    find: 'const isFull = width === TILE_WIDTH;',
    replace: 'const isFull = true;',
    tests: [`${PROOFS}/public-logs.test.ts`],
  },
  {
    name: 'a proof leaves out of account that no checkpoint covers the price yet',
    rule: 'T1',
    file: `${PROOFS}/trade-proofs.ts`,
    find: 'if (index >= log.checkpointSize) throw pending();',
    replace: '',
    tests: PROOF_TESTS,
  },
  {
    name: 'a proof is signed by another key than its checkpoint',
    rule: 'T1',
    file: `${PROOFS}/trade-proofs.ts`,
    find: "if (isSecondLook) await this.#keys.refresh('keys');",
    replace: '',
    tests: PROOF_TESTS,
  },
  {
    name: 'a log that was changed counts as grown',
    rule: 'T1',
    file: 'packages/proofs/src/growth.ts',
    find: "newest.root, proof) ? 'grew' : 'forked'",
    replace: "newest.root, proof) ? 'grew' : 'grew'",
    tests: GROWTH_TESTS,
  },
  {
    name: 'two logs of one size count as the same',
    rule: 'T1',
    file: 'packages/proofs/src/growth.ts',
    find: "equalBytes(newest.root, kept.root) ? 'same' : 'forked'",
    replace: "'same'",
    tests: GROWTH_TESTS,
  },
  {
    name: 'a checkpoint of another log counts',
    rule: 'T1',
    file: 'packages/proofs/src/growth.ts',
    find: "if (newest?.origin !== origin) return 'badSignature';",
    replace: "if (newest === null) return 'badSignature';",
    tests: GROWTH_TESTS,
  },
  {
    name: 'a file that is too large is looked at as if it ended earlier',
    rule: 'C3',
    file: `${CLI}/input-file.ts`,
    find: 'read(path, limit + 1)',
    replace: 'read(path, limit)',
    tests: [`${CLI}/verify.test.ts`],
  },
  {
    name: 'the key in the file is trusted although another one was given',
    rule: 'C3',
    file: `${CLI}/verify.ts`,
    find: 'return { trusted: [parsed.publicKey], name: parsed.name };',
    replace: 'return {};',
    tests: [`${CLI}/verify.test.ts`],
  },
  {
    name: 'a price that was never published agrees with the klines',
    rule: 'C3',
    file: `${CLI}/kline-check.ts`,
    find: 'price === before?.close',
    replace: 'price >= minute.close',
    tests: [`${CLI}/kline-check.test.ts`],
  },
];
