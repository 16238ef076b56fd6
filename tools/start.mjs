/**
 * `npm start`: everything a fresh machine needs, then the product on http://localhost:3000, kept running.
 * Plain JavaScript for Node 20 and newer, because it runs before anything is installed.
 */
import { ensureBuilt, SERVER } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { findNode24 } from './lib/node24.mjs';
import { root, serverEnvironment } from './lib/paths.mjs';
import { supervise } from './lib/supervise.mjs';

const say = (line) => console.log(`Плечо · ${line}`);
const complain = (line) => console.error(`Плечо · ${line}`);

try {
  await ensureInstalled(say);
  const node = findNode24();
  await ensureBuilt(node, say);
  say('Запускаю сервер…');
  process.exitCode = await supervise(
    { command: node, args: [SERVER], cwd: root, env: serverEnvironment() },
    { say: complain },
  );
} catch (error) {
  complain(error.message);
  process.exitCode = 1;
}
