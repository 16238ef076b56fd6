import { provenance, type Market } from '@plecho/contract';

const WORDS = {
  unverified: 'Запись не сверена с биржей',
  exchange: 'Запись сверена с биржей',
} as const;

/** Whether the recording of a replay is the exchange's own, in words; null for a market that plays none. */
export function provenanceWords({ parameters }: Pick<Market, 'parameters'>): string | null {
  const said = provenance.safeParse(parameters['provenance']);
  return said.success ? WORDS[said.data] : null;
}
