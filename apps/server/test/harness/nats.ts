import { afterAll, beforeAll } from 'vitest';
import { NatsServer } from '../support/nats-server.ts';

/** Gives a test file its own real NATS, from `beforeAll` on. Call it once at the top of the file. */
export function useNats(): NatsServer {
  const server = new NatsServer();
  beforeAll(() => server.start());
  afterAll(() => server.stop());
  return server;
}
