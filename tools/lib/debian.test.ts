import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findFolder, findProgram } from './debian.mjs';

function folderWith(...programs: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'plecho-programs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of programs) writeFileSync(join(folder, name), '#!/bin/sh\n', { mode: 0o755 });
  return folder;
}

it('a program is taken from where its variable says, before any other place', async () => {
  const [given, inPath] = [folderWith('special'), folderWith('serve-it')];
  const wanted = { name: 'serve-it', variable: 'SERVE_IT_PATH' };
  const special = join(given, 'special');
  expect(await findProgram(wanted, { PATH: inPath, SERVE_IT_PATH: special })).toEqual({ path: special, env: {} });
  expect(await findProgram(wanted, { PATH: `/nowhere:${inPath}` })).toEqual({
    path: join(inPath, 'serve-it'),
    env: {},
  });
});

it('a variable that leads nowhere is no reason to take another program', async () => {
  const inPath = folderWith('serve-it');
  const env = { PATH: inPath, SERVE_IT_PATH: join(inPath, 'gone') };
  await expect(findProgram({ name: 'serve-it', variable: 'SERVE_IT_PATH' }, env)).rejects.toThrow(
    /^SERVE_IT_PATH=\S+gone: there is no program$/,
  );
});

it('one that is nowhere and that Debian does not have either is told about in one line', async () => {
  const wanted = { name: 'plecho-no-such-program', variable: 'NO_SUCH_PATH' };
  await expect(findProgram(wanted, { PATH: '/nowhere' })).rejects.toThrow(
    /^No plecho-no-such-program here, and none could be fetched from Debian \([^\n]+\): install it or set NO_SUCH_PATH$/,
  );
});

it('a folder of a package that Debian does not have is told about in the same way', async () => {
  const wanted = { packageName: 'plecho-no-such-package', folder: 'usr/share/plecho-no-such-folder' };
  await expect(findFolder(wanted, { PATH: '/nowhere' })).rejects.toThrow(
    /^No plecho-no-such-package here, and none could be fetched from Debian \([^\n]+\): install the package$/,
  );
});
