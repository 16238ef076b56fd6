import { expect, it } from 'vitest';
import { throttledText } from './throttled.ts';

it('tells how long to wait, where the server said so', () => {
  expect(throttledText('Подождите', { retryAfter: 27 })).toBe(
    'Слишком много попыток входа. Повторите через 27\u00a0с.',
  );
  expect(throttledText('Подождите', {})).toBe('Подождите');
});
