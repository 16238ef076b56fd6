import type { Market, Trade } from '@plecho/contract';
import { formatExactMoney, formatPrice, formatRate, formatSignedMoney } from '@/lib/format.ts';
import type { ReceiptFigures } from './receipt-figures.ts';
import { receiptTexts as texts } from './texts.ts';

interface Step {
  rule: string;
  filled: string;
}

const signed = (value: bigint): string => `${value < 0n ? '−' : '+'} ${formatExactMoney(value < 0n ? -value : value)}`;

/** The rules of the close with the person's own numbers in them. */
export function formulaSteps(
  trade: Trade,
  figures: ReceiptFigures,
  market: Pick<Market, 'maintenanceMarginPercent'>,
  priceDecimals: number,
): Step[] {
  const price = (value: bigint): string => formatPrice(value, priceDecimals);
  const money = formatExactMoney;
  const { liquidation, entry, exit } = figures;
  const [from, to] = trade.type === 'long' ? [entry, exit] : [exit, entry];
  const steps: Step[] = [
    {
      rule: trade.type === 'long' ? texts.longFormula : texts.shortFormula,
      filled: `${money(figures.size)} × (${price(to)} − ${price(from)}) / ${price(entry)} = ${formatExactMoney(liquidation.rawPnl)}`,
    },
  ];
  if (trade.reason === 'liquidation') {
    const rate = formatRate(market.maintenanceMarginPercent);
    steps.push({
      rule: texts.liquidationRule(rate),
      filled:
        `${money(figures.margin)} ${signed(liquidation.rawPnl)} = ${money(liquidation.left)} ≤ ` +
        `${rate} × ${money(liquidation.notional)} = ${money(liquidation.needed)}`,
    });
  }
  steps.push({
    rule: texts.netFormula,
    filled: `${money(figures.pnl)} − ${money(figures.fee)} = ${formatSignedMoney(figures.net)}`,
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
