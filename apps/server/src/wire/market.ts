import type * as wire from '@plecho/contract';
import { formatDecimal, formatUsdt, type Ppm } from '@plecho/domain';
import type { MarketStatus, MarketPort } from '../engine/market-port.ts';
import { sessionStateOf } from './sessions.ts';

/** A share in parts per million as a percentage. */
function percentOf(share: Ppm): string {
  return formatDecimal(share, 4);
}

/** What is public about a market, joined with how it stands. @param mainId id of the main market */
export function toWireMarket(
  { definition, pairs }: Pick<MarketPort, 'definition' | 'pairs'>,
  status: MarketStatus,
  mainId: string,
): wire.Market {
  const { life, halt } = status;
  const session = sessionStateOf(definition, status);
  const { id, kind, label, title, startAt, rules, startBalance, parameters } = definition;
  return {
    id,
    kind,
    label,
    title,
    status: life,
    main: id === mainId,
    halted: halt !== null,
    startAt,
    symbols: [...pairs.keys()],
    takerFeePercent: percentOf(rules.takerFee),
    maintenanceMarginPercent: percentOf(rules.maintenance),
    startBalance: formatUsdt(startBalance),
    staleAfterSeconds: rules.staleAfterMs / 1000,
    maxJumpPercent: percentOf(rules.maxJump),
    parameters,
    ...(session === null ? {} : { session }),
  };
}
