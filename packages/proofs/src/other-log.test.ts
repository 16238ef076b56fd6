import { expect, it } from 'vitest';
import type { LogDefinition } from './definition.ts';
import { formatVkey } from './note.ts';
import { formatProof, type TradeProof } from './proof-file.ts';
import { rotationName } from './rotation.ts';
import { DEFINITION, INSTALLATION, liquidatedLong } from './testing/index.ts';
import { verifyProof } from './verify.ts';

const { market, trade } = liquidatedLong();
const { publicKey } = market.key;
const { origin } = DEFINITION;
const NAME = rotationName(INSTALLATION);
const FOREIGN = origin.replace('3', '4');
const OTHER_LOG = 'signature: other_log';

/** The step that fails for whoever knows the key under a name. */
function failureOf(proof: TradeProof, name: string): string {
  const { steps } = verifyProof(formatProof(proof), { trusted: [publicKey], name });
  const failed = steps.find(({ outcome }) => outcome === 'failed');
  return failed === undefined ? 'none' : `${failed.step}: ${failed.code}`;
}

it.each<[string, Partial<LogDefinition>, string, string]>([
  ['of the market', {}, 'none', 'none'],
  ['of another installation', { origin: FOREIGN }, OTHER_LOG, OTHER_LOG],
  ['of another market', { origin: `${NAME}/other`, market: { ...DEFINITION.market, id: 'other' } }, 'none', OTHER_LOG],
])('C3 the key of an installation, or of one log of it, is believed for a log %s', async (_, of, any, one) => {
  const made = liquidatedLong(of);
  const proof = await made.market.prove(made.trade);
  expect([failureOf(proof, NAME), failureOf(proof, origin)]).toEqual([any, one]);
});

it('C3 a market is not proven by the log of another one', async () => {
  const proof = await market.prove(trade);
  const moved = market.sign({ ...proof, market: { ...proof.market, id: 'other' } });
  expect(failureOf(moved, NAME)).toBe(OTHER_LOG);
});

it('C3 that a log is another one is said of what the key has signed: anybody can write a name beside it', async () => {
  const proof = await market.prove(trade);
  expect(failureOf({ ...proof, key: formatVkey(FOREIGN, publicKey) }, NAME)).toBe('signature: file_changed');
});
