import type { CourseList } from '@plecho/contract';
import type { MarketPort } from '../../engine/market-port.ts';
import { toWireCourses } from '../../wire/pairs.ts';

/** By the market's own clock. Points are half an hour apart: nobody sees that the newest is so much older. */
const KEPT_MS = 15_000;

/** The courses of markets as they are answered: made once for everybody who asks within a few seconds. */
export class CourseCache {
  readonly #kept = new WeakMap<MarketPort, { at: number; answer: Promise<CourseList> }>();

  /** Rejects as the market does; what was rejected is asked again. */
  async of(market: MarketPort): Promise<CourseList> {
    const { now } = await market.status();
    const kept = this.#kept.get(market);
    if (kept !== undefined && now - kept.at < KEPT_MS) return kept.answer;
    const answer = market.courses().then((courses) => toWireCourses(market.definition, courses));
    this.#kept.set(market, { at: now, answer });
    answer.catch(() => this.#kept.delete(market));
    return answer;
  }
}
