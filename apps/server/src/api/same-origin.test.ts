import { describe, expect, it } from 'vitest';
import { isSameOrigin } from './same-origin.ts';

const HOST = 'plecho.test:3000';
const cookie = 'plecho=x';

describe('isSameOrigin', () => {
  it.each([
    ['the page itself', { 'sec-fetch-site': 'same-origin', cookie }],
    ['the page itself, older browser', { origin: 'http://plecho.test:3000', cookie }],
    ['a program without a session', {}],
    ['a sibling that names this host', { 'sec-fetch-site': 'same-site', origin: 'http://plecho.test:3000', cookie }],
  ])('S4 lets %s through', (_name, headers) => {
    expect(isSameOrigin(headers, HOST, null)).toBe(true);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'http://plecho.test:3000', cookie }],
    ['another site without a cookie', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling', { 'sec-fetch-site': 'same-site', origin: 'http://evil.plecho.test', cookie }],
    ['another port', { origin: 'http://plecho.test:3001', cookie }],
    ['a sandboxed frame', { origin: 'null', cookie }],
    ['nonsense', { origin: 'plecho.test:3000', cookie }],
    ['a cookie without an origin', { cookie }],
    ['a typed address with a cookie', { 'sec-fetch-site': 'none', cookie }],
  ])('S4 refuses %s', (_name, headers) => {
    expect(isSameOrigin(headers, HOST, null)).toBe(false);
  });

  it.each([
    ['https://plecho.test', true],
    ['http://plecho.test:3000', false],
    ['http://plecho.test', false],
    ['null', false],
  ])('S4 knows the site of a public address by it alone: %s', (origin, expected) => {
    expect(isSameOrigin({ origin, cookie }, HOST, new URL('https://plecho.test'))).toBe(expected);
  });
});
