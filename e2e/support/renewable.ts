import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { writeWorkers } from '../../tools/vite/offline-shell.ts';

const BUILT = new URL('../../apps/web/dist', import.meta.url).pathname;
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' };

/** The built web app as the next version would be: all of its code has other names, and none of the old ones. */
async function nextVersion(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'plecho-next-'));
  cpSync(BUILT, folder, { recursive: true });
  const assets = join(folder, 'assets');
  const renamed = new Map<string, string>();
  for (const file of readdirSync(assets).filter((name) => name.endsWith('.js'))) {
    const hash = createHash('sha256').update(file).digest('hex').slice(0, 8);
    renamed.set(file, file.replace(/-[\w-]{8}\.js$/, `-${hash}.js`));
  }
  const texts = [join(folder, 'index.html'), ...readdirSync(assets).map((file) => join(assets, file))];
  for (const path of texts.filter((file) => /\.(html|js|css)$/.test(file))) {
    let text = readFileSync(path, 'utf8');
    for (const [from, to] of renamed) text = text.replaceAll(from, to);
    writeFileSync(path, text);
  }
  for (const [from, to] of renamed) renameSync(join(assets, from), join(assets, to));
  await writeWorkers(folder);
  return folder;
}

/** A server in front of the product, whose web app becomes another version when it is told to. */
export class Renewable {
  readonly url: string;
  readonly #server: Server;
  /** Of the web app's files; null: the product's own. */
  #folder: string | null = null;
  /** What is served in place of the worker. */
  #worker = 'worker.js';

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  /** @param target port of the product */
  static async of(target: number): Promise<Renewable> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const made = new Renewable(server, `http://127.0.0.1:${address.port}`);
    server.on('request', (asked: IncomingMessage, answer: ServerResponse) => made.#answer(asked, answer, target));
    return made;
  }

  /** Serves the next version, and nothing of this one. */
  async renew(): Promise<void> {
    this.#folder = await nextVersion();
  }

  /** Serves the worker that forgets everything. */
  turnOff(): void {
    this.#worker = 'worker-off.js';
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
    if (this.#folder !== null) rmSync(this.#folder, { recursive: true });
  }

  #answer(asked: IncomingMessage, answer: ServerResponse, target: number): void {
    const path = (asked.url ?? '/').split('?')[0] ?? '/';
    if (this.#folder === null || path.startsWith('/api')) {
      const passed = request({ port: target, path: asked.url, method: asked.method, headers: asked.headers });
      // What the browser's own cache has would hide that a file is gone.
      passed.on('response', (got) =>
        got.pipe(answer.writeHead(got.statusCode ?? 502, { ...got.headers, 'cache-control': 'no-store' })),
      );
      passed.on('error', () => answer.destroy());
      asked.pipe(passed);
      return;
    }
    const name = path === '/worker.js' ? this.#worker : extname(path) === '' ? 'index.html' : path;
    const file = join(this.#folder, name);
    if (!existsSync(file)) answer.writeHead(404).end();
    else answer.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'image/png' }).end(readFileSync(file));
  }
}
