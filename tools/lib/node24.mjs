import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { binaries } from './paths.mjs';

/** Node from 24 on runs the server's TypeScript as it is. */
const MAJOR = 24;

const major = (version) => Number(/^v(\d+)\./.exec(version)?.[1] ?? 0);

/**
 * The Node to run the product with: the one npm installed beside the dependencies, else the machine's own.
 * @returns {string} path
 * @throws Error with one line to act on when neither is recent enough
 */
export function findNode24() {
  const local = join(binaries, 'node');
  if (existsSync(local)) {
    const answer = spawnSync(local, ['--version'], { encoding: 'utf8', timeout: 10_000 });
    if (major(answer.stdout ?? '') >= MAJOR) return local;
  }
  if (major(process.version) >= MAJOR) return process.execPath;
  throw new Error(
    `Нужен Node ${MAJOR}, а здесь ${process.version}. Пакет node его приносит, но его установочный скрипт не выполнился (ignore-scripts?): ` +
      'запустите «npm rebuild --ignore-scripts=false» или поставьте Node 24.',
  );
}
