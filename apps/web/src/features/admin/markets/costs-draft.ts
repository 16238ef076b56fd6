import * as z from 'zod/mini';
import type { ScenarioCosts } from '@plecho/contract';
import { formatDecimal, FUNDING_HOURS, parseDecimal } from '@plecho/domain';
import { hasWrongComma, readNumber, WRONG_COMMA } from '../read-number.ts';
import { marketTexts as texts } from './texts.ts';

/** Of a percentage: so it is a share in millionths. */
const DECIMALS = 4;
const MAX_FEE = 10_000n;
const MAX_CAP = 7_500n;

/** '' stands for no funding. */
export const FUNDING_CHOICES = ['', ...FUNDING_HOURS.map(String)] as const;

/** What trading costs, as it is filled in. */
export const costsDraft = z.strictObject({
  /** Nothing costs anything unless this is chosen. */
  chosen: z.boolean(),
  takerFeePercent: z.string(),
  makerFeePercent: z.string(),
  fundingHours: z.string(),
  capPercent: z.string(),
});
export type CostsDraft = z.infer<typeof costsDraft>;
export type CostsField = 'takerFeePercent' | 'makerFeePercent' | 'capPercent';

/** No costs at first; what is offered to those who choose them is usual on exchanges. */
export const NO_COSTS: CostsDraft = {
  ...{ chosen: false, takerFeePercent: '0.05', makerFeePercent: '0.02', fundingHours: '', capPercent: '0.5' },
};

/** Millionths; null for what is no percentage. */
const shareOf = (text: string): bigint | null => parseDecimal(readNumber(text), DECIMALS);
const percentOf = (text: string): string => formatDecimal(shareOf(text) ?? 0n, DECIMALS);

/** What is wrong with the costs first; null when nothing is. */
export function judgeCosts(draft: CostsDraft): { field: CostsField; text: string } | null {
  if (!draft.chosen) return null;
  const within = (field: CostsField, from: bigint, to: bigint) => {
    const share = shareOf(draft[field]);
    if (share !== null && share >= from && share <= to) return null;
    if (hasWrongComma(draft[field])) return { field, text: WRONG_COMMA };
    return { field, text: texts.range(formatDecimal(from, DECIMALS), formatDecimal(to, DECIMALS)) };
  };
  const cap = draft.fundingHours === '' ? null : within('capPercent', 1n, MAX_CAP);
  return (
    within('takerFeePercent', 0n, MAX_FEE) ?? within('makerFeePercent', 0n, shareOf(draft.takerFeePercent) ?? 0n) ?? cap
  );
}

/** As they are published; undefined when nothing was chosen. */
export function costsOf(draft: CostsDraft): ScenarioCosts | undefined {
  if (!draft.chosen) return undefined;
  const { takerFeePercent, makerFeePercent, fundingHours, capPercent } = draft;
  const funding = { intervalHours: Number(fundingHours), capPercent: percentOf(capPercent) };
  return {
    takerFeePercent: percentOf(takerFeePercent),
    makerFeePercent: percentOf(makerFeePercent),
    ...(fundingHours === '' ? {} : { funding }),
  };
}
