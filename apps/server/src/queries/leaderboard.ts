import { rank, scoreOf, type Persona } from '@plecho/domain';
import type { Clock } from '../lib/clock.ts';
import type { Listed, ResultReader, Standing } from './results.ts';

/** So long is what was counted shown again; who is in it is asked for every time. */
const KEPT_MS = 10_000;

/** A line of a leaderboard; whose it is stays on the server. */
export interface Line extends Standing {
  place: number;
  /** Return over drawdown, hundredths. */
  score: number;
  persona: Persona;
}

interface Kept {
  until: number;
  /** Everybody who was listed then: whoever comes after is counted at once. */
  counted: ReadonlySet<bigint>;
  standings: Promise<Standing[]>;
}

/** How people stand by return over drawdown: those who want to be seen, by the market. */
export class Leaderboard {
  readonly #reader: ResultReader;
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();

  constructor(reader: ResultReader, clock: Clock) {
    this.#reader = reader;
    this.#clock = clock;
  }

  /**
   * Best first. Whoever was blocked or is not listed any more is in no answer from then on; a trade shows within seconds.
   * @param onlyCurrent of each one's season that lasts, instead of all of them
   */
  async of(marketId: string, onlyCurrent: boolean): Promise<Line[]> {
    const listed = await this.#reader.listed(marketId);
    const standings = await this.#standings(marketId, onlyCurrent, listed);
    const personas = new Map(listed.map(({ userId, persona }) => [userId, persona]));
    const shown = standings.flatMap((standing) => {
      const persona = personas.get(standing.userId);
      const score = scoreOf(standing.gained, standing.drawdown);
      return persona === undefined ? [] : [{ ...standing, persona, score }];
    });
    return rank(shown);
  }

  /** Counted once for all who ask within {@link KEPT_MS}, and again when somebody new is listed. */
  #standings(marketId: string, onlyCurrent: boolean, listed: readonly Listed[]): Promise<Standing[]> {
    const now = this.#clock.now();
    for (const [key, { until }] of this.#kept) if (until <= now) this.#kept.delete(key);
    const key = `${marketId} ${onlyCurrent}`;
    const known = this.#kept.get(key);
    if (known !== undefined && listed.every(({ userId }) => known.counted.has(userId))) return known.standings;
    const standings = this.#reader.standings(marketId, onlyCurrent);
    const counted = new Set(listed.map(({ userId }) => userId));
    const kept: Kept = { until: now + KEPT_MS, counted, standings };
    this.#kept.set(key, kept);
    standings.catch(() => {
      if (this.#kept.get(key) === kept) this.#kept.delete(key);
    });
    return standings;
  }
}
