import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { transformWithOxc, type Plugin } from 'vite';

/** Where the workers' sources are, and what they are called where they are served. */
const SOURCES = new URL('../../apps/web/worker/', import.meta.url).pathname;
const WORKER = 'worker.js';
const WORKER_OFF = 'worker-off.js';
/** Nothing that a person looks at. */
const NOT_NEEDED = new Set([WORKER, WORKER_OFF, 'robots.txt']);

const digest = (content: string | Buffer): string => createHash('sha256').update(content).digest('base64');

/** Every file of a built web app that it needs to open and to show any of its screens, by path: "sha256-…". */
export function shellOf(folder: string): { version: string; files: Record<string, string> } {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !NOT_NEEDED.has(name) && !name.startsWith('.'))
    .toSorted();
  const files = Object.fromEntries(
    names.map((name) => [`/${name}`, `sha256-${digest(readFileSync(join(folder, name)))}`]),
  );
  const version = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12);
  return { version, files };
}

async function compile(name: string): Promise<string> {
  const { code } = await transformWithOxc(readFileSync(join(SOURCES, name), 'utf8'), name, { sourcemap: false });
  return code;
}

/** Writes the workers of a built web app beside its files. */
export async function writeWorkers(folder: string): Promise<void> {
  const code = await compile('offline-shell.ts');
  writeFileSync(join(folder, WORKER), `const SHELL = ${JSON.stringify(shellOf(folder))};\n${code}`);
  writeFileSync(join(folder, WORKER_OFF), await compile('worker-off.ts'));
}

/** The built app gets a service worker that keeps all of it. */
export function offlineShell(): Plugin {
  return {
    name: 'plecho:offline-shell',
    apply: 'build',
    // What was written is what is served, whatever other plugins did to it before.
    writeBundle: {
      order: 'post',
      async handler({ dir }) {
        if (dir !== undefined) await writeWorkers(dir);
      },
    },
  };
}
