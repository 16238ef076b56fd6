import { ERRORS } from '@plecho/contract';
import { NETWORK_RULES, parseAddress, type Network } from '@plecho/network';

const PREFIX = 'sim1';
/** Characters of every address of the practice network. */
const LENGTH = 43;

/**
 * - `typing`: it may still become an address; `missing` characters are to come
 * - `wrong`: it is none, or none of this network; `text` says why
 */
export type AddressCheck =
  | { state: 'empty' }
  | { state: 'typing'; missing: number }
  | { state: 'wrong'; text: string }
  | { state: 'right'; address: string };

const wrong = (text: string): AddressCheck => ({ state: 'wrong', text });

/** Whether a text so far could grow into a practice address. */
function mayGrow(text: string): boolean {
  const small = text.toLowerCase();
  const begins = small.startsWith(PREFIX) || PREFIX.startsWith(small);
  return begins && text.length < LENGTH && /^[a-z0-9]*$/i.test(text);
}

/**
 * Judges an address while it is typed for a transaction on `network`.
 * @param isFinished the person has left the field: what is short now stays short
 */
export function checkAddress(typed: string, network: Network, isFinished = false): AddressCheck {
  const text = typed.trim();
  if (text === '') return { state: 'empty' };
  if (!isFinished && mayGrow(text)) return { state: 'typing', missing: LENGTH - text.length };
  const parsed = parseAddress(text);
  if (parsed === 'notPractice') return wrong(ERRORS.not_practice_address.text);
  if (parsed === 'checksum') return wrong(ERRORS.address_checksum.text);
  if (parsed.family !== NETWORK_RULES[network].family) return wrong(ERRORS.address_other_family.text);
  return { state: 'right', address: parsed.text };
}
