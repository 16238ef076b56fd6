import { MAX_INT64, MAX_PRICE } from '@plecho/domain';
import { Random } from '@plecho/testkit';
import { describe, expect, it } from 'vitest';
import { toHex } from './bytes.ts';
import { decodeFrame, encodeFrame, frameOf, RECORD_KINDS, type Frame, type FrameRecord } from './frame.ts';
import { MAX_ENTRY_BYTES } from './tiles.ts';
import { VarintReader, VarintWriter } from './varint.ts';

const record = (
  seq: bigint,
  symbolIndex: number,
  price: bigint,
  time: number,
  kind: FrameRecord['kind'] = 0,
): FrameRecord => ({
  ...{ seq, symbolIndex, kind, price, time },
});
const FRAME: Frame = {
  closedAt: 1_000_000,
  records: [
    record(7n, 1, 6_012_340_000_000n, 999_100),
    record(8n, 0, 250_000_000n, 999_150),
    record(9n, 1, 6_012_350_000_000n, 999_900),
    record(10n, 1, 6_013_350_000_000n, 999_900, 1),
  ],
};

function randomFrame(random: Random): Frame {
  const closedAt = random.int(0, 2 ** 50);
  const unit = 10n ** BigInt(random.int(0, 8));
  let seq = random.bigint(0n, MAX_INT64 / 2n);
  const records = Array.from({ length: random.int(1, 60) }, () => {
    seq += random.bigint(1n, random.chance(5) ? 2n ** 40n : 3n);
    const price = random.bigint(1n, random.chance(10) ? MAX_PRICE / unit : 10_000n) * unit;
    return record(
      seq,
      random.int(0, 5),
      price,
      Math.max(0, closedAt - random.int(-2_000, 20_000)),
      random.pick([...RECORD_KINDS]),
    );
  });
  return random.chance(20) ? { closedAt, newSymbols: ['ABCUSDT', 'XYZUSDT'], records } : { closedAt, records };
}

describe('a frame', () => {
  it('is the bytes that the format says', () => {
    // 'F' 1, the moment, the first number, no new symbols, three groups: price of 0, price of 1, what buys pay of 1
    expect(toHex(encodeFrame(FRAME))).toBe(
      ['46', '01', 'c0843d', '07', '00', '03', '00', '01', '07', '01', '32', 'a30d']
        .concat(['03', '02', '07', '00', 'a4b249', '870e', '02', '02', 'c00c'])
        .concat(['04', '01', '07', '03', 'eeb349', 'c701'])
        .join(''),
    );
    expect(decodeFrame(encodeFrame(FRAME))).toEqual(FRAME);
  });

  it('is the same whatever order its records come in', () => {
    const bytes = encodeFrame({ ...FRAME, records: FRAME.records.toReversed() });
    expect(bytes).toEqual(encodeFrame(FRAME));
  });

  it('is read as it was written, whatever is in it', () => {
    const random = new Random(4);
    for (let n = 0; n < 500; n++) {
      const frame = randomFrame(random);
      expect(decodeFrame(encodeFrame(frame))).toEqual(frame);
    }
  });

  it('has one form: whatever else can be read as one has other records', () => {
    const random = new Random(5);
    for (let n = 0; n < 2_000; n++) {
      const frame = randomFrame(random);
      const bytes = encodeFrame(frame);
      const at = random.int(0, bytes.length - 1);
      bytes[at]! ^= 1 << random.int(0, 7);
      const read = decodeFrame(bytes);
      if (read === null) continue;
      expect(read).not.toEqual(frame);
      expect(encodeFrame(read)).toEqual(bytes);
    }
  });

  it.each([
    ['nothing', []],
    ['no records', [0x46, 1, 0, 0, 0, 0]],
    ['another beginning', [0x47, 1, 0, 0, 0, 1, 0, 1, 8, 0, 2, 0]],
    ['another version', [0x46, 2, 0, 0, 0, 1, 0, 1, 8, 0, 2, 0]],
    ['something after its end', [0x46, 1, 0, 0, 0, 1, 0, 1, 8, 0, 2, 0, 0]],
    ['an end within a record', [0x46, 1, 0, 0, 0, 1, 0, 1, 8, 0, 2]],
    ['a number that is longer than it has to be', [0x46, 1, 0x80, 0, 0, 0, 1, 0, 1, 8, 0, 2, 0]],
    ['a price of zero', [0x46, 1, 0, 0, 0, 1, 0, 1, 8, 0, 0, 0]],
    ['a price below zero', [0x46, 1, 0, 0, 0, 1, 0, 1, 8, 0, 1, 0]],
    ['more zeros than were left out', [0x46, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0x80, 0x84, 0xaf, 0x5f, 0]],
    ['a first number that none has', [0x46, 1, 0, 0, 0, 1, 0, 1, 8, 1, 2, 0]],
    ['the same number twice', [0x46, 1, 0, 0, 0, 1, 0, 2, 8, 0, 2, 0, 0, 0, 0]],
    ['groups in another order', [0x46, 1, 0, 0, 0, 2, 3, 1, 8, 0, 2, 0, 0, 1, 8, 1, 2, 0]],
    ['a group twice', [0x46, 1, 0, 0, 0, 2, 0, 1, 8, 0, 2, 0, 0, 1, 8, 1, 2, 0]],
    ['a time before all times', [0x46, 1, 0, 0, 0, 1, 0, 1, 8, 0, 2, 1]],
    ['more records than there are bytes', [0x46, 1, 0, 0, 0, 1, 0, 0xff, 0xff, 0xff, 0xff, 0x0f, 8, 0, 2, 0]],
    ['more groups than there are bytes', [0x46, 1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0x0f, 0, 1, 8, 0, 2, 0]],
    ['new symbols in another order', [0x46, 1, 0, 0, 2, 2, 66, 66, 2, 65, 65, 1, 0, 1, 8, 0, 2, 0]],
    ['a new symbol that is none', [0x46, 1, 0, 0, 1, 2, 98, 98, 1, 0, 1, 8, 0, 2, 0]],
    ['a number beyond 64 bits', [0x46, 1, 0, ...Array.from({ length: 9 }, () => 0xff), 2, 0, 1, 0, 1, 8, 0, 2, 0]],
  ])('is none with %s', (_, bytes) => expect(decodeFrame(Uint8Array.from(bytes))).toBeNull());

  it('and the one that these were made from is one', () => {
    const one = { closedAt: 0, records: [record(0n, 0, 100_000_000n, 0)] };
    expect(decodeFrame(Uint8Array.from([0x46, 1, 0, 0, 0, 1, 0, 1, 8, 0, 2, 0]))).toEqual(one);
  });

  it.each([
    ['no records', { closedAt: 0, records: [] }],
    ['a number twice', { closedAt: 0, records: [record(1n, 0, 1n, 0), record(1n, 1, 1n, 0)] }],
    ['a price of zero', { closedAt: 0, records: [record(1n, 0, 0n, 0)] }],
    ['a price above all prices', { closedAt: 0, records: [record(1n, 0, MAX_PRICE + 1n, 0)] }],
    ['half a millisecond', { closedAt: 0, records: [record(1n, 0, 1n, 0.5)] }],
    ['no pair', { closedAt: 0, records: [record(1n, -1, 1n, 0)] }],
    ['a moment that is none', { closedAt: Number.NaN, records: [record(1n, 0, 1n, 0)] }],
    ['new symbols in another order', { closedAt: 0, newSymbols: ['B1', 'A1'], records: [record(1n, 0, 1n, 0)] }],
  ])('is not made of %s', (_, frame) => expect(() => encodeFrame(frame)).toThrow(RangeError));
});

it('has quotes beyond what prices may be: nothing for the lowest price, and more than the highest', () => {
  const [lowest, highest] = [record(1n, 0, 0n, 0, 2), record(2n, 0, MAX_PRICE + 1n, 0, 1)];
  const frame = { closedAt: 0, records: [lowest, highest] };
  expect(decodeFrame(encodeFrame(frame))).toEqual(frame);
  expect(() => encodeFrame({ closedAt: 0, records: [{ ...highest, price: 2n * MAX_PRICE + 1n }] })).toThrow(RangeError);
});

it('names the pairs that the definition does not have', () => {
  const named = ['NEWUSDT', 'ETHUSDT', 'ADDUSDT', 'NEWUSDT'].map((symbol, n) => ({
    ...{ seq: BigInt(n), symbol, kind: 0 as const, price: 1n, time: n },
  }));
  const frame = frameOf(9, named, ['BTCUSDT', 'ETHUSDT']);
  expect(frame.newSymbols).toEqual(['ADDUSDT', 'NEWUSDT']);
  expect(frame.records.map(({ symbolIndex }) => symbolIndex)).toEqual([3, 1, 2, 3]);
  expect(decodeFrame(encodeFrame(frame))).toEqual(frame);
  expect(frameOf(9, named.slice(1, 2), ['BTCUSDT', 'ETHUSDT'])).not.toHaveProperty('newSymbols');
});

it('5,000 records of a busy market are an entry, and more than fits into a bundle is none', () => {
  const random = new Random(18);
  const records = (count: number): FrameRecord[] =>
    Array.from({ length: count }, (_, n) =>
      record(BigInt(n) * 3n, random.int(0, 99), random.bigint(1n, 10n ** 13n), random.int(0, 10_000)),
    );
  const bytes = encodeFrame({ closedAt: 10_000, records: records(5_000) });
  expect(bytes.length).toBeLessThan(MAX_ENTRY_BYTES);
  expect(decodeFrame(bytes)?.records).toHaveLength(5_000);
  expect(decodeFrame(encodeFrame({ closedAt: 10_000, records: records(10_000) }))).toBeNull();
  expect(decodeFrame(new Uint8Array(MAX_ENTRY_BYTES + 1))).toBeNull();
});

it.each([0n, 1n, -1n, 63n, 64n, -64n, -65n, 2n ** 62n, 2n ** 63n - 1n, -(2n ** 63n)])(
  '%s is kept with its sign',
  (value) => {
    const writer = new VarintWriter();
    writer.signed(value);
    expect(new VarintReader(writer.bytes()).signed()).toBe(value);
  },
);

it.each([-1n, 2n ** 64n])('%s is no unsigned integer of 64 bits', (value) =>
  expect(() => new VarintWriter().unsigned(value)).toThrow(RangeError),
);
