import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../lib/run.mjs';
import type { PlantedBug } from './bug.ts';

/** What a test run needs of the checkout. */
const COPIED = [
  'packages',
  'apps',
  'tools',
  'deploy',
  'vitest.config.ts',
  'package.json',
  'tsconfig.json',
  'tsconfig.base.json',
];
const SKIPPED = /(^|\/)(node_modules|dist|data|screenshots)(\/|$)/;
/** A run that takes longer hangs: a test that waits in vain gives up by itself before. */
const TIMEOUT_MS = 420_000;

/** A bug that breaks the code instead of its behaviour proves nothing about the tests. */
const BROKEN = /SyntaxError|ReferenceError|Transform failed|PARSE_ERROR|Cannot find/;

interface TestOptions {
  timeout?: number;
  /** @see PlantedBug.titles */
  titles?: string | undefined;
}

interface TestReport {
  passed: boolean;
  broken: boolean;
  /** It was ended from outside, which may or may not be the bug's doing. */
  hung: boolean;
  output: string;
}

/** A copy of the checkout in a temporary folder, where bugs are planted and pulled out again. */
export class Workshop {
  readonly #root: string;
  readonly #folder: string;

  /** @param root the checkout; it is only read */
  constructor(root: string) {
    this.#root = root;
    this.#folder = mkdtempSync(join(tmpdir(), 'planted-bugs-'));
    for (const name of COPIED) {
      if (!existsSync(join(root, name))) continue;
      cpSync(join(root, name), join(this.#folder, name), {
        recursive: true,
        filter: (path) => !SKIPPED.test(path.slice(root.length)),
      });
    }
    this.#linkModules();
  }

  /** @returns why the bug can't be planted, or null. */
  plant({ file, find, replace }: PlantedBug): string | null {
    const path = join(this.#folder, file);
    if (!existsSync(path)) return `${file} is gone`;
    const text = readFileSync(path, 'utf8');
    const places = text.split(find).length - 1;
    if (places !== 1) return `its text occurs ${places} times in ${file}`;
    writeFileSync(
      path,
      text.replace(find, () => replace),
    );
    return null;
  }

  pullOut({ file }: PlantedBug): void {
    cpSync(join(this.#root, file), join(this.#folder, file));
  }

  /** @returns whether the tests pass, whether they could run at all and came to an end, and what they printed. */
  async test(tests: readonly string[], { timeout = TIMEOUT_MS, titles }: TestOptions = {}): Promise<TestReport> {
    const named = titles === undefined ? [] : ['--testNamePattern', titles];
    const arguments_ = ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', ...named, ...tests];
    const said = join(this.#folder, 'said.txt');
    writeFileSync(said, '');
    const { code, timedOut } = await run(process.execPath, arguments_, {
      cwd: this.#folder,
      env: { ...process.env, SEEDS: '400', CI: '1', NO_COLOR: '1' },
      timeoutMs: timeout,
      output: said,
    });
    const output = readFileSync(said, 'utf8');
    return { passed: code === 0, broken: BROKEN.test(output), hung: timedOut, output };
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Packages come from the checkout, the workspaces from the copy. */
  #linkModules(): void {
    const from = join(this.#root, 'node_modules');
    const to = join(this.#folder, 'node_modules');
    mkdirSync(to);
    for (const name of readdirSync(from))
      if (name !== '@plecho' && name !== '.vite') symlinkSync(join(from, name), join(to, name));
    mkdirSync(join(to, '@plecho'));
    for (const name of readdirSync(join(this.#folder, 'packages'))) {
      symlinkSync(join(this.#folder, 'packages', name), join(to, '@plecho', name));
    }
  }
}
