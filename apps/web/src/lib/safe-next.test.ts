import { expect, it } from 'vitest';
import { safeNext } from './safe-next.ts';

it('comes back to a path of this application', () => {
  expect(safeNext('/mobile/trade?symbol=ETHUSDT')).toBe('/mobile/trade?symbol=ETHUSDT');
});

it('never leads to another site', () => {
  for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '', null]) {
    expect(safeNext(next)).toBe('/');
  }
});

it('leads on from the screens that ask who somebody is', () => {
  for (const next of ['/login', '/login?next=%2Flogin', '/register', '/register?next=%2Fmarkets', '/login#main']) {
    expect(safeNext(next)).toBe('/');
  }
  expect(safeNext('/loginless')).toBe('/loginless');
});
