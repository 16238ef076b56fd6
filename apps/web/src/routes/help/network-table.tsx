import {
  ASSET_NETWORKS,
  ASSETS,
  DEPOSIT_MINIMUM,
  NETWORK_RULES,
  networkFee,
  NETWORKS,
  WITHDRAWAL_MINIMUM,
  withdrawalFee,
} from '@plecho/network';
import { creditingSeconds, formatCoinAmount, networkTitle } from '@/lib/coins.ts';
import { formatDuration } from '@/lib/duration.ts';

const HEAD = 'py-2 pl-3 font-normal first:pl-0 first:text-left';
const CELL = 'py-2 pl-3 align-top';

/** The rules of every chain, as the server follows them. */
export function NetworkTable() {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-right text-sm tabular">
        <caption className="pb-2 text-left text-muted">Блоки и подтверждения</caption>
        <thead className="text-xs text-muted">
          <tr className="border-b border-hairline">
            {['Сеть', 'Блок каждые', 'Подтверждений', 'Зачисление около'].map((name) => (
              <th key={name} scope="col" className={HEAD}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {NETWORKS.map((network) => (
            <tr key={network} className="border-b border-hairline">
              <th scope="row" className="py-2 text-left align-top font-medium text-primary">
                {networkTitle(network)}
              </th>
              <td className={CELL}>{formatDuration(NETWORK_RULES[network].blockMs / 1000)}</td>
              <td className={CELL}>{NETWORK_RULES[network].confirmations}</td>
              <td className={CELL}>{formatDuration(creditingSeconds(network))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Tariffs of every coin on every network. */
export function FeeTable() {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-right text-sm tabular">
        <caption className="pb-2 text-left text-muted">
          Комиссия сети (обычная) берётся при переводе из кошелька, комиссия вывода — при выводе со счёта
        </caption>
        <thead className="text-xs text-muted">
          <tr className="border-b border-hairline">
            {['Монета и сеть', 'Комиссия сети', 'Комиссия вывода', 'Минимум вывода'].map((name) => (
              <th key={name} scope="col" className={HEAD}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ASSETS.flatMap((asset) =>
            ASSET_NETWORKS[asset].map((network) => (
              <tr key={`${asset} ${network}`} className="border-b border-hairline">
                <th scope="row" className="py-2 text-left align-top font-medium text-primary">
                  {asset} <span className="font-normal text-muted">{networkTitle(network)}</span>
                </th>
                <td className={CELL}>{formatCoinAmount(asset, networkFee(asset, network, 'normal'))}</td>
                <td className={CELL}>{formatCoinAmount(asset, withdrawalFee(asset, network))}</td>
                <td className={CELL}>{formatCoinAmount(asset, WITHDRAWAL_MINIMUM[asset])}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>
  );
}

/** «10 USDT, 0,0001 BTC, 0,01 ETH». */
export const depositMinimums = (): string =>
  ASSETS.map((asset) => `${formatCoinAmount(asset, DEPOSIT_MINIMUM[asset]).replace(/,00$/, '')} ${asset}`).join(', ');
