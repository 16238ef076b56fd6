import { expect, it } from 'vitest';
import { PaymentNews } from './payment-news.ts';

/** Everybody hears everything, also what they said themselves, as over NATS. */
function memoryBus() {
  const followers = new Map<string, Set<(body: unknown, subject: string) => void>>();
  return {
    publish(subject: string, body: unknown) {
      for (const hear of followers.get(subject) ?? []) hear(body, subject);
    },
    follow(subject: string, hear: (body: unknown, subject: string) => void) {
      const all = followers.get(subject) ?? new Set();
      followers.set(subject, all.add(hear));
      return () => void all.delete(hear);
    },
  };
}

it('tells the others whose money moved, and hears it from them, but not from itself', () => {
  const bus = memoryBus();
  const [one, other] = [new PaymentNews(bus, 'one'), new PaymentNews(bus, 'other')];
  const heard: string[] = [];
  one.listen((userId) => heard.push(`one hears of ${userId}`));
  const stop = other.listen((userId) => heard.push(`other hears of ${userId}`));
  one.tell(7n);
  other.tell(8n);
  stop();
  one.tell(9n);
  expect(heard).toEqual(['other hears of 7', 'one hears of 8']);
});
