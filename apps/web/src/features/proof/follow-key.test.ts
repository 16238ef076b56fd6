import { toBase64 } from '@plecho/proofs';
import { INSTALLATION, TestKey, TestMarket } from '@plecho/proofs/testing';
import { describe, expect, it } from 'vitest';
import { FakeLogServer } from './test/fake-log-server.ts';
import { followKey, type ServedKeys } from './follow-key.ts';

const [first, second, third] = [new TestKey('first'), new TestKey('second'), new TestKey('third')];
const b64 = ({ publicKey }: TestKey): string => toBase64(publicKey);
const pinned = (...keys: TestKey[]) => ({ installation: INSTALLATION, keys: keys.map(b64), at: 0 });

function served(...rotations: [before: TestKey, next: TestKey, isSigned?: boolean][]): ServedKeys {
  const server = new FakeLogServer(new TestMarket({}, first));
  for (const [before, next, isSigned] of rotations) server.rotate(before, next, isSigned);
  return {
    installation: server.installation,
    newest: server.keys[0]?.publicKey ?? '',
    rotations: server.keys.map(({ rotation }) => rotation).filter((note) => note !== null),
  };
}

describe('C3 the key of a log', () => {
  it('C3 is kept when it is first seen, and recognised later', () => {
    expect(followKey(null, served())).toEqual({ news: 'first', keys: [b64(first)] });
    expect(followKey(pinned(first), served())).toEqual({ news: 'same', keys: [b64(first)] });
  });

  it('C3 may be another when the one before has signed it, over several changes too', () => {
    const twice = served([first, second], [second, third]);
    expect(followKey(pinned(first), twice)).toEqual({ news: 'rotated', keys: [third, second, first].map(b64) });
    expect(followKey(pinned(second, first), twice)).toEqual({ news: 'rotated', keys: [third, second, first].map(b64) });
    expect(followKey(null, twice).keys).toEqual([third, second, first].map(b64));
  });

  it('C3 is no other when the one before has not signed it', () => {
    expect(followKey(pinned(first), served([first, second, false])).news).toBe('changed');
    expect(followKey(pinned(first), { ...served(), newest: b64(second) }).news).toBe('changed');
    // One of several is missing, and so is the way from the first to the last.
    const gap = served([first, second, false], [second, third]);
    expect(followKey(pinned(first), gap)).toEqual({ news: 'changed', keys: [b64(first)] });
  });

  it('C3 of another installation is another key, and a circle of changes ends', () => {
    const other = { ...served(), installation: '00000000-0000-4000-8000-000000000000' };
    expect(followKey(pinned(first), other).news).toBe('changed');
    expect(followKey(null, served([first, second], [second, first])).keys).toEqual([first, second].map(b64));
  });
});
