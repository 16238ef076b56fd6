import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};
const COMPRESSIBLE = new Set(['.html', '.js', '.css', '.json', '.webmanifest', '.svg', '.txt']);
/** Vite's hashed names: their content never changes under the same name. */
const HASHED = /^\/assets\/.+-[\w-]{8}\.\w+$/;

export type Encoding = 'br' | 'gzip' | 'identity';

export interface StaticFile {
  type: string;
  etag: string;
  immutable: boolean;
  bodies: { identity: Buffer } & Partial<Record<Encoding, Buffer>>;
}

export interface StaticFiles {
  /** By path: "/index.html". */
  files: ReadonlyMap<string, StaticFile>;
  /** CSP sources of the inline scripts and styles of index.html: "'sha256-…'". */
  inlineHashes: { script: string[]; style: string[] };
  /** Makes the compressed bodies; until then files are sent as they are. */
  compress(): Promise<void>;
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

function hashesOf(html: string, tag: 'script' | 'style'): string[] {
  const inline = html.matchAll(new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g'));
  return [...inline].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

async function compressFile(file: StaticFile): Promise<void> {
  const { identity } = file.bodies;
  const br = await compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  const zipped = await compressGzip(identity, { level: 9 });
  if (br.length < identity.length) file.bodies.br = br;
  if (zipped.length < identity.length) file.bodies.gzip = zipped;
}

/** Reads a built web app into memory. @returns null when the folder has no index.html */
export async function loadStaticFiles(folder: string): Promise<StaticFiles | null> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Map<string, StaticFile>();
  for (const entry of entries) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue;
    const full = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, full).split(sep).join('/')}`;
    const identity = await readFile(full);
    files.set(path, {
      type: TYPES[extname(path)] ?? 'application/octet-stream',
      etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 20)}"`,
      immutable: HASHED.test(path),
      bodies: { identity },
    });
  }
  const html = files.get('/index.html')?.bodies.identity.toString('utf8');
  if (html === undefined) return null;
  return {
    files,
    inlineHashes: { script: hashesOf(html, 'script'), style: hashesOf(html, 'style') },
    async compress() {
      for (const [path, file] of files) if (COMPRESSIBLE.has(extname(path))) await compressFile(file);
    },
  };
}
