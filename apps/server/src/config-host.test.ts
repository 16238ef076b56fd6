import { expect, it } from 'vitest';
import { beforePort, siteOf } from './config-host.ts';

it.each([
  ['127.0.0.1', 'http://localhost:3000'],
  ['::1', 'http://localhost:3000'],
  ['::', 'http://localhost:3000'],
  ['192.0.2.7', 'http://192.0.2.7:3000'],
  ['plecho.example', 'http://plecho.example:3000'],
  ['2001:db8::1', 'http://[2001:db8::1]:3000'],
])('what listens on HOST=%s is found at %s', (host, site) => {
  expect(siteOf(host, 3000)).toBe(site);
  expect(URL.canParse(site)).toBe(true);
});

it('an address without brackets is none where a port follows', () => {
  expect(['::1', '127.0.0.1'].map((host) => new URL(`http://${beforePort(host)}:80`).hostname)).toEqual([
    '[::1]',
    '127.0.0.1',
  ]);
});
