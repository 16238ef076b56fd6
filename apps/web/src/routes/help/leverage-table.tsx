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

function Level({ side, leverage }: { side: Side; leverage: number }) {
  const { price, move } = levelOf(side, leverage);
  return (
    <td className="py-2 align-top">
      {price} <span className="text-muted max-sm:block sm:ml-3 sm:inline-block sm:w-20">{move}</span>
    </td>
  );
}

/** How near the liquidation is at each leverage. */
export function LeverageTable() {
  return (
    <table className="w-full text-right text-sm tabular">
      <caption className="pb-2 text-left text-muted">
        Цена ликвидации и движение до неё: вход по 50 000, поддерживающая маржа 0,5 %
      </caption>
      <thead className="text-xs text-muted">
        <tr className="border-b border-hairline">
          <th scope="col" className="py-2 text-left font-normal">
            Плечо
          </th>
          <th scope="col" className="py-2 font-normal">
            Long
          </th>
          <th scope="col" className="py-2 font-normal">
            Short
          </th>
        </tr>
      </thead>
      <tbody>
        {LEVERAGES.map((leverage) => (
          <tr key={leverage} className="border-b border-hairline">
            <th scope="row" className="py-2 text-left align-top font-medium text-primary">
              {leverage}x
            </th>
            <Level side="long" leverage={leverage} />
            <Level side="short" leverage={leverage} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}
