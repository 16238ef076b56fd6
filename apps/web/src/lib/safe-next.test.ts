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
