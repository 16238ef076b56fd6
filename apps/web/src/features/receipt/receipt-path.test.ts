import { describe, expect, it } from 'vitest';
import type { Candle, Trade } from '@plecho/contract';
import { lifeExtremes, receiptWindow } from './receipt-path.ts';

const candle = (time: number, high: string, low: string): Candle => ({
  time,
  open: low,
  high,
  low,
  close: high,
  volume: '1',
});
const trade = (openTime: number, closeTime: number, change: Partial<Trade> = {}) =>
  ({
    type: 'long',
    entryPrice: '100',
    exitPrice: '101',
    openTime,
    closeTime,
    entryRecord: { seq: '1', price: '100', time: openTime * 1000 },
    entries: [],
    funding: '0',
    exitRecord: { seq: '2', price: '101', time: closeTime * 1000 },
    bestPrice: null,
    worstPrice: null,
    path: null,
    ...change,
  }) as Trade;

describe('receiptWindow', () => {
  it('shows a short life in minutes with room on both sides', () => {
    expect(receiptWindow(600, 630)).toEqual({ interval: '1m', from: -600, to: 1020, limit: 28 });
  });

  it('takes a longer interval for a longer life', () => {
    expect(receiptWindow(0, 3 * 3600).interval).toBe('5m');
    expect(receiptWindow(0, 86_400 * 3).interval).toBe('1h');
    expect(receiptWindow(0, 86_400 * 400).interval).toBe('1d');
  });

  it('never asks for more than the API gives', () => {
    expect(receiptWindow(0, 86_400 * 4000).limit).toBe(1000);
  });
});

describe('lifeExtremes', () => {
  it('counts only candles that lie inside the life', () => {
    const candles = [candle(0, '500', '1'), candle(60, '110', '90'), candle(120, '105', '99'), candle(180, '400', '2')];
    const extremes = lifeExtremes(trade(30, 200), candles, '1m');
    expect(extremes?.best.price).toBe(11_000_000_000n);
    expect(extremes?.worst.price).toBe(9_000_000_000n);
  });

  it('believes the trade, which knows its first and its last minute', () => {
    const known = trade(30, 200, { bestPrice: '104.5', worstPrice: '98.25', path: 'ticks' });
    const candles = [candle(0, '500', '98.25'), candle(60, '103', '99')];
    expect(lifeExtremes(known, candles, '1m')).toEqual({
      best: { time: null, price: 10_450_000_000n },
      worst: { time: 30, price: 9_825_000_000n },
      source: 'ticks',
    });
    const flat = lifeExtremes(trade(30, 200, { bestPrice: '101', worstPrice: '100', path: 'candles' }), [], '1m');
    expect([flat?.best.time, flat?.worst.time, flat?.source]).toEqual([200, 30, 'candles']);
  });

  it('mirrors best and worst for a short', () => {
    const extremes = lifeExtremes(trade(0, 200, { type: 'short' }), [candle(60, '110', '90')], '1m');
    expect(extremes?.best.price).toBe(9_000_000_000n);
    expect(extremes?.worst.price).toBe(11_000_000_000n);
  });

  it('knows entry and exit alone for a life within one candle', () => {
    const extremes = lifeExtremes(trade(10, 40), [candle(0, '500', '1')], '1m');
    expect(extremes?.best.price).toBe(10_100_000_000n);
    expect(extremes?.worst.price).toBe(10_000_000_000n);
  });
});
