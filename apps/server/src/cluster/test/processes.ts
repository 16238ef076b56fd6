import { randomUUID } from 'node:crypto';
import { FakeClock } from '@plecho/testkit';
import { afterEach, vi } from 'vitest';
import type { NatsServer } from '../../../test/support/nats-server.ts';
import type { PriceRecord } from '../../commands/batch.ts';
import type { MarketSide } from '../../engine/market-port.ts';
import { Bus } from '../bus.ts';
import { Interest } from '../interest.ts';
import { BusMarketLink } from '../market-link.ts';

/** Longer than an answer takes on a busy machine, short enough to be waited for. */
export const ANSWER_MS = 3_000;

/** What a process has of the others. */
export interface TestProcess {
  /** What its subjects begin with. */
  prefix: string;
  bus: Bus;
  interest: Interest;
  link: BusMarketLink;
  /** Its timers go by it, the prices that it gathers too. */
  clock: FakeClock;
  /** Prices of markets elsewhere, as it was told. */
  prices: { marketId: string; record: PriceRecord; volume: bigint }[];
  /** What it could not read. */
  errors: unknown[];
}

/** Makes processes of one installation, each with a connection of its own; they are gone after the test. */
export function useProcesses(nats: NatsServer): (name: string) => Promise<TestProcess> {
  let installation = randomUUID();
  let processes: TestProcess[] = [];
  afterEach(async () => {
    for (const { interest, bus } of processes) {
      interest.stop();
      await bus.close();
    }
    processes = [];
    installation = randomUUID();
  });
  return async (name) => {
    const clock = new FakeClock(1_770_300_000_000);
    const errors: unknown[] = [];
    const prices: TestProcess['prices'] = [];
    const bus = await Bus.connect({ url: nats.url, installation, name, onError: (error) => errors.push(error) });
    const interest = new Interest({ bus, clock, process: name });
    const link = new BusMarketLink({
      ...{ bus, clock, interest, answerMs: ANSWER_MS, newMessageId: () => randomUUID() },
      listener: { price: (marketId, record, volume) => prices.push({ marketId, record, volume }) },
    });
    const process = { prefix: `plecho.${installation}.`, bus, interest, link, clock, prices, errors };
    processes.push(process);
    await bus.flushed();
    return process;
  };
}

/** The rest of the machine may be busy. */
export const until = (condition: () => boolean): Promise<unknown> =>
  vi.waitUntil(condition, { timeout: 60_000, interval: 5 });

/** From here on everybody is heard by everybody. */
export async function flushed(...processes: TestProcess[]): Promise<void> {
  await Promise.all(processes.map(({ bus }) => bus.flushed()));
}

/** What a process hears on a subject, up to a moment: whatever `speaker` has said before it is there. */
export async function hearing({ bus }: TestProcess, subject: string) {
  const heard: unknown[] = [];
  bus.follow(subject, (body) => heard.push(body));
  await bus.flushed();
  return {
    async from(speaker: TestProcess): Promise<unknown[]> {
      speaker.bus.publish(subject, 'that was all');
      await until(() => heard.includes('that was all'));
      return heard.splice(0).filter((body) => body !== 'that was all');
    },
  };
}

/** The same market, some of whose answers are others. */
export function withAnswers(side: MarketSide, answers: Partial<MarketSide>): MarketSide {
  return new Proxy(side, {
    get(target, name) {
      if (Object.hasOwn(answers, name)) return Reflect.get(answers, name) as unknown;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
