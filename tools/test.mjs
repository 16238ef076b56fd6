/**
 * `npm test`: installs what the tests need, runs every stage even after a failure, and ends with one line of totals.
 * `node tools/test.mjs --only unit,web` runs some of the stages.
 * Plain JavaScript for Node 20 and newer, because it runs before anything is installed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './lib/chromium.mjs';
import { readCounts } from './lib/counts.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { findNode24 } from './lib/node24.mjs';
import { root, withBinaries } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { stages } from './lib/stages.mjs';

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

async function runCheck(stage) {
  const { code } = await run('npm', ['run', '--silent', stage.script], { timeoutMs: stage.timeoutMs });
  return code === 0
    ? { passed: 1, failed: 0, failures: [] }
    : { passed: 0, failed: 1, failures: [`npm run ${stage.script}`] };
}

async function runVitest(stage, reports) {
  const report = join(reports, `${stage.name}.json`);
  const args = ['run', '--project', stage.name, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await run(bin('vitest'), args, { timeoutMs: stage.timeoutMs });
  return readCounts('vitest', report, code);
}

async function runPlaywright(stage, reports) {
  const chromium = await ensureChromium(say);
  if (chromium === undefined) {
    console.error('No Chromium could be found or installed: set CHROMIUM_PATH.');
    return { passed: 0, failed: 1, failures: ['no Chromium'] };
  }
  const report = join(reports, `${stage.name}.json`);
  const env = { ...withBinaries(), CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const { code } = await run(bin('playwright'), ['test', '-c', 'e2e', '--reporter=list,json'], {
    env,
    timeoutMs: stage.timeoutMs,
  });
  return readCounts('playwright', report, code);
}

const runners = { check: runCheck, vitest: runVitest, playwright: runPlaywright };

/** What failed is said once more at the end: whoever reads only the last page of a long log must see it. */
function printSummary(results) {
  say('Summary');
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
  const reports = mkdtempSync(join(tmpdir(), 'plecho-reports-'));
  const results = [];
  for (const stage of chosen) {
    say(stage.name);
    const started = performance.now();
    const counts = await runners[stage.kind](stage, reports);
    results.push({ stage, counts, seconds: (performance.now() - started) / 1000 });
  }
  rmSync(reports, { recursive: true, force: true });
  printSummary(results);
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
