import type { Operation } from '@plecho/contract';
import type { Column } from '@/lib/csv.ts';
import { networkTitle } from '@/lib/coins.ts';
import { operationFailure, operationName, operationStatus, operationCode } from '@/lib/operation-texts.ts';
import { cardNames } from '@/lib/practice-cards.ts';

export const OPERATION_COLUMNS: readonly Column<Operation>[] = [
  { code: 'id', title: null, text: (o) => o.id },
  { code: 'code', title: 'Код заявки', text: (o) => o.code, words: (o) => operationCode(o.code) },
  { code: 'market', title: null, text: (o) => o.market },
  { code: 'type', title: 'Операция', text: (o) => o.type, words: operationName },
  { code: 'status', title: 'Статус', text: (o) => o.status, words: operationStatus },
  { code: 'amount', title: 'Сумма', decimal: (o) => o.amount },
  { code: 'currency', title: 'Валюта (учебная)', text: (o) => o.currency },
  {
    ...{ code: 'network', title: 'Сеть', text: (o) => o.network },
    words: ({ network }) => (network === null ? null : networkTitle(network)),
  },
  { code: 'address', title: 'Адрес', text: (o) => o.address },
  { code: 'memo', title: 'Memo', text: (o) => o.memo },
  { code: 'tx_hash', title: 'Хеш перевода', text: (o) => o.txHash },
  { code: 'confirmations', title: 'Подтверждений', decimal: (o) => o.confirmations },
  { code: 'fee', title: 'Комиссия', decimal: (o) => o.fee },
  { code: 'value_usdt', title: 'На счёте, уч. USDT', decimal: (o) => o.value },
  { code: 'price_usdt', title: 'Цена монеты, USDT', decimal: (o) => o.price },
  {
    ...{ code: 'card', title: 'Учебная карта', text: (o) => o.card },
    words: ({ card }) => (card === null ? null : cardNames[card]),
  },
  { code: 'failure', title: 'Почему отклонено', text: (o) => o.failure, words: operationFailure },
  { code: 'created_at', title: 'Создана', time: (o) => o.createdAt },
  { code: 'settled_at', title: 'Завершена', time: (o) => o.settledAt },
];
