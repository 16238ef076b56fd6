import DataLoader from 'dataloader';
import type { Clock } from '../lib/clock.ts';
import type { FollowedAccount } from '../streams/account-channel.ts';
import { VersionsAnswer, versionsSubject, type VersionsQuestion } from './account-messages.ts';
import type { Bus } from './bus.ts';
import { NewestTerm } from './newest-term.ts';
import { accountsSubject } from './subjects.ts';

const ANSWER_MS = 2_000;
/** An owner that is gone has a successor by then, who knows; a market that is over has none. */
const SILENCE_MS = 15_000;

export interface FollowedMarketOptions {
  bus: Pick<Bus, 'request' | 'follow'>;
  clock: Pick<Clock, 'monotonic' | 'soon'>;
  /** Told what the market's owner says of accounts, as it came. */
  hear(body: unknown): void;
}

/** The accounts of one market that streams of this process show, and whether they show the newest of them. */
export class FollowedMarket {
  readonly id: string;
  /** By person. */
  readonly #accounts = new Map<bigint, Set<FollowedAccount>>();
  readonly #stopHearing: () => void;
  readonly #bus: Pick<Bus, 'request'>;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #term = new NewestTerm();
  #isAsking = false;
  /** Those who come together are one question. */
  readonly #announcements: DataLoader<bigint, true>;
  /** Word may have been lost since then, ms of the even clock; null: nothing points to it. */
  #doubtedSince: number | null = null;
  /** For this doubt everything was read already. */
  #isRead = false;

  constructor(id: string, { bus, clock, hear }: FollowedMarketOptions) {
    this.id = id;
    this.#bus = bus;
    this.#clock = clock;
    this.#stopHearing = bus.follow(accountsSubject(id), hear);
    this.#announcements = new DataLoader((people) => this.#sayShown(people), {
      ...{ cache: false, batchScheduleFn: (send) => clock.soon(send) },
    });
  }

  get isEmpty(): boolean {
    return this.#accounts.size === 0;
  }

  accountsOf(userId: bigint): FollowedAccount[] {
    return [...(this.#accounts.get(userId) ?? [])];
  }

  add(userId: bigint, account: FollowedAccount): void {
    this.#accounts.set(userId, (this.#accounts.get(userId) ?? new Set()).add(account));
  }

  remove(userId: bigint, account: FollowedAccount): void {
    const ofPerson = this.#accounts.get(userId);
    ofPerson?.delete(account);
    if (ofPerson?.size === 0) this.#accounts.delete(userId);
  }

  /**
   * Asks the owner to tell of a person from now on. Resolves when it does, or when nobody answers: who becomes the owner
   * tells of everybody at first. Never rejects.
   */
  async announce(userId: bigint): Promise<void> {
    await this.#announcements.load(userId);
  }

  /** Hears nothing more. */
  close(): void {
    this.#stopHearing();
  }

  /** @returns false for the word of an owner before the newest. What the one before it did not get to say is missing. */
  take(term: bigint): boolean {
    const before = this.#term.newest;
    if (!this.#term.take(term)) return false;
    if (before !== 0n && before !== term) this.doubt();
    return true;
  }

  /** Word may have been lost. */
  doubt(): void {
    this.#doubtedSince ??= this.#clock.monotonic();
  }

  /** Asks the owner, and has read again what is newer than what is shown. Never rejects. */
  async check(): Promise<void> {
    if (this.#isAsking || this.isEmpty) return;
    this.#isAsking = true;
    try {
      const accountIds = this.#shown().flatMap((account) => account.known?.id ?? []);
      const answer = await this.#ask({ accountIds, people: [...this.#accounts.keys()] });
      if (this.take(answer.term)) this.#compare(new Map(accountIds.map((id, n) => [id, answer.versions[n] ?? null])));
    } catch {
      this.#hearNothing();
    } finally {
      this.#isAsking = false;
    }
  }

  async #ask(asked: Pick<VersionsQuestion, 'accountIds' | 'people'>): Promise<VersionsAnswer> {
    const question: VersionsQuestion = { term: this.#term.newest, ...asked };
    return VersionsAnswer.parse(await this.#bus.request(versionsSubject(this.id), question, ANSWER_MS));
  }

  async #sayShown(people: readonly bigint[]): Promise<true[]> {
    await this.#ask({ accountIds: [], people: [...people] }).catch(() => undefined);
    return people.map(() => true);
  }

  #shown(): FollowedAccount[] {
    return [...this.#accounts.values()].flatMap((ofPerson) => [...ofPerson]);
  }

  #compare(versions: ReadonlyMap<bigint, bigint | null>): void {
    const isDoubted = this.#doubtedSince !== null && !this.#isRead;
    for (const account of this.#shown()) {
      const { known } = account;
      const version = known === null ? undefined : versions.get(known.id);
      if (known === null || version === undefined) continue;
      if (version === null ? isDoubted : version > known.version) account.readAgain();
    }
    this.#doubtedSince = null;
    this.#isRead = false;
  }

  #hearNothing(): void {
    this.doubt();
    if (this.#isRead || this.#clock.monotonic() - (this.#doubtedSince ?? 0) < SILENCE_MS) return;
    this.#isRead = true;
    for (const account of this.#shown()) account.readAgain();
  }
}
