import { describe, expect, it } from 'vitest';
import type { Trade } from '@plecho/contract';
import { enqueue, isAutomatic, opensItself } from './receipt-queue.ts';

const trade = (id: string, reason: Trade['reason'] = 'liquidation'): Trade => ({ id, reason }) as Trade;

describe('receipts that open themselves', () => {
  it('are those of closes nobody asked for', () => {
    expect(isAutomatic(trade('1', 'user'))).toBe(false);
    for (const reason of ['takeProfit', 'stopLoss', 'liquidation', 'attemptEnd', 'marketEnd'] as const) {
      expect(isAutomatic(trade('1', reason))).toBe(true);
    }
  });

  it('do not interrupt, except for a liquidation', () => {
    expect(opensItself(trade('1', 'takeProfit'), true)).toBe(false);
    expect(opensItself(trade('1', 'takeProfit'), false)).toBe(true);
    expect(opensItself(trade('1'), true)).toBe(true);
  });

  it('wait in the order of their closes, each once', () => {
    const waiting = enqueue([trade('1')], [trade('3'), trade('2'), trade('1')]);
    expect(waiting.map(({ id }) => id)).toEqual(['1', '2', '3']);
    expect(enqueue(waiting, [trade('2')])).toBe(waiting);
  });
});
