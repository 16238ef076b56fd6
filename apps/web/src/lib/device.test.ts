import { expect, it } from 'vitest';
import { isMobileUserAgent } from './device.ts';

it('knows phones and tablets by their user agent', () => {
  const mobile = [
    'Linux; Android 15; Pixel 9',
    'iPhone; CPU iPhone OS 18',
    'iPad; CPU OS 17',
    'webOS/1.4',
    'BlackBerry9700',
    'IEMobile/10.0',
    'Opera Mini/9',
  ];
  expect(mobile.filter((part) => !isMobileUserAgent(`Mozilla/5.0 (${part})`))).toEqual([]);
  expect(isMobileUserAgent('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140')).toBe(false);
  expect(isMobileUserAgent('Mozilla/5.0 (X11; Linux x86_64) Firefox/140')).toBe(false);
});
