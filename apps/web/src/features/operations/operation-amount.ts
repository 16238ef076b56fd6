import type { Operation } from '@plecho/contract';
import { coinUnit, formatCoinAmount } from '@/lib/coins.ts';

type Amount = Pick<Operation, 'amount' | 'currency' | 'type'>;

/** «+100,00» and «уч. USDT»: what the person sent to the account, or took from it with a minus. */
export function operationAmount({ amount, currency, type }: Amount): { figure: string; unit: string } {
  const sign = type === 'withdraw' ? '−' : '+';
  return currency === 'RUB'
    ? // Top-ups are whole roubles.
      { figure: sign + formatCoinAmount('USDT', amount).replace(/,00$/, ''), unit: 'RUB' }
    : { figure: sign + formatCoinAmount(currency, amount), unit: coinUnit(currency) };
}
