import type { Market, Provenance } from '@plecho/contract';

const WORDS: Record<Provenance, string> = {
  unverified: 'Запись не сверена с биржей',
  exchange: 'Запись сверена с биржей',
  generated: 'Запись сделана генератором Плеча',
};

const isProvenance = (said: unknown): said is Provenance => typeof said === 'string' && Object.hasOwn(WORDS, said);

/** Whether a recording is the exchange's own, in words. */
export const wordsOf = (provenance: Provenance): string => WORDS[provenance];

/** Whether the recording of a replay is the exchange's own, in words; null for a market that plays none. */
export function provenanceWords({ parameters }: Pick<Market, 'parameters'>): string | null {
  const said = parameters['provenance'];
  return isProvenance(said) ? WORDS[said] : null;
}
