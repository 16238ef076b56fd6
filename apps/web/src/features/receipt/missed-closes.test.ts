import { describe, expect, it } from 'vitest';
import type { Trade } from '@plecho/contract';
import { isTold, missedOf, NOTHING_TOLD, ofAbsence } from './missed-closes.ts';

const trade = (id: string, reason: Trade['reason'] = 'liquidation'): Trade => ({ id, reason }) as Trade;
const ids = (trades: readonly Trade[]): string[] => trades.map(({ id }) => id);

describe('closes that the stream has not told of', () => {
  it('are the automatic ones since the last that was told', () => {
    const newest = [trade('12', 'user'), trade('11'), trade('10', 'takeProfit'), trade('9'), trade('8')];
    const { missed, told } = missedOf({ upTo: '8', since: ['9'] }, newest, ['10']);
    expect(ids(missed)).toEqual(['11']);
    expect(told).toEqual({ upTo: '12', since: [] });
    expect(missedOf(told, newest, ['10']).missed).toEqual([]);
  });

  it('are none at the first reading, of many trades or of none', () => {
    expect(missedOf(NOTHING_TOLD, [trade('9')], [])).toEqual({ missed: [], told: { upTo: '9', since: [] } });
    const empty = missedOf(NOTHING_TOLD, [], []);
    expect(empty.missed).toEqual([]);
    expect(ids(missedOf(empty.told, [trade('1')], []).missed)).toEqual(['1']);
  });

  it('are none of those that the stream brings while nothing is read, and those before them still are', () => {
    const { missed, told } = missedOf({ upTo: '8', since: [] }, undefined, ['10']);
    expect(missed).toEqual([]);
    expect(told).toEqual({ upTo: '8', since: ['10'] });
    expect(ids(missedOf(told, [trade('10'), trade('9')], []).missed)).toEqual(['9']);
  });

  it('are not told again after an older reading', () => {
    expect(missedOf({ upTo: '9', since: [] }, [trade('8')], []).told.upTo).toBe('9');
  });

  it('of a long absence: the newest liquidations each, the rest together', () => {
    const few = [trade('3', 'stopLoss'), trade('2'), trade('1')];
    expect(ofAbsence(few)).toEqual({ each: few, hasMore: false });
    const many = Array.from({ length: 20 }, (_, n) => trade(String(40 - n), n % 2 === 0 ? 'order' : 'liquidation'));
    const { each, hasMore } = ofAbsence(many);
    expect([ids(each), hasMore]).toEqual([['39', '37', '35'], true]);
  });

  it('what this browser kept is refused when it is something else', () => {
    for (const kept of [NOTHING_TOLD, { upTo: '9', since: ['10'] }]) expect(isTold(kept)).toBe(true);
    for (const kept of [null, {}, { upTo: 'x', since: [] }, { upTo: '9', since: [10] }])
      expect(isTold(kept)).toBe(false);
  });
});
