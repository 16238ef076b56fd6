import { cleanup, render, screen } from '@testing-library/react';
import { parsePrice, parseUsdt, type RiskSize } from '@plecho/domain';
import { afterEach, expect, it, vi } from 'vitest';
import { OtherSize } from './more-fields.tsx';
import { EMPTY_DRAFT } from './ticket-state.ts';
import type { OrderTicket } from './use-order-ticket.ts';

vi.mock('@/live/index.ts', () => ({ usePair: () => ({ baseAsset: 'BTC' }) }));

afterEach(cleanup);

it('names the stop loss of a size by risk however it was typed', () => {
  const size: RiskSize = { margin: parseUsdt('10') ?? 0n, leverage: 2 } as RiskSize;
  const riskSizes = { risk: 1n, own: size, opposite: size, oppositeStop: parsePrice('73000') };
  const draft = { ...EMPTY_DRAFT, sizing: 'risk', stopLoss: '67 000' };
  const ticket = { draft, riskSizes, priceDecimals: 2, pending: false, errors: {} };
  render(<OtherSize ticket={ticket as unknown as OrderTicket} />);
  const said = screen.getAllByRole('listitem').map(({ textContent }) => (textContent ?? '').replaceAll(/\s/g, ' '));
  expect(said[0]).toContain('Long, стоп 67 000,00');
  expect(said[1]).toContain('Short, стоп 73 000,00');
});
