import { describe, expect, it } from 'vitest';
import { addressGroup, limitFor } from './throttle.ts';

describe('addressGroup', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
  ])('%s belongs to %s', (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });

  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::1', '::1'],
  ])('%s is this machine alone', (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });
});

it('S11 a loopback address has limits too, ten times as wide', () => {
  expect(['127.0.0.1', '::1', '::ffff:127.8.8.8'].map((address) => limitFor(address, 100))).toEqual([
    1_000, 1_000, 1_000,
  ]);
  expect(['203.0.113.7', '128.0.0.1', '2001:db8::1'].map((address) => limitFor(address, 100))).toEqual([100, 100, 100]);
});
