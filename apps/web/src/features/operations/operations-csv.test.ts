import type { Operation } from '@plecho/contract';
import { describe, expect, it } from 'vitest';
import { operationAmount } from './operation-amount.ts';
import { csvHeader, csvLine } from './operations-csv.ts';

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

describe('CSV of operations', () => {
  it('has a column for every field of an operation', () => {
    expect(csvLine(operation)).toBe(
      '12,REQ123456,main,withdraw,completed,0.5,ETH,arbitrum,sim1e,,simtx1q,10,0.0001,1250.25,2500.5,,,' +
        '2023-11-14T22:13:20.000Z,\r\n',
    );
    expect(csvHeader().split(',')).toHaveLength(csvLine(operation).split(',').length);
  });

  it('disarms what a spreadsheet would run', () => {
    expect(csvLine({ ...operation, memo: '=1+1' })).toContain(",'=1+1,");
    expect(csvLine({ ...operation, memo: '@x,"y"' })).toContain(`,"'@x,""y""",`);
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
