import { expect, it } from 'vitest';
import { squeezed } from './squeezed.ts';

it('a line that fits is left alone, and one that does not gets the room there is', () => {
  expect(squeezed('Повтор: BTCUSDT', 10, 168)).toEqual({});
  expect(squeezed('Повтор: пара A и ещё 2, даты скрыты', 10, 168)).toEqual({
    ...{ textLength: 168, lengthAdjust: 'spacingAndGlyphs' },
  });
});
