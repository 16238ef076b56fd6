import { describe, expect, it } from 'vitest';
import { isDeeperThan } from './json-body.ts';

describe('isDeeperThan', () => {
  it.each(['1', '{}', '{"a":{"b":[1]}}', '{"a":"[[[[[["}', '{"a":"\\"[[[[["}', '[[],[],[],[]]'])(
    'S5 %s is flat enough',
    (text) => {
      expect(isDeeperThan(text, 3)).toBe(false);
    },
  );
  it.each(['[[[[]]]]', '{"a":{"b":{"c":{}}}}', '{"a":"\\\\","b":[[[1]]]}', '['.repeat(60_000)])(
    'S5 nesting is seen',
    (text) => {
      expect(isDeeperThan(text, 3)).toBe(true);
    },
  );
});
