import { formatUsdt } from '@plecho/domain';
import { asOwner } from '../storage/connection.ts';
import type { Database } from '../storage/database.ts';
import { checkLedger } from '../storage/ledger-check/ledger-check.ts';

/** Prints the figures and what is wrong. @returns 1 when anything is */
export async function checkTheLedger({ target }: Database): Promise<number> {
  const { counts, issued, held, rules, violations } = await asOwner(target, checkLedger);
  for (const { name, value } of counts) console.log(`${name.padEnd(20)}${value}`);
  console.log(`${'issued'.padEnd(20)}${formatUsdt(issued)} USDT`);
  console.log(`${'held by users'.padEnd(20)}${formatUsdt(held)} USDT`);
  for (const { rule, text, count, examples } of violations) {
    console.log(`violation: ${rule} ${text}: ${count} times, e.g. ${examples.join(', ')}`);
  }
  if (violations.length === 0) console.log(`ledger: ok (${rules.join(' ')})`);
  return violations.length === 0 ? 0 : 1;
}
