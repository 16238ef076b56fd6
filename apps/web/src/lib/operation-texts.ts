import type { Operation } from '@plecho/contract';

type Failure = NonNullable<Operation['failure']>;

const NAMES: Record<Operation['type'], string> = {
  deposit: 'Пополнение',
  card: 'Пополнение картой',
  withdraw: 'Вывод',
};

export const operationName = ({ type, card }: Pick<Operation, 'type' | 'card'>): string =>
  type === 'withdraw' && card !== null ? 'Вывод на карту' : NAMES[type];

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

/** Why an operation failed, and what of a withdrawal came back; null when it did not fail. */
export function operationFailure({ failure, type }: Pick<Operation, 'failure' | 'type'>): string | null {
  if (failure === null) return null;
  if (type !== 'withdraw') return FAILURES[failure];
  const why = failure === 'bankDeclined' ? 'Банк отказался принять деньги на карту.' : FAILURES[failure];
  return `${why} Деньги вернулись на счёт.`;
}

/** «#REQ123456». */
export const operationCode = (code: string): string => `#${code}`;
