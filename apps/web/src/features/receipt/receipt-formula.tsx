import type { Market, Trade } from '@plecho/contract';
import { PPM_ONE } from '@plecho/domain';
import { formatExactMoney, formatExactPrice, formatRate } from '@/lib/format.ts';
import { rulesOf, type ReceiptFigures, type RulesOfMarket } from './receipt-figures.ts';
import { receiptTexts as texts } from './texts.ts';

interface Step {
  rule: string;
  filled: string;
}

const signed = (value: bigint): string => `${value < 0n ? '−' : '+'} ${formatExactMoney(value < 0n ? -value : value)}`;

/** Whether what stands left of it is the very figure at the right. */
const equals = (exact: boolean): string => (exact ? '=' : '≈');

/** The rules of the close with the person's own numbers in them. */
export function formulaSteps(
  trade: Trade,
  figures: ReceiptFigures,
  market: RulesOfMarket,
  priceDecimals: number,
): Step[] {
  const price = (value: bigint): string => formatExactPrice(value, priceDecimals);
  const money = formatExactMoney;
  const { liquidation, entry, exit, insurance } = figures;
  const [from, to] = trade.type === 'long' ? [entry, exit] : [exit, entry];
  const isPnlExact = liquidation.rawPnl * entry === figures.size * (to - from);
  const steps: Step[] = [
    {
      rule: trade.type === 'long' ? texts.longFormula : texts.shortFormula,
      filled:
        `${money(figures.size)} × (${price(to)} − ${price(from)}) / ${price(entry)} ` +
        `${equals(isPnlExact)} ${money(liquidation.rawPnl)}`,
    },
  ];
  if (trade.reason === 'liquidation') {
    const rate = formatRate(market.maintenanceMarginPercent);
    const ppm = rulesOf(market).maintenance;
    const isNeededExact = liquidation.needed * PPM_ONE === liquidation.notional * ppm;
    steps.push({
      rule: texts.liquidationRule(rate),
      filled:
        `${money(figures.margin)} ${signed(liquidation.rawPnl)} = ${money(liquidation.left)} ≤ ` +
        `${rate} × ${money(liquidation.notional)} ${equals(isNeededExact)} ${money(liquidation.needed)}`,
    });
  }
  steps.push({
    rule: texts.netFormula(insurance > 0n),
    filled:
      `${money(liquidation.rawPnl)}${insurance > 0n ? ` + ${money(insurance)}` : ''} ` +
      `− ${money(figures.fee)} = ${money(figures.net)}`,
  });
  return steps;
}

export function ReceiptFormula(props: {
  trade: Trade;
  figures: ReceiptFigures;
  market: Market;
  priceDecimals: number;
}) {
  const { trade, figures, market, priceDecimals } = props;
  return (
    <ol className="flex flex-col gap-2.5">
      {formulaSteps(trade, figures, market, priceDecimals).map(({ rule, filled }) => (
        <li key={rule}>
          <p className="text-xs text-muted">{rule}</p>
          <p className="tabular break-words">{filled}</p>
        </li>
      ))}
    </ol>
  );
}
