import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Address, Endpoint, FileEndpoint, Readiness } from '@plecho/contract';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Alerts } from '../alerts/alerts.ts';
import type { ClassAdministration } from '../classes/administration.ts';
import type { ClassAdmission } from '../classes/admission.ts';
import type { Classes } from '../classes/classes.ts';
import type { Idempotency, Outcome } from '../commands/command.ts';
import type { Markets } from '../engine/market-port.ts';
import type { Accounts } from '../identity/accounts.ts';
import type { AccountLogReader } from '../identity/ports.ts';
import type { Identity, Sessions } from '../identity/sessions.ts';
import type { Lessons } from '../lessons/lessons.ts';
import type { Clock } from '../lib/clock.ts';
import type { OpenedStream } from '../lib/opened-stream.ts';
import { Problem } from '../lib/problem.ts';
import type { TokenBuckets } from '../lib/token-buckets.ts';
import type { Explorer } from '../network/explorer.ts';
import type { PracticeNetwork } from '../network/ports.ts';
import type { Wallets } from '../network/wallets.ts';
import type { Operators } from '../operators/operators.ts';
import type { Payments } from '../payments/payments.ts';
import type { LogKeys } from '../proofs/ports.ts';
import type { TradePaths } from '../paths/trade-paths.ts';
import type { PublicLogs } from '../proofs/public-logs.ts';
import type { TradeProofs } from '../proofs/trade-proofs.ts';
import type { AccountIds } from '../queries/account-ids.ts';
import type { AccountReader, DayKeyDirectory, NoteStore } from '../queries/ports.ts';
import type { Leaderboard } from '../queries/leaderboard.ts';
import type { Guesses } from '../queries/guesses.ts';
import type { Drills } from '../replays/drills/drills.ts';
import type { PersonaStore } from '../queries/personas.ts';
import type { ResultReader } from '../queries/results.ts';
import type { DatasetLibrary } from '../replays/library.ts';
import type { ReplaySessionDesk } from '../replays/sessions.ts';
import type { SharedReplays } from '../replays/shared.ts';
import type { Uploads } from '../replays/uploads.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking; null on public routes. */
    identity: Identity | null;
  }
  interface FastifyContextConfig {
    /** What the route is described as; nothing where nothing is served. */
    address?: Address | Endpoint | FileEndpoint;
  }
  interface FastifyInstance {
    /** The site as browsers address it; null: whatever host they name. */
    publicUrl: URL | null;
  }
}

export type Server = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** Recordings, and what is played of them. */
export interface Replays {
  library: DatasetLibrary;
  uploads: Uploads;
  sessions: ReplaySessionDesk;
  shared: SharedReplays;
}

/** Classes: for people, for operators, and who may come near their markets. */
export interface ClassServices {
  people: Classes;
  administration: ClassAdministration;
  admission: ClassAdmission;
}

/** What the routes work with. */
export interface Services {
  clock: Clock;
  accounts: Accounts;
  sessions: Sessions;
  markets: Markets;
  dayKeys: DayKeyDirectory;
  /** What a command was answered under its key before; null for a new one. */
  answered(key: Idempotency): Promise<Outcome | null>;
  /** Commands of trading, by account. */
  commandLimit: TokenBuckets;
  reader: AccountReader;
  notes: NoteStore;
  guesses: Guesses;
  personas: PersonaStore;
  results: ResultReader;
  leaderboard: Leaderboard;
  accountIds: AccountIds;
  network: PracticeNetwork;
  wallets: Wallets;
  explorer: Explorer;
  payments: Payments;
  alerts: Alerts;
  operators: Operators;
  replays: Replays;
  drills: Drills;
  lessons: Lessons;
  classes: ClassServices;
  accountLog: AccountLogReader;
  logs: PublicLogs;
  logKeys: LogKeys;
  proofs: TradeProofs;
  paths: TradePaths;
  /** Takes over the opened stream of a living session. */
  acceptStream(opened: OpenedStream, identity: Identity, secret: string): void;
  readiness(): Promise<Readiness>;
  /** Prometheus text. */
  metrics(): Promise<string>;
  version: string;
}

/** Who is asking, on a route that lets only users in. */
export function identityOf(request: FastifyRequest): Identity {
  if (request.identity === null) throw new Problem('unauthorized');
  return request.identity;
}
