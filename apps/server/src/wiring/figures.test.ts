import { expect, it } from 'vitest';
import { onlyMarket, RunningFixedMarket } from '../../test/support/fixed-market.ts';
import { createMetrics } from '../lib/metrics.ts';
import { addFigures, addProcessFigure } from './figures.ts';

it('figures say of which process they are', async () => {
  const metrics = createMetrics();
  addProcessFigure(metrics, { id: '3f2c', roles: ['edge', 'jobs'], version: '1.2.3' });
  expect(await metrics.text()).toContain('plecho_process_info{process="3f2c",roles="edge,jobs",version="1.2.3"} 1');
});

it('figures say how the log of a market keeps up, and nothing of one that has none', async () => {
  const market = new RunningFixedMarket();
  const text = async (): Promise<string> => {
    const metrics = createMetrics();
    const ledger = { state: 'ok', checkedAt: null, violations: [] } as const;
    addFigures(metrics, onlyMarket(market), { size: 0, cut: 0 }, ledger);
    return metrics.text();
  };
  expect(await text()).not.toContain('plecho_market_log_entries{');
  market.logStats = { size: 71n, lagMs: 2_500, appendedMs: 400, checkpointMs: null };
  const said = await text();
  expect(said).toContain('plecho_market_log_entries{market="main"} 71');
  expect(said).toContain('plecho_market_log_lag_seconds{market="main"} 2.5');
  expect(said).toContain('plecho_market_log_append_age_seconds{market="main"} 0.4');
  expect(said).not.toContain('plecho_market_log_checkpoint_age_seconds{');
});
