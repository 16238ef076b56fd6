import { formatUsdt } from '@plecho/domain';
import type { ProvenTrade } from '@plecho/proofs';
import type { TradeState } from '../commands/batch.ts';
import type { PositionParts } from '../queries/ports.ts';
import { toWireRecord, toWireTrade } from './trading.ts';

/** A trade as everybody is told of it, and what its share of the opening fee depends on. @param label of the market */
export function toWireProvenTrade(
  market: string,
  label: string,
  trade: TradeState,
  { before, rest }: PositionParts,
): ProvenTrade {
  const added = trade.added.map(({ margin, held, record }) => ({
    ...{ amount: formatUsdt(margin), held: formatUsdt(held), record: toWireRecord(record) },
  }));
  return {
    ...toWireTrade(market, label, trade),
    ...{ parts: before.map(formatUsdt), rest: formatUsdt(rest) },
    ...(trade.maker ? { maker: true } : {}),
    ...(added.length === 0 ? {} : { added }),
  };
}
