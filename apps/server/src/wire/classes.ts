import type * as wire from '@plecho/contract';
import { formatUsdt, profitAndLossBasisPoints, type Usdt } from '@plecho/domain';
import type { Board } from '../classes/board.ts';
import type { ClassRecord, LeverageRecord, MemberAccount, MemberRecord } from '../classes/ports.ts';
import { toWireClassRules } from './market.ts';
import { formatPercent } from './trading.ts';

const PPM_IN_BASIS_POINT = 100n;

/** What stands in every answer about a class. */
export const toWireNamed = (found: ClassRecord) => ({
  ...{ code: found.code, word: found.word, number: found.number, market: found.marketId },
  ...{ members: found.members, createdAt: found.createdAt, endedAt: found.endedAt, over: found.isOver },
});

export const toWireOwnClass = (found: ClassRecord & { joinedAt: number }): wire.OwnClass => ({
  ...toWireNamed(found),
  joinedAt: found.joinedAt,
});

export const toWireOperatedClass = (found: ClassRecord): wire.OperatedClass => ({
  id: found.id.toString(),
  ...toWireNamed(found),
  ...{ marketLabel: found.label, startBalance: formatUsdt(found.startBalance) },
  rules: toWireClassRules(found.rules),
});

const toWireLeverage = ({ result, ...row }: LeverageRecord): wire.LeverageResult => ({
  ...row,
  result: formatUsdt(result),
});

export const toWireByLeverage = ({ byLeverage }: Board): wire.LeverageResult[] => byLeverage.map(toWireLeverage);

function attemptOf({ passedAt, endedAt }: MemberAccount): wire.ClassAttempt {
  if (endedAt !== null) return 'ended';
  return passedAt === null ? 'active' : 'passed';
}

type Figures = Pick<
  wire.ClassMember,
  'attempt' | 'attempts' | 'returnPercent' | 'drawdownPercent' | 'trades' | 'liquidations'
>;

const NOTHING: Figures = {
  ...{ attempt: 'none', attempts: 0, returnPercent: '0', drawdownPercent: '0', trades: 0, liquidations: 0 },
};

/** @param startBalance of the market */
function figuresOf(account: MemberAccount | null, startBalance: Usdt): Figures {
  if (account === null) return NOTHING;
  const { season, result, drawdown, trades, liquidations } = account;
  return {
    ...{ attempt: attemptOf(account), attempts: season, trades, liquidations },
    returnPercent: formatPercent(profitAndLossBasisPoints(result, startBalance)),
    // Millionths, shown as everything else with two decimals.
    drawdownPercent: formatPercent(drawdown / PPM_IN_BASIS_POINT),
  };
}

const resultOf = ({ account }: MemberRecord): Usdt => account?.result ?? 0n;

/** Best return first; who has left is not among them, and nobody is told who somebody else is. */
export function toWireMembers(
  { startBalance, marketId }: ClassRecord,
  board: Board,
  userId: bigint,
): wire.ClassMembers {
  const here = board.members.filter(({ leftAt }) => leftAt === null);
  const own = here.find((member) => member.userId === userId)?.account ?? null;
  const ranked = here.toSorted((a, b) => Number(resultOf(b) - resultOf(a)));
  return {
    market: marketId,
    items: ranked.map((member) => ({
      ...{ persona: member.persona, own: member.userId === userId },
      ...figuresOf(member.account, startBalance),
    })),
    own:
      own === null
        ? null
        : {
            ...{ startBalance: formatUsdt(startBalance), result: formatUsdt(own.result) },
            dayResult: formatUsdt(own.day === board.today ? own.dayResult : 0n),
          },
    byLeverage: toWireByLeverage(board),
    label: board.losses,
  };
}

export function toWireOperatedMember(
  { startBalance }: ClassRecord,
  board: Board,
  member: MemberRecord,
): wire.OperatedMember {
  const { phone, persona, joinedAt, leftAt, account } = member;
  const open = account === null ? undefined : board.open.get(account.id);
  return {
    ...{ phone, persona, joinedAt, leftAt },
    ...figuresOf(account, startBalance),
    equity: account === null ? null : formatUsdt(account.total + (open?.pnl ?? 0n)),
    result: formatUsdt(resultOf(member)),
    openPositions: open?.count ?? 0,
    lastTradeAt: account?.lastTradeAt ?? null,
  };
}
