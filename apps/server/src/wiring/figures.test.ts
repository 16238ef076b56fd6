import type { ProcessRole } from '@plecho/domain';
import { expect, it } from 'vitest';
import { onlyMarket, RunningFixedMarket } from '../../test/support/fixed-market.ts';
import { createMetrics } from '../lib/metrics.ts';
import { newProcess } from '../../test/support/processes.ts';
import { addClusterFigures, addFigures, addProcessFigure } from './figures.ts';

it('figures say of which process they are', async () => {
  const metrics = createMetrics();
  addProcessFigure(metrics, { id: '3f2c', roles: ['edge', 'jobs'], version: '1.2.3' });
  expect(await metrics.text()).toContain('plecho_process_info{process="3f2c",roles="edge,jobs",version="1.2.3"} 1');
});

it('O1 any process tells of all: how many there are of each role, what market nobody has, and how often NATS was lost', async () => {
  const process = (roles: readonly ProcessRole[], silentMs: number) => ({
    ...{ ...newProcess('machine'), roles, silentMs, markets: [], startedAt: new Date(0) },
    ...{ streams: 0, loopP99Ms: 0, memoryBytes: 0 },
  });
  const market = (id: string, isHeld: boolean, isSilent = false) => ({
    id,
    isHeld,
    isSilent,
    base: null,
    process: null,
  });
  let isAway = false;
  const read = async <T>(value: T): Promise<T> => (isAway ? Promise.reject(new Error('no database')) : value);
  const metrics = createMetrics();
  addClusterFigures(metrics, {
    directory: {
      list: () =>
        read([
          process(['edge'], 400),
          process(['engine'], 2_000),
          process(['engine', 'jobs'], 0),
          process(['engine'], 10_001),
        ]),
    },
    owners: {
      list: () =>
        read({ engines: [], markets: [market('main', true), market('free', false), market('cut', true, true)] }),
    },
    losses: () => 3,
  });
  const lines = (await metrics.text()).split('\n');
  const figures = lines.filter((line) => /^plecho_(processes|market_unowned|nats_lost_total)/.test(line));
  expect(figures).toEqual([
    'plecho_processes{role="edge",state="alive"} 1',
    'plecho_processes{role="edge",state="silent"} 0',
    'plecho_processes{role="engine",state="alive"} 2',
    'plecho_processes{role="engine",state="silent"} 1',
    'plecho_processes{role="jobs",state="alive"} 1',
    'plecho_processes{role="jobs",state="silent"} 0',
    'plecho_market_unowned{market="main"} 0',
    'plecho_market_unowned{market="free"} 1',
    'plecho_market_unowned{market="cut"} 1',
    'plecho_nats_lost_total 3',
  ]);
  isAway = true;
  const without = await metrics.text();
  expect(without).not.toMatch(/plecho_(processes|market_unowned)\{/);
  expect(without).toContain('plecho_nats_lost_total 3');
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
