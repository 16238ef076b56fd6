import { expect, it, onTestFinished } from 'vitest';
import { newDataDir, startProduct } from './process.ts';

it('a server that a signal ends before it is ready is not waited for', async () => {
  const data = newDataDir();
  onTestFinished(() => data.remove());
  const killed = startProduct(data.path, {}, { within: ['sh', '-c', 'kill -KILL $$'] });
  await expect(killed).rejects.toThrow('the server ended with SIGKILL');
});
