import type { Operation } from '@plecho/contract';
import { coinUnit, formatCoinAmount } from '@/lib/coins.ts';
import { formatRubles } from '@/lib/rubles.ts';

type Amount = Pick<Operation, 'amount' | 'currency' | 'type'>;

/** «+100,00» and «уч. USDT»: what the person sent to the account, or took from it with a minus. */
export function operationAmount({ amount, currency, type }: Amount): { figure: string; unit: string } {
  const sign = type === 'withdraw' ? '−' : '+';
  return currency === 'RUB'
    ? { figure: sign + formatRubles(Number(amount)), unit: coinUnit(currency) }
    : { figure: sign + formatCoinAmount(currency, amount), unit: coinUnit(currency) };
}
