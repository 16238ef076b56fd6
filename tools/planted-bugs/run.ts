/**
 * Plants known bugs one by one into a copy of the checkout and runs the tests that must notice each.
 *
 *     node tools/planted-bugs/run.ts [part of a bug's name or file]
 *
 * Exits with 1 when a bug goes unnoticed or no longer fits the code.
 */
import { fileURLToPath } from 'node:url';
import { ALL_BUGS } from './all-bugs.ts';
import type { PlantedBug } from './bug.ts';
import { Workshop } from './workshop.ts';

/** Bugs that are tried at the same time, each in a copy of its own. */
const WORKSHOPS = 2;
/** For the tests of all bugs in one run, without any bug. */
const CLEAN_TIMEOUT_MS = 1_200_000;

const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');
const wanted = process.argv[2] ?? '';
const bugs = ALL_BUGS.filter(({ name, file }) => `${name} ${file}`.includes(wanted));

/** @returns what is wrong, or null when a test has noticed the bug. */
async function tryOut(workshop: Workshop, bug: PlantedBug): Promise<string | null> {
  const unfit = workshop.plant(bug);
  if (unfit !== null) return `no longer applies: ${unfit}`;
  const { passed, broken, hung } = await workshop.test(bug.tests, { titles: bug.titles });
  workshop.pullOut(bug);
  if (broken) return 'is no code that runs';
  if (hung) return 'has the tests hang, or they take too long without it';
  return passed ? 'went unnoticed' : null;
}

async function main(): Promise<number> {
  const started = performance.now();
  const workshops = Array.from({ length: WORKSHOPS }, () => new Workshop(root));
  try {
    const [first] = workshops;
    const tests = [...new Set(bugs.flatMap((bug) => bug.tests))];
    const clean = await first?.test(tests, { timeout: CLEAN_TIMEOUT_MS });
    if (clean?.passed !== true) {
      console.error(`The tests fail without any bug planted:\n${clean?.output ?? ''}`);
      return 1;
    }
    const waiting = [...bugs];
    const failures: string[] = [];
    await Promise.all(
      workshops.map(async (workshop) => {
        for (let bug = waiting.shift(); bug !== undefined; bug = waiting.shift()) {
          const failure = await tryOut(workshop, bug);
          console.log(
            `${failure === null ? 'noticed' : 'FAILED '}  ${bug.rule.padEnd(3)}  ${bug.name}${failure === null ? '' : `: ${failure}`}`,
          );
          if (failure !== null) failures.push(bug.name);
        }
      }),
    );
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`\n${bugs.length - failures.length} of ${bugs.length} planted bugs were noticed, in ${seconds} s.`);
    return failures.length === 0 && bugs.length > 0 ? 0 : 1;
  } finally {
    for (const workshop of workshops) workshop.remove();
  }
}

process.exitCode = await main();
