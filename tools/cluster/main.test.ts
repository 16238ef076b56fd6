import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { root } from '../lib/paths.mjs';
import { freePort } from '../product/process.ts';

it('without a load balancer it says in one line what is missing, before anything is started', async () => {
  const missing = '/nowhere/haproxy';
  const child = spawn(process.execPath, [join(root, 'tools/cluster/main.ts')], {
    cwd: root,
    // The data folder can't be made: whoever begins with the database says something else.
    env: {
      ...{ PATH: '/nowhere', NATS_SERVER_PATH: process.execPath, HAPROXY_PATH: missing },
      ...{ PORT: String(await freePort()), DATA_DIR: '/dev/null/data' },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  expect([said, complained, code]).toEqual(['', `Плечо · HAPROXY_PATH=${missing}: there is no program\n`, 1]);
});
