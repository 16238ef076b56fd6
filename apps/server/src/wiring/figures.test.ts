import { expect, it } from 'vitest';
import { createMetrics } from '../lib/metrics.ts';
import { addProcessFigure } from './figures.ts';

it('figures say of which process they are', async () => {
  const metrics = createMetrics();
  addProcessFigure(metrics, { id: '3f2c', roles: ['edge', 'jobs'], version: '1.2.3' });
  expect(await metrics.text()).toContain('plecho_process_info{process="3f2c",roles="edge,jobs",version="1.2.3"} 1');
});
