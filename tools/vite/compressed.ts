import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXTS = new Set(['.html', '.js', '.css', '.json', '.webmanifest', '.svg', '.txt']);

const compressors = {
  br: (body: Buffer): Buffer => brotliCompressSync(body),
  gz: (body: Buffer): Buffer => gzipSync(body, { level: 9 }),
};

/** Leaves beside each file what a server sends of it to browsers that take Brotli or gzip, where that is shorter. */
export function compressFolder(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (!TEXTS.has(extname(path)) || !statSync(path).isFile()) continue;
    const body = readFileSync(path);
    for (const [extension, compress] of Object.entries(compressors)) {
      const compressed = compress(body);
      if (compressed.length < body.length) writeFileSync(`${path}.${extension}`, compressed);
    }
  }
}

/** Compresses what was built, once and as well as can be, so that no start of the server has to. */
export function compressed(): Plugin {
  let folder = '';
  return {
    name: 'plecho:compressed',
    apply: 'build',
    configResolved({ root, build }) {
      folder = join(root, build.outDir);
    },
    closeBundle: { order: 'post', sequential: true, handler: () => compressFolder(folder) },
  };
}
