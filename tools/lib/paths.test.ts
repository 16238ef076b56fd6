import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binaries, root, serverEnvironment } from './paths.mjs';

describe('the environment of the server', () => {
  it('has one heap of the C library’s for all threads, what was compiled before, and our own programs first', () => {
    expect(serverEnvironment({ PATH: '/usr/bin', LANG: 'C' })).toEqual({
      MALLOC_ARENA_MAX: '1',
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
      PATH: `${binaries}${delimiter}/usr/bin`,
      LANG: 'C',
    });
  });

  it('keeps what whoever starts it has set', () => {
    expect(serverEnvironment({ MALLOC_ARENA_MAX: '4', NODE_COMPILE_CACHE: '/tmp/compiled' })).toMatchObject({
      MALLOC_ARENA_MAX: '4',
      NODE_COMPILE_CACHE: '/tmp/compiled',
    });
  });
});
