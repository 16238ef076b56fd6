import type { Operation } from '@plecho/contract';

type Failure = NonNullable<Operation['failure']>;

export const operationNames: Record<Operation['type'], string> = {
  deposit: 'Пополнение',
  card: 'Пополнение картой',
  withdraw: 'Вывод',
};

const FAILURES: Record<Failure, string> = {
  bankDeclined: 'Банк отклонил платёж.',
  cardFunds: 'На карте не хватило денег.',
  wrongCode: 'Код из сообщения банка трижды введён неверно.',
  cancelled: 'Вы отменили платёж на странице банка.',
  expired: 'Платёж не подтвердили за 15 минут.',
  addressRefused: 'Сеть отклонила перевод: этот адрес не принимает переводы.',
};

/** «Выплачено», «Зачислено», «Отклонено», «Ждёт вас» (at the bank) or «Обработка». */
export function operationStatus({
  status,
  type,
  waitsUntil,
}: Pick<Operation, 'status' | 'type' | 'waitsUntil'>): string {
  if (status === 'failed') return 'Отклонено';
  if (status === 'pending') return waitsUntil === null ? 'Обработка' : 'Ждёт вас';
  return type === 'withdraw' ? 'Выплачено' : 'Зачислено';
}

/** Why an operation failed; null when it did not. */
export const operationFailure = (failure: Operation['failure']): string | null =>
  failure === null ? null : FAILURES[failure];

/** «#REQ123456». */
export const requestCode = (code: string): string => `#${code}`;
