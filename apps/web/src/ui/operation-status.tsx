import type { ReactNode } from 'react';
import type { Operation } from '@plecho/contract';
import { parsePrice } from '@plecho/domain';
import { parseCoins, type PracticeCard } from '@plecho/network';
import { paths } from '@/app/paths.ts';
import { cx } from '@/lib/class-names.ts';
import { coinUnit, formatCoinAmount, formatCoinsWithUnit, networkTitle, shortened } from '@/lib/coins.ts';
import { formatClock, formatExactMoney, formatPrice, priceDecimalsOf } from '@/lib/format.ts';
import { operationFailure, operationStatus, operationCode } from '@/lib/operation-texts.ts';
import { cardNames } from '@/lib/practice-cards.ts';
import { formatRublesWithUnit, rublesOf } from '@/lib/rubles.ts';
import { BankLink } from './bank-link.tsx';
import { buttonClass } from './button.tsx';
import { Confirmations } from './confirmations.tsx';
import { Fact, FactList } from './fact-list.tsx';
import { Icon, type IconName } from './icons.tsx';
import { Link } from './link.tsx';
import { MONEY_UNIT } from './money.tsx';
import { Spinner } from './spinner.tsx';

const LOOK: Record<Operation['status'], { icon: IconName; className: string }> = {
  pending: { icon: 'info', className: 'text-warn' },
  completed: { icon: 'check', className: 'text-accent' },
  failed: { icon: 'alert', className: 'text-down' },
};

/** A top-up that has not ended: it waits for the person, and how to get back there; or it is being ended. */
function AtBank({ operation: { id, waitsUntil } }: { operation: Operation }): ReactNode {
  if (waitsUntil === null) return <p className="text-secondary">Банк больше не ждёт. Завершаем операцию.</p>;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-secondary">
        Ждёт вас на странице банка до {formatClock(waitsUntil / 1000)}. Ничего не списано.
      </p>
      <BankLink id={id} className={buttonClass('secondary', 'sm')} />
    </div>
  );
}

/** What is under way, or how it ended, in a line that keeps its place. */
function Progress({ operation }: { operation: Operation }): ReactNode {
  const { type, status, txHash, confirmations, confirmationsNeeded, network } = operation;
  if (status === 'failed') return <p className="text-secondary">{operationFailure(operation)}</p>;
  if (type === 'card') return status === 'pending' ? <AtBank operation={operation} /> : null;
  if (network === null) return status === 'pending' ? <p className="text-secondary">Ждём ответа банка.</p> : null;
  const waiting = txHash === null ? 'Отправляем в учебную сеть' : 'Перевод ждёт места в блоке';
  return <Confirmations have={confirmations} need={Math.max(1, confirmationsNeeded)} waiting={waiting} />;
}

/** What the account got or gives, once it is known. */
function Outcome({ operation, marketLabel }: { operation: Operation; marketLabel: string }): ReactNode {
  const { type, status, value, price, currency } = operation;
  if (value === null || status === 'failed') return null;
  const name = type === 'withdraw' ? 'Списано со счёта' : 'Зачислено';
  const units = price === null ? null : parsePrice(price);
  return (
    <>
      <Fact name={name}>
        {formatExactMoney(value)} <span className="text-xs text-muted">{MONEY_UNIT}</span>
      </Fact>
      {units !== null && (
        <Fact name={`Цена 1 ${currency}`}>
          {formatPrice(units, priceDecimalsOf(units))} USDT
          <span className="block text-xs text-muted">{marketLabel}</span>
        </Fact>
      )}
    </>
  );
}

function amountOf({ currency, amount }: Operation): string {
  return currency === 'RUB' ? formatRublesWithUnit(Number(amount)) : formatCoinsWithUnit(currency, amount);
}

/** What a card gets, and which one. */
function PaidCard({ status, amount, card }: Pick<Operation, 'status' | 'amount'> & { card: PracticeCard }): ReactNode {
  const units = parseCoins('USDT', amount);
  return (
    <>
      {status !== 'failed' && units !== null && <Fact name="К получению">{formatRublesWithUnit(rublesOf(units))}</Fact>}
      <Fact name="Карта">«{cardNames[card]}»</Fact>
    </>
  );
}

/** What arrives, and where. */
function Recipient({ operation }: { operation: Operation }): ReactNode {
  const { type, status, currency, amount, fee, address, memo, card } = operation;
  if (type !== 'withdraw' || currency === 'RUB') return null;
  if (card !== null) return <PaidCard status={status} amount={amount} card={card} />;
  if (address === null) return null;
  const [gross, kept] = [parseCoins(currency, amount), parseCoins(currency, fee)];
  return (
    <>
      {status !== 'failed' && gross !== null && kept !== null && (
        <Fact name="К получению">
          {formatCoinAmount(currency, gross - kept)} <span className="text-xs text-muted">{coinUnit(currency)}</span>
        </Fact>
      )}
      <Fact name="Адрес">
        <span title={address}>{shortened(address)}</span>
      </Fact>
      {memo !== null && <Fact name="Memo">{memo}</Fact>}
    </>
  );
}

interface OperationStatusProps {
  operation: Operation;
  /** The market whose price it was reckoned with. */
  marketLabel: string;
  className?: string;
}

/** One deposit, top-up or withdrawal as it stands: status, confirmations, outcome, where to look it up. */
export function OperationStatus({ operation, marketLabel, className }: OperationStatusProps) {
  const { status, code, network, txHash } = operation;
  const { icon, className: tone } = LOOK[status];
  return (
    <div className={cx('flex flex-col gap-3', className)} data-operation={operation.id} data-status={status}>
      <p role="status" className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className={cx('inline-flex items-center gap-2 text-base font-semibold', tone)}>
          {status === 'pending' && operation.waitsUntil === null ? <Spinner label="" /> : <Icon name={icon} />}
          {operationStatus(operation)}
        </span>
        <span className="text-base font-semibold whitespace-nowrap tabular">{amountOf(operation)}</span>
      </p>
      <Progress operation={operation} />
      <FactList>
        <Outcome operation={operation} marketLabel={marketLabel} />
        <Recipient operation={operation} />
        <Fact name="Код заявки">{operationCode(code)}</Fact>
        {network !== null && <Fact name="Сеть">{networkTitle(network)}</Fact>}
        {txHash !== null && (
          <Fact name="Хеш">
            <Link href={paths.network(txHash)} className="text-accent hover:underline" title="Открыть в учебной сети">
              {shortened(txHash)}
            </Link>
          </Fact>
        )}
      </FactList>
    </div>
  );
}
