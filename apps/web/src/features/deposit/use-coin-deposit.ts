import { useState } from 'react';
import type { DepositAddress } from '@plecho/contract';
import { ASSET_NETWORKS, type Asset, type Network } from '@plecho/network';
import { useDepositAddresses } from '@/api/deposits.ts';
import { useClaim, type Claim } from './use-claim.ts';

/** A deposit of coins without its looks; whoever holds it keeps what was chosen and filled in. */
export interface CoinDeposit {
  asset: Asset;
  network: Network;
  choose: (asset: Asset, network: Network) => void;
  claim: Claim;
  /** Where to send; null while it is on its way. */
  address: DepositAddress | null;
  /** Set when the addresses could not be had. */
  retryAddresses: (() => void) | null;
}

const NONE: readonly DepositAddress[] = [];

export function useCoinDeposit(): CoinDeposit {
  const [{ asset, network }, choose] = useState<{ asset: Asset; network: Network }>({
    asset: 'USDT',
    network: ASSET_NETWORKS.USDT[0],
  });
  const { data: addresses = NONE, isError, refetch } = useDepositAddresses();
  const claim = useClaim(asset, network, addresses);
  const address = addresses.find((each) => each.asset === asset && each.network === network) ?? null;
  return {
    asset,
    network,
    claim,
    address,
    retryAddresses: isError && address === null ? () => void refetch() : null,
    choose: (nextAsset, nextNetwork) => {
      choose({ asset: nextAsset, network: nextNetwork });
      // What was refused for another coin or network says nothing about this one.
      claim.forget();
    },
  };
}
