import { expect, it } from 'vitest';
import { symbolOf } from './use-symbol.ts';

it('takes the symbol of the address, then the last one seen, then BTCUSDT, then what there is', () => {
  const market = ['AAAUSDT', 'BTCUSDT', 'ETHUSDT'];
  expect(symbolOf(market, ['ETHUSDT', 'AAAUSDT'])).toBe('ETHUSDT');
  expect(symbolOf(market, [null, 'AAAUSDT'])).toBe('AAAUSDT');
  expect(symbolOf(market, ['NOPEUSDT', 'GONEUSDT'])).toBe('BTCUSDT');
  expect(symbolOf(['LINKUSDT'], ['NOPEUSDT', 'BTCUSDT'])).toBe('LINKUSDT');
});
