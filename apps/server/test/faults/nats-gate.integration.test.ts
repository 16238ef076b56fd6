import { connect } from '@nats-io/transport-node';
import { expect, it } from 'vitest';
import { useNats } from '../harness/nats.ts';
import { NatsGate } from './nats-gate.ts';

const MESSAGES = 500;
const SUBJECT = 'plecho.test.market.main.ask';
/** So many pieces of a connection end in the middle of a message. */
const LONG = 3_000;

const nats = useNats();

it('L6 a message that is dropped or doubled on its way to a market is so as a whole, and counted by what it is', async () => {
  const gate = await NatsGate.open(Number(new URL(nats.url).port), 1);
  const near = await connect({ servers: `127.0.0.1:${gate.port}` });
  const far = await connect({ servers: new URL(nats.url).host });
  const seen: string[] = [];
  far.subscribe(SUBJECT, {
    callback: (_error, message) => {
      seen.push(message.string());
      message.respond('done');
    },
  });
  let answers = 0;
  near.subscribe('_INBOX.one', { callback: () => void (answers += 1) });
  await Promise.all([near.flush(), far.flush()]);
  gate.isHarmful = true;
  const sent = Array.from({ length: MESSAGES }, (_, n) => `submit ${n} ${'x'.repeat(LONG)}`);
  for (const text of sent) near.publish(SUBJECT, text, { reply: '_INBOX.one' });
  await near.flush();
  await far.flush();
  await near.flush();
  const { command, reply, other } = gate.harm;
  expect(seen.length).toBe(MESSAGES - command.dropped + command.doubled);
  expect(new Set(seen).size).toBe(MESSAGES - command.dropped);
  expect(sent).toEqual(expect.arrayContaining(seen));
  expect(answers).toBe(seen.length - reply.dropped + reply.doubled);
  expect(Math.min(command.dropped, command.doubled, reply.dropped, reply.doubled)).toBeGreaterThan(MESSAGES / 20);
  expect([other, gate.harmed]).toEqual([
    { dropped: 0, doubled: 0 },
    command.dropped + command.doubled + reply.dropped + reply.doubled,
  ]);
  await Promise.all([near.close(), far.close()]);
  await gate.shut();
});
