import { ASSET_NETWORKS, ASSETS, NETWORK_RULES, type Asset, type Network } from '@plecho/network';
import { creditingSeconds, networkTitle } from '@/lib/coins.ts';
import { formatDuration } from '@/lib/duration.ts';
import { plural } from '@/lib/format.ts';
import { ChoiceList } from './choice-list.tsx';
import { SegmentedControl } from './segmented-control.tsx';

interface CoinPickerProps {
  asset: Asset;
  network: Network;
  /** A coin is chosen together with its default network. */
  onChange: (asset: Asset, network: Network) => void;
  disabled?: boolean;
}

const COINS = ASSETS.map((asset) => ({ value: asset, label: asset }));

const hintOf = (network: Network): string => {
  const { confirmations } = NETWORK_RULES[network];
  const blocks = plural(confirmations, 'блок', 'блока', 'блоков');
  return `${confirmations} ${blocks}, около ${formatDuration(creditingSeconds(network))}`;
};

/** Currency and network; the first of each is the default. */
export function CoinPicker({ asset, network, onChange, disabled = false }: CoinPickerProps) {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-1.5">
        <span className="text-xs text-secondary" aria-hidden="true">
          Валюта
        </span>
        <SegmentedControl
          stretch
          size="md"
          label="Валюта"
          value={asset}
          disabled={disabled}
          options={COINS}
          onChange={(next) => onChange(next, ASSET_NETWORKS[next][0])}
        />
      </div>
      <div className="flex flex-col gap-1.5">
        <span className="text-xs text-secondary" aria-hidden="true">
          Сеть
        </span>
        <ChoiceList
          label="Сеть"
          value={network}
          disabled={disabled}
          choices={ASSET_NETWORKS[asset].map((each) => ({
            value: each,
            label: networkTitle(each),
            hint: hintOf(each),
          }))}
          onChange={(next) => onChange(asset, next)}
          className="sm:grid-cols-2 xl:grid-cols-3"
        />
      </div>
    </div>
  );
}
