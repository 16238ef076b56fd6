import type { Pair } from '@plecho/domain';
import { decodeDefinition, type LogDefinition } from '@plecho/proofs';
import { IntegrityError } from '../../commands/batch.ts';
import type { MarketDefinition } from '../market-definition.ts';

/** What a market is, as its log says it: what everybody is shown of it, and of a blind scenario its commitment alone. */
export function definitionOf(
  { id, kind, label, startAt, rules, startBalance, parameters, scenario }: MarketDefinition,
  pairs: readonly Pair[],
  origin: string,
): LogDefinition {
  const { spreads, ...others } = rules;
  const isPublic = scenario?.blind !== true;
  return {
    ...{ origin, market: { id, kind, label, startAt }, rules: others, startBalance, parameters },
    symbols: pairs.map(({ symbol }) => symbol),
    priceDecimals: pairs.map(({ priceDecimals }) => priceDecimals),
    commitment: scenario?.commitment ?? null,
    revealed: scenario !== null && isPublic ? { recipe: scenario.recipe, salt: scenario.salt } : null,
    spreads: isPublic ? spreads : null,
  };
}

/**
 * The pairs that the records of frames name by their places: those of the log's first entry, which stays as it is
 * (charter rule C2). A pair that came later is named by the frames that have it.
 * @throws IntegrityError when the entry is no definition, or that of another log
 */
export function symbolsOf(first: Uint8Array, origin: string): readonly string[] {
  const definition = decodeDefinition(first);
  if (definition?.origin !== origin)
    throw new IntegrityError(`the log does not begin with the definition of ${origin}`);
  return definition.symbols;
}
