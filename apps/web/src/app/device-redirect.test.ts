import { describe, expect, it } from 'vitest';
import { moneyQuery, redirectOf } from './device-redirect.ts';

describe('redirectOf', () => {
  it('leads / and unknown paths to the start screen of the device', () => {
    expect(redirectOf('/', true, true)).toBe('/mobile/home');
    expect(redirectOf('/', false, true)).toBe('/dashboard');
    expect(redirectOf('/no/such/page', true, false)).toBe('/mobile/home');
    expect(redirectOf('/no/such/page', false, false)).toBe('/dashboard');
  });

  it('leads a phone from the dashboard to its own home, and a desktop nowhere', () => {
    expect(redirectOf('/dashboard', true, true)).toBe('/mobile/home');
    expect(redirectOf('/dashboard', false, true)).toBeNull();
  });

  it('leads a phone to its own screens of practice money', () => {
    expect(redirectOf('/deposit', true, true)).toBe('/mobile/deposit');
    expect(redirectOf('/withdraw', true, true)).toBe('/mobile/withdraw');
    expect(redirectOf('/assets', true, true, { market: 'crash' })).toBe('/mobile/assets?market=crash');
    for (const path of ['/deposit', '/withdraw', '/assets']) expect(redirectOf(path, false, true)).toBeNull();
  });

  it('carries a payment to the money screens of a phone, and the market that was left', () => {
    expect(redirectOf('/deposit', true, true, { payment: '7' })).toBe('/mobile/deposit?payment=7');
    expect(redirectOf('/deposit', true, true, { from: 'crash' })).toBe('/mobile/deposit?from=crash');
    expect(redirectOf('/withdraw', true, true, { market: 'crash' })).toBe('/mobile/withdraw?from=crash');
    expect(moneyQuery({ market: 'crash', from: 'drop', payment: '7' })).toEqual({ from: 'drop', payment: '7' });
  });

  it('leaves all other screens alone on both', () => {
    expect(redirectOf('/history', true, true)).toBeNull();
    expect(redirectOf('/admin', true, true)).toBeNull();
    expect(redirectOf('/network', true, true)).toBeNull();
    expect(redirectOf('/mobile/trade', false, true)).toBeNull();
  });

  it('carries the market on, and the pair to where it is traded', () => {
    expect(redirectOf('/dashboard', true, true, { market: 'crash' })).toBe('/mobile/home?market=crash');
    const pair = { market: 'crash', symbol: 'ETHUSDT' };
    expect(redirectOf('/dashboard', true, true, pair)).toBe('/mobile/trade?symbol=ETHUSDT&market=crash');
  });
});
