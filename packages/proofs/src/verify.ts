import { isCommitted, type RevealedRecipe } from '@plecho/domain';
import { sha256, toHex, utf8 } from './bytes.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { LogDefinition } from './definition.ts';
import type { Frame } from './frame.ts';
import { readProof, type ReadProof, type TradeProof } from './proof-file.ts';
import { failed, FILE_STEPS, passed, unchecked, type Checked, type StepResult } from './steps.ts';
import { addedFrames, checkDefinition, checkFrame, checkSignature, type Trust } from './verify-log.ts';
import { checkPrice } from './verify-price.ts';
import { checkResult, checkRule } from './verify-trade.ts';

export interface VerifyOptions extends Trust {
  /** The recipe of a blind scenario, once it is published. */
  revealed?: RevealedRecipe;
}

export interface VerifiedProof {
  /** Everything that the file itself can show was checked, and nothing was wrong. */
  ok: boolean;
  steps: StepResult[];
  /** What was read, null from where on a step failed. */
  proof: TradeProof | null;
  checkpoint: Checkpoint | null;
  definition: LogDefinition | null;
  entry: Frame | null;
  exit: Frame | null;
}

function checkFile({ proof, bytes }: ReadProof): Checked<TradeProof> {
  if ('problem' in proof) return failed('file', proof.problem);
  return passed('file', proof, { format: proof.format, bytes: String(bytes), trade: proof.trade.id });
}

/** Of a scenario: that its recipe is the one whose hash stands in the log's first entry. */
function checkCommitment({ market, commitment, revealed }: LogDefinition, given?: RevealedRecipe): StepResult[] {
  if (market.kind !== 'scenario' || commitment === null) return [];
  const recipe = given ?? revealed;
  if (recipe === null) return [{ ...unchecked('commitment', 'not_revealed'), facts: { commitment } }];
  const isSame = isCommitted(recipe, commitment, (text) => toHex(sha256(utf8(text))));
  return [
    (isSame ? passed('commitment', true, { commitment }) : failed('commitment', 'other_recipe', { commitment })).result,
  ];
}

/**
 * Checks the proof of a trade, step after step; what follows a step that failed stays unchecked. Never throws, whatever the
 * file is.
 * @param file its content, or what was read of it
 */
export function verifyProof(
  file: string | Uint8Array | ReadProof,
  { revealed, ...trust }: VerifyOptions = {},
): VerifiedProof {
  const steps: StepResult[] = [];
  const take = <T>({ result, value }: Checked<T>): T | null => {
    steps.push(result);
    return value;
  };
  const proof = take(checkFile(typeof file === 'string' || file instanceof Uint8Array ? readProof(file) : file));
  const log = proof && take(checkSignature(proof, trust));
  const definition = log && take(checkDefinition(proof, log));
  const entry = definition && take(checkFrame('entry', proof, log, definition, null));
  const exit = entry && take(checkFrame('exit', proof, log, definition, entry));
  const fills =
    exit && take(checkPrice(proof, definition, { entry, exit, added: addedFrames(proof, log, definition) }));
  const rule = fills && take(checkRule(fills));
  const result = rule && take(checkResult(fills));
  for (const step of FILE_STEPS.slice(steps.length)) steps.push(unchecked(step, 'earlier_step_failed'));
  if (definition !== null) steps.push(...checkCommitment(definition, revealed));
  return {
    ok: result === true && steps.every(({ outcome }) => outcome !== 'failed'),
    ...{ steps, proof, checkpoint: log?.checkpoint ?? null, definition },
    ...{ entry: entry?.frame ?? null, exit: exit?.frame ?? null },
  };
}
