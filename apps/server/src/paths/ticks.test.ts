import { encodeDefinition, encodeFrame, type FrameRecord } from '@plecho/proofs';
import { DEFINITION, TestKey, TestLog } from '@plecho/proofs/testing';
import { expect, it } from 'vitest';
import { MemoryLogs } from '../../test/support/memory-logs.ts';
import { price } from '../../test/test-market.ts';
import { readTicks } from './ticks.ts';

const START = DEFINITION.market.startAt * 1000;
const record = (seq: bigint, symbolIndex: number, usdt: string): FrameRecord => ({
  ...{ seq, symbolIndex, kind: 0, price: price(usdt), time: START + Number(seq) },
});

it('T1 reads the prices of a pair that was listed later, and no other’s where a frame has none of it', async () => {
  const log = new TestLog(DEFINITION.origin, new TestKey('ticks'));
  log.append(encodeDefinition(DEFINITION));
  const [known, listed] = [DEFINITION.symbols.length - 1, DEFINITION.symbols.length];
  const frame = (records: FrameRecord[], newSymbols: string[] = []): void =>
    void log.append(encodeFrame({ closedAt: START, records, newSymbols }));
  frame([record(1n, listed, '10')], ['NEWUSDT']);
  frame([record(2n, listed, '11')], ['NEWUSDT']);
  // The last pair of the definition, and another one that is new: neither is the one that is asked for.
  frame([record(3n, known, '5000')]);
  frame([record(4n, listed, '7')], ['ELSEUSDT']);
  frame([record(5n, listed, '7'), record(6n, listed + 1, '12')], ['ELSEUSDT', 'NEWUSDT']);
  frame([record(7n, listed, '13')], ['NEWUSDT']);
  const ticks = await readTicks(new MemoryLogs({ main: log }), 'main', { symbol: 'NEWUSDT', after: 1n, before: 7n });
  expect(ticks?.map(({ seq }) => seq)).toEqual([2n, 6n]);
});
