import { bech32m } from '@scure/base';
import type { Family } from './networks.ts';

/** No real chain has this prefix (charter rule C1): an address of the practice network shows what it is. */
const PREFIX = 'sim';
const PAYLOAD_BYTES = 20;

/** The first data character names the family: sim1q… Bitcoin-like, sim1e… EVM-like, sim1t… Tron-like. */
const FAMILY_WORD: Readonly<Record<Family, number>> = { bitcoin: 0, evm: 25, tron: 11 };

/** Whose an address is: a person's wallet, a person's account, or the network's own. */
export const ADDRESS_OWNERS = ['wallet', 'deposit', 'service'] as const;
export type AddressOwnerKind = (typeof ADDRESS_OWNERS)[number];

export interface Address {
  family: Family;
  /** In its one written form: small letters. */
  text: string;
}

/**
 * - `notPractice`: no address of the practice network at all
 * - `checksum`: one, with a wrong, missing or superfluous character
 */
export type AddressFault = 'notPractice' | 'checksum';

/** @param payload 20 bytes @throws RangeError for any other number */
export function encodeAddress(family: Family, payload: Uint8Array): string {
  if (payload.length !== PAYLOAD_BYTES) throw new RangeError(`an address has ${PAYLOAD_BYTES} bytes`);
  return bech32m.encode(PREFIX, [FAMILY_WORD[family], ...bech32m.toWords(payload)]);
}

function familyOf(word: number | undefined): Family | undefined {
  return (Object.keys(FAMILY_WORD) as Family[]).find((family) => FAMILY_WORD[family] === word);
}

/** Reads an address as it was typed or scanned: all small or all capital letters, blanks around it ignored. */
export function parseAddress(typed: string): Address | AddressFault {
  const text = typed.trim();
  if (!/^sim1/i.test(text)) return 'notPractice';
  const decoded = bech32m.decodeUnsafe(text, 90);
  if (decoded === undefined || decoded.prefix !== PREFIX) return 'checksum';
  const [first, ...words] = decoded.words;
  const family = familyOf(first);
  const payload = bech32m.fromWordsUnsafe(words);
  if (family === undefined || payload?.length !== PAYLOAD_BYTES) return 'checksum';
  return { family, text: text.toLowerCase() };
}
