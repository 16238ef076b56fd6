import { parsePrice } from '@plecho/domain';
import type { ProvenRecord, ProvenTrade } from '@plecho/proofs';
import type { CheckedProof } from '@/features/proof/use-verified.ts';
import { CommitmentStep } from '@/features/recompute/commitment-step.tsx';
import type { NamedRecord } from '@/features/recompute/named-record.ts';
import { RecomputeStep } from '@/features/recompute/recompute-step.tsx';

/** Every price that a fill used, in words and in their order. */
function recordsOf({ symbol, entryRecord, exitRecord, added = [] }: ProvenTrade): NamedRecord[] {
  const named = (name: string, { price, time }: ProvenRecord): NamedRecord => ({
    ...{ name, symbol, time },
    price: parsePrice(price) ?? 0n,
  });
  return [
    named('Вход', entryRecord),
    ...added.map(({ record }, n) => named(`Добавление ${n + 1}`, record)),
    named('Выход', exitRecord),
  ];
}

/** What can be checked of a proof that holds, with what is published beside it: the key of a day, a scenario's recipe. */
export function MoreChecks({ verified: { definition, proof, isForeign } }: { verified: CheckedProof }) {
  if (definition === null || proof === null) return null;
  return (
    <>
      <RecomputeStep definition={definition} records={recordsOf(proof.trade)} isForeign={isForeign} />
      <CommitmentStep definition={definition} />
    </>
  );
}
