import {
  MEMO,
  NETWORK_RULES,
  parseAddress,
  parseCoins,
  type Asset,
  type CoinAmount,
  type Network,
} from '@plecho/network';
import { Problem } from '../lib/problem.ts';

/** @throws Problem not_practice_address, address_checksum */
export function readPracticeAddress(typed: string): { family: string; text: string } {
  const address = parseAddress(typed);
  if (address === 'notPractice') throw new Problem('not_practice_address');
  if (address === 'checksum') throw new Problem('address_checksum');
  return address;
}

/** @returns the address in its written form. @throws Problem not_practice_address, address_checksum, address_other_family */
export function readAddress(network: Network, typed: string): string {
  const { family, text } = readPracticeAddress(typed);
  if (family !== NETWORK_RULES[network].family) throw new Problem('address_other_family');
  return text;
}

/** @returns null for none. @throws Problem memo_not_supported, invalid_memo */
export function readMemo(network: Network, typed: string | null | undefined): string | null {
  const memo = typed?.trim() ?? '';
  if (memo === '') return null;
  if (!NETWORK_RULES[network].memo) throw new Problem('memo_not_supported');
  if (!MEMO.test(memo)) throw new Problem('invalid_memo');
  return memo;
}

/** @throws Problem invalid_amount for anything but a positive plain decimal of at most the coin's places */
export function readCoins(asset: Asset, typed: string): CoinAmount {
  const amount = parseCoins(asset, typed.trim());
  if (amount === null || amount <= 0n) throw new Problem('invalid_amount');
  return amount;
}
