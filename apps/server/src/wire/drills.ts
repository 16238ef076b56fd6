import type { Debrief, Drill } from '@plecho/contract';
import { formatUsdt } from '@plecho/domain';
import type { DebriefView, DrillView } from '../replays/drills/drills.ts';
import { toWireRecord } from './trading.ts';

/** Played to its end, and ended by nobody: where it stands is written down once a second, and the last time before that. */
const hasRunOut = ({ ended, ending, state }: DrillView['drill']): boolean => ended && !ending && state === 'playing';

export function toWireDrill({ drill, label, symbols, startAt, end, dayOne, countdownMs }: DrillView): Drill {
  const { marketId: market, classCode, version, speed, masked, members, createdAt, playhead, ended, state } = drill;
  return {
    ...{ market, class: classCode, label, symbols, version, speed, startAt, end, masked, dayOne, members, createdAt },
    state: ended ? 'ended' : state,
    countdownMs: ended ? null : countdownMs,
    playhead: hasRunOut(drill) ? end : Math.min(Math.max(playhead, startAt * 1000), end),
  };
}

/** People have places in it, and no ids. @param userId who reads it */
export function toWireDebrief(view: DebriefView, userId: bigint): Debrief {
  const places = new Map(view.people.map(({ accountId }, place) => [accountId, place]));
  return {
    market: view.drill.marketId,
    drill: toWireDrill(view),
    startBalance: formatUsdt(view.startBalance),
    people: view.people.map(({ userId: of, persona }) => ({ persona, own: of === userId })),
    trades: view.trades.map((trade) => ({
      person: places.get(trade.accountId) ?? 0,
      season: trade.season,
      symbol: trade.symbol,
      type: trade.side,
      leverage: trade.leverage,
      amount: formatUsdt(trade.margin),
      net: formatUsdt(trade.net),
      entryRecord: toWireRecord(trade.entry),
      exitRecord: toWireRecord(trade.exit),
      reason: trade.reason,
    })),
    dataset: view.drill.datasetId,
    revealed: view.revealed,
  };
}
