import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

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
/** What the build leaves beside a file, and the encoding that it is. */
const COMPRESSED = [
  ['.br', 'br'],
  ['.gz', 'gzip'],
] as const;
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
}

function hashesOf(html: string, tag: 'script' | 'style'): string[] {
  const inline = html.matchAll(new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g'));
  return [...inline].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

/** The forms of a file that were built: those that are not shorter are not there. */
async function readBodies(path: string): Promise<StaticFile['bodies']> {
  const bodies: StaticFile['bodies'] = { identity: await readFile(path) };
  for (const [extension, encoding] of COMPRESSED) {
    const body = await readFile(path + extension).catch(() => null);
    if (body !== null) bodies[encoding] = body;
  }
  return bodies;
}

/** Reads a built web app into memory. @returns null when the folder has no index.html */
export async function loadStaticFiles(folder: string): Promise<StaticFiles | null> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Map<string, StaticFile>();
  for (const entry of entries) {
    const isCompressed = COMPRESSED.some(([extension]) => entry.name.endsWith(extension));
    if (!entry.isFile() || entry.name.startsWith('.') || isCompressed) continue;
    const full = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, full).split(sep).join('/')}`;
    const bodies = await readBodies(full);
    files.set(path, {
      type: TYPES[extname(path)] ?? 'application/octet-stream',
      etag: `"${createHash('sha256').update(bodies.identity).digest('base64url').slice(0, 20)}"`,
      immutable: HASHED.test(path),
      bodies,
    });
  }
  const html = files.get('/index.html')?.bodies.identity.toString('utf8');
  if (html === undefined) return null;
  return {
    files,
    inlineHashes: { script: hashesOf(html, 'script'), style: hashesOf(html, 'style') },
  };
}
