import type { ScenarioCosts } from '@plecho/contract';
import {
  DEFAULT_RULES,
  FUNDING_HOURS,
  parseDecimal,
  type FundingRules,
  type MarketRules,
  type Ppm,
} from '@plecho/domain';
import { Problem } from '../lib/problem.ts';

/** Decimals of a percentage: so it is a share in parts per million. */
const PERCENT_DECIMALS = 4;
const MAX_FEE: Ppm = 10_000n;
/** What funding may take at most from a position at once. */
const MAX_CAP: Ppm = 7_500n;

/** @throws Problem costs_out_of_range */
function shareOf(percent: string, from: Ppm, to: Ppm): Ppm {
  const share = parseDecimal(percent, PERCENT_DECIMALS);
  if (share === null || share < from || share > to) throw new Problem('costs_out_of_range');
  return share;
}

function fundingOf({ intervalHours, capPercent }: NonNullable<ScenarioCosts['funding']>): FundingRules {
  if (!FUNDING_HOURS.some((hours) => hours === intervalHours)) throw new Problem('costs_out_of_range');
  return { intervalHours, cap: shareOf(capPercent, 1n, MAX_CAP) };
}

/**
 * The rules of a market with these costs, published and never changed (charter rule C2); the others are the default ones.
 * @throws Problem costs_out_of_range
 */
export function rulesOf({ takerFeePercent = '0', makerFeePercent = '0', funding }: ScenarioCosts = {}): MarketRules {
  const takerFee = shareOf(takerFeePercent, 0n, MAX_FEE);
  const makerFee = shareOf(makerFeePercent, 0n, takerFee);
  return { ...DEFAULT_RULES, takerFee, makerFee, funding: funding === undefined ? null : fundingOf(funding) };
}
