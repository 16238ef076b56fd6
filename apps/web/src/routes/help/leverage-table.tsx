import { DEFAULT_RULES, divide, liquidationPrice, parsePrice, type Price, type Side } from '@plecho/domain';
import { formatPercent, formatPrice } from '@/lib/format.ts';

const ENTRY: Price = parsePrice('50000') ?? 0n;
const LEVERAGES = [1, 2, 3, 5, 10] as const;

/** Liquidation price and the move that leads to it, as the engine computes them. */
function levelOf(side: Side, leverage: number): { price: string; move: string } {
  const level = liquidationPrice(side, ENTRY, leverage, DEFAULT_RULES.maintenance);
  if (level === null) return { price: 'нет', move: '' };
  return { price: formatPrice(level, 2), move: formatPercent(divide((level - ENTRY) * 10_000n, ENTRY, 'floor')) };
}

/** How near the liquidation is at each leverage. */
export function LeverageTable() {
  return (
    <div className="overflow-x-auto">
      <table className="w-full min-w-[26rem] text-right text-sm tabular">
        <caption className="pb-2 text-left text-muted">Вход по 50 000, поддерживающая маржа 0,5 %</caption>
        <thead className="text-xs text-muted">
          <tr className="border-b border-hairline">
            <th scope="col" className="py-2 text-left font-normal">
              Плечо
            </th>
            <th scope="col" className="py-2 font-normal">
              Long: ликвидация
            </th>
            <th scope="col" className="py-2 font-normal">
              движение
            </th>
            <th scope="col" className="py-2 font-normal">
              Short: ликвидация
            </th>
            <th scope="col" className="py-2 font-normal">
              движение
            </th>
          </tr>
        </thead>
        <tbody>
          {LEVERAGES.map((leverage) => {
            const long = levelOf('long', leverage);
            const short = levelOf('short', leverage);
            return (
              <tr key={leverage} className="border-b border-hairline">
                <th scope="row" className="py-2 text-left font-medium text-primary">
                  {leverage}x
                </th>
                <td>{long.price}</td>
                <td>{long.move}</td>
                <td>{short.price}</td>
                <td>{short.move}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
