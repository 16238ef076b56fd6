import { BlockList, isIP } from 'node:net';

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * Tells whether an address lies in one of the ranges.
 * @param ranges such as "10.0.0.0/8" or "::1/128"
 * @throws Error when one of them is no range
 */
export function addressRanges(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const parts = /^([^/]+)\/(\d{1,3})$/.exec(range);
    if (parts?.[1] === undefined) throw new Error(`${range} is no address range`);
    list.addSubnet(parts[1], Number(parts[2]), familyOf(parts[1]));
  }
  return (address) => list.check(address, familyOf(address));
}
