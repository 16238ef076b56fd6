import type { NewReplaySession, SessionControl } from '@plecho/contract';
import type { Pair } from '@plecho/domain';
import { UnavailableError } from '../commands/command.ts';
import type { MarketDefinition } from '../engine/market-definition.ts';
import type { MarketPort } from '../engine/market-port.ts';
import type { Clock } from '../lib/clock.ts';
import { Problem } from '../lib/problem.ts';
import type { ReplayOwners, ReplayOwnership } from '../replays/ports.ts';
import { MOST_PLAYING, PERSONAL, type ReplaySessionDesk } from '../replays/sessions.ts';
import { ANY_ENGINE, engineOf, type Admission, type Ask, type SessionBus, type SessionView } from './replay-asks.ts';

/** A jump over a long way takes a while. */
const ANSWER_MS = 10_000;
/** After such a silence an engine is asked whether it is there; if it is, it says so in this time, whatever it is doing. */
const SILENT_MS = 2_000;
const ALIVE_MS = 1_000;
/** Somebody took it just now, and is about to answer for it. */
const RETRY_MS = 250;
const ATTEMPTS = 4;
/** A market that nobody has asked for so long, and no stream has anything of, is not kept here. */
const UNASKED_MS = 60_000;
const SWEEP_MS = 10_000;

/** Personal replays on an engine. */
interface EngineSessions extends ReplaySessionDesk {
  start(
    userId: bigint,
    wanted: NewReplaySession,
    key: string | null,
    id?: string | null,
    playsEnough?: boolean,
  ): Promise<SessionView>;
  /** Makes one that was started ready to be traded in. */
  view(userId: bigint, marketId: string): Promise<SessionView>;
}

export interface ClusterReplaysOptions {
  bus: SessionBus;
  owners: ReplayOwners;
  /** Lets the others reach a market of this process. @returns stops it */
  serveMarket(marketId: string, term: bigint): () => void;
}

/** An engine among others: each replay is asked for where it is, and one that is nowhere, of any of them. */
export class ClusterReplays implements ReplayOwnership {
  readonly #options: ClusterReplaysOptions;
  /** null until there is something to answer with. */
  #handle: ((body: unknown) => Promise<unknown>) | null = null;

  constructor(options: ClusterReplaysOptions) {
    this.#options = options;
  }

  /** @returns stops answering for replays that are nowhere yet */
  answer(sessions: EngineSessions, market: (marketId: string) => MarketPort | null): () => void {
    const handle = (body: unknown): Promise<unknown> => answerTo(body as Ask, sessions, market);
    this.#handle = handle;
    return this.#options.bus.answer(ANY_ENGINE, handle, ANY_ENGINE);
  }

  async serve(marketId: string, term: bigint): Promise<() => void> {
    const { bus, serveMarket } = this.#options;
    const stops = [serveMarket(marketId, term)];
    if (this.#handle !== null) stops.push(bus.answer(engineOf(marketId), this.#handle));
    const stop = (): void => {
      for (const each of stops) each();
    };
    try {
      await bus.flushed();
      return stop;
    } catch (error) {
      stop();
      throw error;
    }
  }

  take = (marketId: string): ReturnType<ReplayOwners['take']> => this.#options.owners.take(marketId);
  lost: ReplayOwners['lost'] = (terms) => this.#options.owners.lost(terms);
  giveUp: ReplayOwners['giveUp'] = (marketId, term) => this.#options.owners.giveUp(marketId, term);
  fence: ReplayOwners['fence'] = (marketId, heldBy) => this.#options.owners.fence(marketId, heldBy);
}

async function answerTo(
  asked: Ask,
  sessions: EngineSessions,
  market: (marketId: string) => MarketPort | null,
): Promise<unknown> {
  switch (asked.ask) {
    case 'alive':
      return null;
    case 'admit': {
      await sessions.admit(asked.marketId, asked.userId);
      const port = market(asked.marketId);
      if (port === null) throw new UnavailableError(`the market ${asked.marketId} was let go of`);
      return { definition: port.definition, pairs: port.pairs } satisfies Admission;
    }
    case 'view':
      return sessions.view(asked.userId, asked.marketId);
    case 'control':
      return sessions.control(asked.userId, asked.marketId, asked.control);
    case 'list':
      return sessions.list(asked.userId);
    case 'start':
      return sessions.start(asked.userId, asked.wanted, asked.key, asked.id, asked.playsEnough);
    default:
      return asked satisfies never;
  }
}

export interface RemoteReplaySessionsOptions {
  bus: SessionBus;
  clock: Clock;
  /** Puts the side of a market on the desk here, unless the market is there already. */
  show(definition: MarketDefinition, pairs: ReadonlyMap<string, Pair>): void;
  /** Takes it off, unless the market itself is here. */
  hide(marketId: string, userId: bigint): void;
  /** Whether any stream here has something of the market. */
  isSubscribed(marketId: string): boolean;
}

/** Personal replays as an edge has them: wherever they are, and on any engine when they are nowhere. */
export class RemoteReplaySessions implements ReplaySessionDesk {
  readonly #options: RemoteReplaySessionsOptions;
  /** Those on the desk here: whose they are, and when they were asked for last, by the even clock. */
  readonly #shown = new Map<string, { userId: bigint; askedAt: number }>();
  readonly #stopSweeping: () => void;

  constructor(options: RemoteReplaySessionsOptions) {
    this.#options = options;
    this.#stopSweeping = options.clock.every(SWEEP_MS, () => this.#sweep());
  }

  isPersonal(marketId: string): boolean {
    return marketId.startsWith(PERSONAL);
  }

  async admit(marketId: string, userId: bigint): Promise<void> {
    if (!this.isPersonal(marketId)) throw new Problem('unknown_market');
    const { clock, show } = this.#options;
    const { definition, pairs } = (await this.#ask(marketId, { ask: 'admit', userId, marketId })) as Admission;
    this.#shown.set(marketId, { userId, askedAt: clock.monotonic() });
    show(definition, pairs);
  }

  async list(userId: bigint): Promise<SessionView[]> {
    const stored = (await this.#options.bus.request(ANY_ENGINE, { ask: 'list', userId }, ANSWER_MS)) as SessionView[];
    return Promise.all(stored.map((view) => this.#asItStands(userId, view)));
  }

  async start(
    userId: bigint,
    wanted: NewReplaySession,
    key: string | null,
    id: string | null = null,
  ): Promise<SessionView> {
    const playsEnough = await this.#playsEnough(userId, null);
    const asked: Ask = { ask: 'start', userId, wanted, key, id, playsEnough };
    const view = (await this.#options.bus.request(ANY_ENGINE, asked, ANSWER_MS)) as SessionView;
    return view.playing ? view : this.#startedBefore(userId, view);
  }

  async control(userId: bigint, marketId: string, control: SessionControl): Promise<SessionView> {
    if (!this.isPersonal(marketId)) throw new Problem('unknown_market');
    if (control.action === 'resume' && (await this.#playsEnough(userId, marketId)))
      throw new Problem('too_many_playing');
    return (await this.#ask(marketId, { ask: 'control', userId, marketId, control })) as SessionView;
  }

  stop(): void {
    this.#stopSweeping();
  }

  /** It may be about to play on the engine that was asked first: that one is not to lose it now. */
  async #startedBefore(userId: bigint, stored: SessionView): Promise<SessionView> {
    for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
      const view = await this.#asItStands(userId, stored);
      if (view.playing || view.session.ended) return view;
      await this.#wait();
    }
    const { marketId } = stored.session;
    return (await this.#ask(marketId, { ask: 'view', userId, marketId })) as SessionView;
  }

  /** One that nobody has in memory stands where it is stored. */
  async #asItStands(userId: bigint, view: SessionView): Promise<SessionView> {
    const { marketId, ended } = view.session;
    if (ended || view.playing) return view;
    try {
      const asked: Ask = { ask: 'view', userId, marketId };
      return (await this.#options.bus.request(engineOf(marketId), asked, ALIVE_MS)) as SessionView;
    } catch (error) {
      if (error instanceof UnavailableError) return view;
      throw error;
    }
  }

  /** Each engine counts its own. @param marketId one that doesn't count */
  async #playsEnough(userId: bigint, marketId: string | null): Promise<boolean> {
    const playing = (await this.list(userId)).filter(({ playing: plays }) => plays);
    const others = playing.filter(({ session }) => session.marketId !== marketId);
    return others.length >= MOST_PLAYING;
  }

  /** Asks the engine that has the replay; where none has it, any, which takes it. */
  async #ask(marketId: string, asked: Ask): Promise<unknown> {
    const { bus, clock } = this.#options;
    const latest = clock.monotonic() + ANSWER_MS;
    for (;;) {
      try {
        return await this.#askOwner(marketId, asked);
      } catch (error) {
        if (!(error instanceof UnavailableError) || clock.monotonic() > latest) throw error;
      }
      // Another edge may have asked another engine at the same moment.
      if (!(await this.#isAlive(marketId))) {
        try {
          return await bus.request(ANY_ENGINE, asked, ANSWER_MS);
        } catch (error) {
          if (!(error instanceof UnavailableError) || clock.monotonic() > latest) throw error;
        }
      }
      await this.#wait();
    }
  }

  #wait(): Promise<void> {
    return new Promise((resolve) => void this.#options.clock.after(RETRY_MS, resolve));
  }

  /** One that is paused is not waited for: its connection to NATS stands for minutes. */
  async #askOwner(marketId: string, asked: Ask): Promise<unknown> {
    const { bus, clock } = this.#options;
    const gone = Promise.withResolvers<never>();
    const cancel = clock.after(SILENT_MS, () => {
      void this.#isAlive(marketId).then((isAlive) => {
        if (!isAlive) gone.reject(new UnavailableError(`nobody has ${marketId}`));
      });
    });
    try {
      return await Promise.race([bus.request(engineOf(marketId), asked, ANSWER_MS), gone.promise]);
    } finally {
      cancel();
    }
  }

  async #isAlive(marketId: string): Promise<boolean> {
    try {
      await this.#options.bus.request(engineOf(marketId), { ask: 'alive' }, ALIVE_MS);
      return true;
    } catch {
      return false;
    }
  }

  #sweep(): void {
    const { clock, isSubscribed, hide } = this.#options;
    const now = clock.monotonic();
    for (const [marketId, { userId, askedAt }] of this.#shown) {
      if (isSubscribed(marketId)) void this.#keep(marketId, userId);
      else if (now - askedAt >= UNASKED_MS) {
        this.#shown.delete(marketId);
        hide(marketId, userId);
      }
    }
  }

  /** Whoever only watches asks for nothing: of an engine that is gone another takes what it had. Never rejects. */
  async #keep(marketId: string, userId: bigint): Promise<void> {
    // The next sweep, or the next request, tries again.
    if (!(await this.#isAlive(marketId))) await this.admit(marketId, userId).catch(() => undefined);
  }
}
