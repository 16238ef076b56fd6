/**
 * `npm test`: installs what the tests need, runs every stage even after a failure, and ends with one line of totals.
 * Stages of different lanes run at the same time; what each has said is shown whole, in the order of the stages.
 * `node tools/test.mjs --only unit,web` runs some of the stages.
 * Plain JavaScript for Node 20 and newer, because it runs before anything is installed.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './lib/chromium.mjs';
import { readCounts } from './lib/counts.mjs';
import { findProgram } from './lib/debian.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runInLanes } from './lib/lanes.mjs';
import { findNode24 } from './lib/node24.mjs';
import { root, withBinaries } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { LANES, stages } from './lib/stages.mjs';

const say = (line) => console.log(`\n── ${line}`);
const bin = (name) => join(root, 'node_modules', '.bin', name);

/** @param {string[]} args @returns {import('./lib/stages.mjs').Stage[]} @throws Error for a name that no stage has */
function chosenStages(args) {
  const at = args.indexOf('--only');
  if (at === -1) return stages;
  const names = (args[at + 1] ?? '').split(',');
  const unknown = names.filter((name) => !stages.some((stage) => stage.name === name));
  if (unknown.length > 0)
    throw new Error(`no such stage: ${unknown.join(', ')}; there are ${stages.map((s) => s.name).join(', ')}`);
  return stages.filter((stage) => names.includes(stage.name));
}

/**
 * @typedef {object} Place where a stage leaves what is read when it has ended
 * @property {string} output path of what it says
 * @property {string} report path of its runner's report
 * @property {string | undefined} chromium
 */

async function runCheck({ script, timeoutMs }, { output }) {
  const { code } = await run('npm', ['run', '--silent', script], { timeoutMs, output });
  return code === 0
    ? { passed: 1, failed: 0, failures: [] }
    : { passed: 0, failed: 1, failures: [`npm run ${script}`] };
}

async function runVitest({ name, timeoutMs }, { output, report }) {
  const args = ['run', '--project', name, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await run(bin('vitest'), args, { timeoutMs, output });
  return readCounts('vitest', report, code);
}

async function runPlaywright({ timeoutMs }, { output, report, chromium }) {
  if (chromium === undefined) {
    return { passed: 0, failed: 1, failures: ['no Chromium could be found or installed: set CHROMIUM_PATH'] };
  }
  const env = { ...withBinaries(), CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const args = ['test', '-c', 'e2e', '--reporter=list,json'];
  const { code } = await run(bin('playwright'), args, { env, timeoutMs, output });
  return readCounts('playwright', report, code);
}

const runners = { check: runCheck, vitest: runVitest, playwright: runPlaywright };

/** Finds the server programs, once, before several tests want them at the same moment. @returns why some can't be had */
async function missingPrograms(chosen) {
  const reasons = [];
  for (const program of new Set(chosen.flatMap(({ programs = [] }) => programs))) {
    try {
      await findProgram(program);
    } catch (error) {
      reasons.push(error.message);
    }
  }
  return reasons;
}

/**
 * What failed is said once more at the end: whoever reads only the last page of a long log must see it.
 * @param missing why programs that tests need can't be had
 */
function printSummary(results, missing) {
  say('Summary');
  for (const reason of missing) console.log(`FAILED ${reason}`);
  for (const { stage, counts } of results)
    for (const failure of counts.failures) console.log(`FAILED ${stage.name}: ${failure}`);
  for (const { stage, counts, seconds } of results) {
    const mark = counts.failed === 0 ? 'ok    ' : 'FAILED';
    console.log(
      `${mark} ${stage.name.padEnd(13)} ${String(counts.passed).padStart(5)} passed ${String(counts.failed).padStart(4)} failed ${seconds.toFixed(0).padStart(5)} s`,
    );
  }
}

async function main() {
  const chosen = chosenStages(process.argv.slice(2));
  await ensureInstalled(say);
  findNode24();
  const chromium = chosen.some(({ kind }) => kind === 'playwright') ? await ensureChromium(say) : undefined;
  const missing = await missingPrograms(chosen);
  for (const reason of missing) say(reason);
  const folder = mkdtempSync(join(tmpdir(), 'plecho-test-run-'));
  const outputOf = (stage) => join(folder, `${stage.name}.log`);
  const unseen = new Set(chosen);
  const show = (stage) => {
    unseen.delete(stage);
    say(stage.name);
    if (existsSync(outputOf(stage))) process.stdout.write(readFileSync(outputOf(stage)));
  };
  // Whoever stops a run wants to see how far it came.
  process.once('exit', () => {
    for (const stage of unseen) show(stage);
    rmSync(folder, { recursive: true, force: true });
  });
  const runStage = async (stage) => {
    const started = performance.now();
    const place = { output: outputOf(stage), report: join(folder, `${stage.name}.json`), chromium };
    const counts = await runners[stage.kind](stage, place);
    const seconds = (performance.now() - started) / 1000;
    say(`${stage.name}: ${counts.passed} passed, ${counts.failed} failed, ${seconds.toFixed(0)} s`);
    return { stage, counts, seconds };
  };
  const results = await runInLanes(chosen, LANES, runStage, show);
  printSummary(results, missing);
  return results.reduce(
    (sum, { counts }) => ({ passed: sum.passed + counts.passed, failed: sum.failed + counts.failed }),
    { passed: 0, failed: 0 },
  );
}

let totals = { passed: 0, failed: 1 };
try {
  totals = await main();
} catch (error) {
  console.error(error.message);
}
process.exitCode = totals.failed === 0 ? 0 : 1;
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
