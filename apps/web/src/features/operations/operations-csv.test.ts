import type { Operation } from '@plecho/contract';
import { describe, expect, it } from 'vitest';
import { toCsv, type CsvFormat } from '@/lib/csv.ts';
import { operationAmount } from './operation-amount.ts';
import { OPERATION_COLUMNS } from './operations-csv.ts';

const operation: Operation = {
  id: '12',
  market: 'main',
  type: 'withdraw',
  status: 'completed',
  code: 'REQ123456',
  amount: '0.5',
  currency: 'ETH',
  network: 'arbitrum',
  address: 'sim1e',
  memo: null,
  txHash: 'simtx1q',
  fee: '0.0001',
  confirmations: 10,
  confirmationsNeeded: 10,
  value: '1250.25',
  price: '2500.5',
  card: null,
  failure: null,
  waitsUntil: null,
  createdAt: 1_700_000_000_000,
  settledAt: null,
};

const line = async (format: CsvFormat, change: Partial<Operation> = {}): Promise<string | undefined> =>
  (await toCsv(OPERATION_COLUMNS, [{ ...operation, ...change }], format)).split('\r\n')[1];

describe('CSV of operations', () => {
  it('has a column for every field of an operation, for programs', async () => {
    expect(await line('program')).toBe(
      '12,REQ123456,main,withdraw,completed,0.5,ETH,arbitrum,sim1e,,simtx1q,10,0.0001,1250.25,2500.5,,,' +
        '2023-11-14T22:13:20.000Z,',
    );
  });

  it('has words for people', async () => {
    expect(await line('spreadsheet')).toMatch(
      /^#REQ123456;Вывод;Выплачено;0,5;ETH;Arbitrum One;sim1e;;simtx1q;10;0,0001;1250,25;2500,5;;;1[45]\.11\.2023 [0-9:]{8};$/,
    );
    const card = { network: null, address: null, txHash: null, card: 'declined', status: 'failed' } as const;
    expect(await line('spreadsheet', { ...card, failure: 'bankDeclined' })).toContain(
      ';Банк отклоняет;Банк отказался принять деньги на карту. Деньги вернулись на счёт.;',
    );
  });
});

it('writes an amount with its direction and unit', () => {
  const { figure, unit } = operationAmount(operation);
  expect([figure, unit.replace('\u00a0', ' ')]).toEqual(['−0,5', 'уч. ETH']);
  expect(operationAmount({ amount: '5000', currency: 'RUB', type: 'card' })).toEqual({
    figure: '+5\u202f000',
    unit: 'уч.\u00a0RUB',
  });
});
