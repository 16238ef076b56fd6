import { describe, expect, it } from 'vitest';
import { useNats } from '../../test/harness/nats.ts';
import { NatsServer } from '../../test/support/nats-server.ts';
import { UnavailableError } from '../commands/command.ts';
import { Problem } from '../lib/problem.ts';
import { Bus } from './bus.ts';
import { flushed, until, useProcesses } from './test/processes.ts';

const nats = useNats();
const startProcess = useProcesses(nats);
const PATIENCE_MS = 5_000;

/** Longer than a test may take. */
const NEVER_MS = 300_000;

describe('the bus', () => {
  it('gives up at once what is asked when NATS is gone, asks nobody meanwhile, and goes on when it is back', async () => {
    const own = new NatsServer();
    const lost: string[] = [];
    await own.start();
    const [one, other] = await Promise.all(
      ['one', 'other'].map((name) =>
        Bus.connect({
          url: own.url,
          installation: 'own',
          name,
          onError: () => undefined,
          onLost: () => lost.push(name),
        }),
      ),
    );
    if (one === undefined || other === undefined) throw new Error('two were connected');
    const asked: unknown[] = [];
    other.answer('ask', (body) => {
      asked.push(body);
      return body === 'soon' ? Promise.resolve(body) : new Promise(() => undefined);
    });
    await other.flushed();
    const [back, otherBack] = [one, other].map((bus) => new Promise<void>((resolve) => bus.onBack(resolve)));
    const waiting = Array.from({ length: 3 }, () => one.request('ask', 'never', NEVER_MS));
    const given = Promise.allSettled(waiting);
    await until(() => asked.length === waiting.length);
    await own.stop();
    for (const outcome of await given) expect(outcome).toMatchObject({ reason: expect.any(UnavailableError) as Error });
    await expect(one.request('ask', 'meanwhile', NEVER_MS)).rejects.toThrow(UnavailableError);
    await own.start();
    await Promise.all([back, otherBack]);
    await other.flushed();
    expect(await one.request('ask', 'soon', PATIENCE_MS)).toBe('soon');
    expect(asked).not.toContain('meanwhile');
    await Promise.all([one.close(), other.close()]);
    // Once each, and not by leaving.
    expect([lost.toSorted(), one.losses, other.losses]).toEqual([['one', 'other'], 1, 1]);
    await own.stop();
  });

  it('brings a refusal back with its code and what goes with it, and reports what failed where it failed', async () => {
    const [one, other] = await Promise.all([startProcess('one'), startProcess('other')]);
    const refusal = new Problem('too_many_requests', { details: { limit: 5n }, retryAfter: 7 });
    const failures = [refusal, new Problem('unknown_market'), new UnavailableError('not now'), new Error('a secret')];
    other.bus.answer('ask', (n) => Promise.reject(failures[Number(n)] ?? new Error('no failure')));
    await flushed(other);
    const outcomes = await Promise.allSettled(failures.map((_, n) => one.bus.request('ask', n, PATIENCE_MS)));
    const reasons = outcomes.map((outcome) => (outcome.status === 'rejected' ? (outcome.reason as Error) : null));
    expect(reasons.slice(0, 2)).toEqual(failures.slice(0, 2));
    expect(reasons[0]).toMatchObject({ code: 'too_many_requests', details: { limit: 5n }, retryAfter: 7 });
    expect(reasons.slice(2)).toEqual([new UnavailableError('not now'), new UnavailableError('the other side failed')]);
    expect([one.errors, other.errors]).toEqual([[], [failures[3]]]);
  });

  it('asks one of a queue, is heard by all who follow, and by nobody of another installation', async () => {
    const [one, second, third] = await Promise.all(['one', 'second', 'third'].map(startProcess));
    if (one === undefined || second === undefined || third === undefined) throw new Error('three were started');
    const strangers = { url: nats.url, installation: 'another', name: 'stranger', onError: () => undefined };
    const stranger = await Bus.connect(strangers);
    const answered: string[] = [];
    const heard: unknown[] = [];
    for (const [name, bus] of Object.entries({ second: second.bus, third: third.bus, stranger })) {
      bus.answer('ask', (body) => Promise.resolve(answered.push(`${name} ${String(body)}`)), 'workers');
      bus.follow('news.*', (body, subject) => heard.push([name, subject, body]));
      await bus.flushed();
    }
    await Promise.all(Array.from({ length: 20 }, (_, n) => one.bus.request('ask', n, PATIENCE_MS)));
    one.bus.publish('news.today', 1n);
    await until(() => heard.length === 2);
    expect(heard).toEqual(
      expect.arrayContaining([
        ['second', 'news.today', 1n],
        ['third', 'news.today', 1n],
      ]),
    );
    expect(answered.map((line) => line.split(' ')[1]).toSorted()).toEqual(
      Array.from({ length: 20 }, (_, n) => String(n)).toSorted(),
    );
    expect(answered.filter((line) => line.startsWith('stranger'))).toEqual([]);
    await stranger.close();
    await expect(stranger.request('ask', 1, PATIENCE_MS)).rejects.toThrow(UnavailableError);
    await expect(stranger.flushed()).rejects.toThrow(UnavailableError);
    stranger.publish('news.today', 2n);
    expect(await Bus.connect({ ...strangers, url: 'nats://127.0.0.1:1' }).catch(() => 'nobody is there')).toBe(
      'nobody is there',
    );
  });
});
