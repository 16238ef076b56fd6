import {
  MAX_PROOF_BYTES,
  parseVkey,
  STEPS,
  verifyProof,
  type LogDefinition,
  type Step,
  type StepResult,
  type TradeProof,
  type VerifiedProof,
  type VerifyOptions,
} from '@plecho/proofs';
import { readKlineSeries } from '../feeds/replay/index.ts';
import { UsageError } from './errors.ts';
import { readAtMost } from './input-file.ts';
import { checkKlines } from './kline-check.ts';
import { checkRecomputed } from './recompute-check.ts';

export interface VerifyCommandOptions {
  /** The key that is trusted, as `log key` prints it, or that of one log; by default that in the file. */
  key: string | undefined;
  /** Klines to compare the prices with. */
  klines: string | undefined;
  /** Published key of the day of the prices, or of a later one. */
  dayKey: string | undefined;
}

const WORDS: Readonly<Record<StepResult['outcome'], string>> = {
  passed: 'ok',
  failed: 'FAILED',
  unchecked: 'not checked',
};
const WIDTH = Math.max(...[...STEPS, ...Object.values(WORDS)].map(({ length }) => length)) + 1;

/** Controls of a terminal have no business in what a file says. */
// oxlint-disable-next-line no-control-regex
const plain = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, '?');

function print({ step, outcome, code, facts }: StepResult): void {
  const said = Object.entries(facts).map(([name, value]) => `${name}=${plain(value)}`);
  const details = [...(outcome === 'passed' ? [] : [code]), ...said].join(' ');
  console.log(`${step.padEnd(WIDTH)}${WORDS[outcome].padEnd(WIDTH)}${details}`.trimEnd());
}

function trustOf(key: string | undefined): Pick<VerifyOptions, 'trusted' | 'name'> {
  if (key === undefined) return {};
  const parsed = parseVkey(key);
  if (parsed === null) throw new UsageError('--key must be a key as `log key` prints it: NAME+HASH+KEY');
  return { trusted: [parsed.publicKey], name: parsed.name };
}

/** Compares the prices with klines. @returns whether they agree */
async function compareKlines({ trade }: TradeProof, definition: LogDefinition, path: string): Promise<boolean> {
  const compared = checkKlines(trade, definition, await readKlineSeries([path]));
  print(compared);
  return compared.outcome === 'passed';
}

/**
 * What is checked beyond the file itself.
 * @returns the step that somebody asked for and that did not pass, if there is one
 */
async function checkMore(
  { proof, definition }: VerifiedProof,
  { klines, dayKey }: VerifyCommandOptions,
): Promise<Step | null> {
  if (proof === null || definition === null) return null;
  if (klines !== undefined && !(await compareKlines(proof, definition, klines))) return 'candles';
  const hasSeed = definition.market.kind === 'synthetic' && definition.parameters['seed'] !== undefined;
  if (dayKey === undefined && !hasSeed) return null;
  const recomputed = checkRecomputed(proof.trade, definition, dayKey);
  print(recomputed);
  return recomputed.outcome === 'passed' ? null : 'recomputed';
}

/**
 * Checks the proof of a trade and prints each step. It needs neither a database nor a server.
 * @returns the exit code: 1 when a step fails, or something was given to compare the prices with and could not be
 * @throws UsageError, InputError, KlineFileError
 */
export async function verifyFile(operands: string[], options: VerifyCommandOptions): Promise<number> {
  const [path, ...others] = operands;
  if (path === undefined || others.length > 0) throw new UsageError('verify takes one FILE; try --help');
  const trust = trustOf(options.key);
  const verified = verifyProof(await readAtMost(path, MAX_PROOF_BYTES), trust);
  for (const step of verified.steps) print(step);
  const failed =
    verified.steps.find(({ outcome }) => outcome === 'failed')?.step ?? (await checkMore(verified, options));
  const isSound = verified.ok && failed === null;
  console.log(isSound ? 'proof: ok' : `proof: not ok (${failed ?? 'file'})`);
  if (isSound && options.key === undefined)
    console.log('The key is the one in the file: compare it with that of the installation.');
  return isSound ? 0 : 1;
}
