import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { compressFolder } from './compressed.ts';

it('each text has its short forms beside it, and nothing that would be longer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plecho-compressed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const text = 'длинная строка '.repeat(200);
  mkdirSync(join(folder, 'assets.js'));
  writeFileSync(join(folder, 'assets.js', 'a.js'), text);
  writeFileSync(join(folder, 'b.svg'), 'x');
  writeFileSync(join(folder, 'c.png'), text);
  compressFolder(folder);
  const inFolder = (name: string): Buffer => readFileSync(join(folder, 'assets.js', name));
  expect(readdirSync(folder).toSorted()).toEqual(['assets.js', 'b.svg', 'c.png']);
  expect(readdirSync(join(folder, 'assets.js')).toSorted()).toEqual(['a.js', 'a.js.br', 'a.js.gz']);
  expect(brotliDecompressSync(inFolder('a.js.br')).toString()).toBe(text);
  expect(gunzipSync(inFolder('a.js.gz')).toString()).toBe(text);
});
