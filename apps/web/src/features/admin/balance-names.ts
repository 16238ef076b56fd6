import type { OperatedBalance } from '@plecho/contract';
import { className } from '@/lib/class-words.ts';
import { texts } from './texts.ts';

const nameOf = ({ label, class: of, ended }: OperatedBalance): string =>
  `${of === null ? '' : `${className(of)} — `}${label}${ended ? ` — ${texts.users.ended}` : ''}`;

/** By market what each balance is called: two that would read alike have the ids of their markets, too. */
export function balanceNames(balances: readonly OperatedBalance[]): ReadonlyMap<string, string> {
  const names = balances.map(nameOf);
  return new Map(
    balances.map((balance) => {
      const name = nameOf(balance);
      const isAlone = names.indexOf(name) === names.lastIndexOf(name);
      return [balance.market, isAlone ? name : `${name} (${balance.market})`];
    }),
  );
}
