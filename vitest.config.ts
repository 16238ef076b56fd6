import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = fileURLToPath(new URL('.', import.meta.url));
const ignored = ['**/node_modules/**', '**/dist/**'];
/** The long ones first: one of them begun last would run alone while the other worker has nothing left to do. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): number => Number(moduleId.includes('/test/faults/'));
    return (await super.sort(files)).toSorted((a, b) => isLong(b) - isLong(a));
  }
}

/** Vitest leaves a core for itself: of two, that would be half of the machine. */
const maxWorkers = Math.max(2, availableParallelism() - 1);
/** `npm test` runs the stages of two lanes at the same time: how fast a test of the code is says nothing then. */
const testTimeout = 60_000;
/** How long `expect.poll` waits for what must come: on a busy machine the default of one second is no time at all. */
const patience = { poll: { timeout: 60_000 } };
/** A worker reads each module once, not once a file: a quarter of the time. What is kept in a module outlives its file. */
const shared = { isolate: false, setupFiles: [`${root}apps/server/test/harness/each-test.ts`] };
const special = ['**/*.integration.test.ts', '**/*.simulation.test.ts'];

/**
 * Every project names its own `root`: one that inherits it would find no files and still exit with 0.
 * `npm test` additionally fails when a project ran no test at all.
 */
export default defineConfig({
  root,
  test: {
    passWithNoTests: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        root,
        test: {
          name: 'unit',
          environment: 'node',
          ...shared,
          include: ['packages/*/src/**/*.test.ts', 'apps/server/src/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: [...ignored, ...special],
          maxWorkers,
          testTimeout,
          expect: patience,
        },
      },
      {
        root,
        resolve: { alias: { '@/': `${root}apps/web/src/` } },
        oxc: { jsx: { runtime: 'automatic' } },
        test: {
          name: 'web',
          environment: 'happy-dom',
          // A page of its own for each file, but made once a worker: a third of the time of one each.
          pool: 'vmThreads',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          exclude: ignored,
          maxWorkers,
          testTimeout,
          expect: patience,
        },
      },
      {
        root,
        test: {
          name: 'integration',
          environment: 'node',
          ...shared,
          globalSetup: ['apps/server/test/harness/global-setup.ts'],
          include: ['apps/server/**/*.integration.test.ts'],
          exclude: ignored,
          maxWorkers: 2,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // Nearly as long as the test may take: what never comes is named then, and a busy machine is no failure.
          expect: { poll: { timeout: 240_000 } },
        },
      },
      {
        root,
        test: {
          name: 'simulation',
          environment: 'node',
          // After the others, of which a bug that is planted may ask for some too: they have as many workers as are told.
          sequence: { groupOrder: 1 },
          ...shared,
          include: ['{packages,apps,tools}/**/*.simulation.test.ts'],
          exclude: ignored,
          testTimeout: 600_000,
          expect: patience,
        },
      },
      {
        root,
        test: {
          name: 'tools',
          environment: 'node',
          sequence: { groupOrder: 1 },
          isolate: false,
          include: ['tools/**/*.test.ts'],
          exclude: [...ignored, ...special],
          testTimeout: 120_000,
          expect: patience,
        },
      },
    ],
  },
});
