import type { BuiltBatch } from '../commands/batch-builder.ts';
import type { Command, Outcome } from '../commands/command.ts';
import type { MarketEngine } from './market-engine.ts';
import type { RunnerState } from './runner-state.ts';
import type { Work } from './work-list.ts';

export interface Decided {
  /** Of the commands, in their order. */
  answers: Outcome[];
  /** null when there is nothing to write. */
  built: BuiltBatch | null;
}

/** Decides commands and then firings against the state in memory, which has changed when it throws. */
export function decideWork({ options }: RunnerState, engine: MarketEngine, { commands, firings }: Work): Decided {
  const now = options.marketNow();
  const batch = engine.begin({ at: options.clock.now(), now });
  const answers = commands.map(({ command, idempotency }) => {
    const outcome = engine.decide(batch, command, now);
    if (idempotency !== undefined && isFinal(command, outcome)) batch.outcome(idempotency, outcome);
    return outcome;
  });
  for (const firing of firings) engine.fire(batch, firing, now);
  return { answers, built: batch.build() };
}

/** @returns why it is not known to be written, or, with IntegrityError, known not to be; null when it is */
export async function writeBatch({ options, stats }: RunnerState, built: BuiltBatch | null): Promise<unknown> {
  if (built === null) return null;
  try {
    await options.journal.append(built.batch);
    stats.batches++;
    return null;
  } catch (error) {
    stats.failures++;
    return error;
  }
}

/** A settlement that is refused is tried again later under the same key; every other answer stays (rule L6). */
function isFinal({ type }: Command, outcome: Outcome): boolean {
  return outcome.ok || type !== 'settleOperation';
}
