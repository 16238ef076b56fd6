import { parsePrice } from '@plecho/domain';
import type { VerifiedProof } from '@plecho/proofs';
import { CommitmentStep } from '@/features/recompute/commitment-step.tsx';
import { RecomputeStep } from '@/features/recompute/recompute-step.tsx';

const NAMES = { entryRecord: 'Вход', exitRecord: 'Выход' } as const;

/** What can be checked of a proof that holds, with what is published beside it: the key of a day, a scenario's recipe. */
export function MoreChecks({ verified: { definition, proof } }: { verified: VerifiedProof }) {
  if (definition === null || proof === null) return null;
  const { trade } = proof;
  const records = (['entryRecord', 'exitRecord'] as const).map((which) => ({
    name: NAMES[which],
    symbol: trade.symbol,
    price: parsePrice(trade[which].price) ?? 0n,
    time: trade[which].time,
  }));
  return (
    <>
      <RecomputeStep definition={definition} records={records} />
      <CommitmentStep definition={definition} />
    </>
  );
}
