import type { Market } from '@plecho/contract';
import { formatDecimal, formatUsdt, type Ppm } from '@plecho/domain';
import type { MarketDefinition } from './market-definition.ts';

/** A share in parts per million as a percentage. */
function percentOf(share: Ppm): string {
  return formatDecimal(share, 4);
}

/** What is public about a market, joined with how it stands. */
export function describeMarket(
  { id, kind, label, title, startAt, rules, startBalance, parameters }: MarketDefinition,
  { status, main, halted, symbols }: Pick<Market, 'status' | 'main' | 'halted' | 'symbols'>,
): Market {
  return {
    id,
    kind,
    label,
    title,
    status,
    main,
    halted,
    startAt,
    symbols,
    takerFeePercent: percentOf(rules.takerFee),
    maintenanceMarginPercent: percentOf(rules.maintenance),
    startBalance: formatUsdt(startBalance),
    staleAfterSeconds: rules.staleAfterMs / 1000,
    maxJumpPercent: percentOf(rules.maxJump),
    parameters,
  };
}
