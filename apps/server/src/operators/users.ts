import type { BlockReason, OperatedBalance } from '@plecho/contract';
import type { AdjustReason, Usdt } from '@plecho/domain';
import type { IdSource } from '../commands/batch.ts';
import type { CommandResult } from '../commands/command.ts';
import type { Markets, MarketPort } from '../engine/market-port.ts';
import { normalisePhone } from '../identity/phone.ts';
import type { LogLine, RegisteredUser, UserRecord, UserStore } from '../identity/ports.ts';
import type { Sessions } from '../identity/sessions.ts';
import type { Clock } from '../lib/clock.ts';
import { requestKey, resultOf } from '../lib/once.ts';
import { Problem } from '../lib/problem.ts';
import type { AccountIds } from '../queries/account-ids.ts';
import type { AccountReader } from '../queries/ports.ts';
import { toWireBalance } from '../wire/balance.ts';
import type { OperatorStore } from './ports.ts';

export interface UserOverview {
  user: RegisteredUser;
  /** One for each market that the user entered. */
  balances: OperatedBalance[];
  /** Living sessions. */
  sessions: number;
}

export interface Adjustment {
  market: MarketPort;
  /** Signed, not zero. */
  amount: Usdt;
  reason: AdjustReason;
  /** The request's Idempotency-Key: the same with the same adjustment has one effect and one answer (rule L6). */
  key: string | null;
}

interface Dependencies {
  store: OperatorStore;
  users: UserStore;
  sessions: Sessions;
  markets: Markets;
  reader: AccountReader;
  accountIds: AccountIds;
  clock: Clock;
  ids: Pick<IdSource, 'draw'>;
  /** Cancels what rests of somebody and could open a position where they may not. Never rejects. */
  cancelEntries(userId: bigint): Promise<void>;
}

/** Nobody is their own operator: what is done to an account has two people, and both can tell of it. */
function refuseSelf(operatorId: bigint, { id }: UserRecord): void {
  if (id === operatorId) throw new Problem('operator_self');
}

/** What an operator may do to a user; each act leaves a line in the user's own log (charter rule C4). */
export class UserAdministration {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** @param phone as typed. @returns null when nobody has it */
  async find(phone: string): Promise<RegisteredUser | null> {
    const normal = normalisePhone(phone);
    return normal === null ? null : this.#with.users.byPhone(normal);
  }

  /** A user as they are now. @param phone E.164. @throws Problem user_not_found */
  async overview(phone: string): Promise<UserOverview> {
    const { users, sessions } = this.#with;
    const user = await users.byPhone(phone);
    if (user === null) throw new Problem('user_not_found');
    return { user, balances: await this.#balances(user.id), sessions: (await sessions.list(user.id)).length };
  }

  /** @returns what was done, the same for every repetition of the key. @throws Problem operator_self, or the refusal's code */
  async adjust(
    operatorId: bigint,
    user: UserRecord,
    { market, amount, reason, key }: Adjustment,
  ): Promise<Extract<CommandResult, { type: 'adjustment' }>> {
    refuseSelf(operatorId, user);
    const { accountIds, markets } = this.#with;
    const accountId = await accountIds.find(user.id, market.id);
    const command = { type: 'adjustBalance' as const, accountId, amount, reason, operatorId };
    const request = requestKey(operatorId, command.type, key, [market.id, accountId, amount, reason]);
    const result = resultOf(await markets.submit(market.id, command, request ?? undefined));
    if (result.type !== 'adjustment') throw new TypeError(`an adjustment answered with ${result.type}`);
    return result;
  }

  /** @throws Problem operator_self, forbidden when the operator has been blocked meanwhile */
  async setBlocked(operatorId: bigint, user: UserRecord, blocked: boolean, reason: BlockReason): Promise<void> {
    refuseSelf(operatorId, user);
    const { store, sessions, cancelEntries } = this.#with;
    const outcome = await store.setBlocked(user.id, blocked, reason, await this.#line(operatorId));
    if (outcome === 'powerless') throw new Problem('forbidden');
    if (outcome === 'changed') sessions.invalidate(user.id);
    if (blocked) await cancelEntries(user.id);
  }

  /** Ends every session of the user. @throws Problem operator_self */
  async signOut(operatorId: bigint, user: UserRecord): Promise<void> {
    refuseSelf(operatorId, user);
    await this.#with.sessions.endAll(user.id, await this.#line(operatorId));
  }

  async #line(operatorId: bigint): Promise<LogLine & { operatorId: bigint }> {
    return { id: await this.#with.ids.draw(), at: this.#with.clock.now(), operatorId };
  }

  async #balances(userId: bigint): Promise<OperatedBalance[]> {
    const { markets, reader, store } = this.#with;
    const balances: OperatedBalance[] = [];
    const accounts = await reader.accountsOf(userId);
    const classes = await store.classNames([...accounts.keys()]);
    for (const market of markets.all()) {
      if (market.definition.ownerId !== undefined) continue;
      const accountId = accounts.get(market.id);
      const view = accountId === undefined ? null : await reader.view(accountId);
      if (view === null) continue;
      const prices = await market.lastPrices(view.positions.map(({ symbol }) => symbol));
      const { label } = market.definition;
      const balance = toWireBalance(market.definition, view, prices);
      const ended = markets.running(market.id) === null;
      balances.push({ ...balance, label, class: classes.get(market.id) ?? null, ended });
    }
    return balances;
  }
}
