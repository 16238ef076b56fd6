/**
 * `npm run cluster`: the product as it runs on several machines, on this one: a database, NATS, a load balancer and six
 * processes, each with its part of the work. Plain JavaScript for Node 20 and newer, because it runs before anything is
 * installed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { findNode24 } from './lib/node24.mjs';
import { root, serverEnvironment } from './lib/paths.mjs';

const say = (line) => console.log(`Плечо · ${line}`);

/** Runs it in a group of its own: a Ctrl+C of the terminal must not reach the database before the servers are done. */
async function runCluster(node) {
  const child = spawn(node, [join(root, 'tools/cluster/main.ts'), ...process.argv.slice(2)], {
    cwd: root,
    env: serverEnvironment(),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGTERM'));
  const [code] = await once(child, 'exit');
  try {
    // Where it was killed, what it had started is still there.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group is empty.
  }
  return code ?? 1;
}

try {
  await ensureInstalled(say);
  const node = findNode24();
  await ensureBuilt(node, say);
  process.exitCode = await runCluster(node);
} catch (error) {
  console.error(`Плечо · ${error.message}`);
  process.exitCode = 1;
}
