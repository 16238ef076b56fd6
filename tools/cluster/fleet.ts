import { Member, type MemberOptions, type MemberPlan } from './member.ts';

/** Members that start stage by stage, and stop in the opposite order: whoever needs another one goes before it. */
export class Fleet {
  readonly #stages: Member[][];

  constructor(stages: MemberPlan[][], options: MemberOptions) {
    this.#stages = stages.map((plans) => plans.map((plan) => new Member(plan, options)));
  }

  get members(): readonly Member[] {
    return this.#stages.flat();
  }

  /** Resolves when all are ready. @throws MemberError when one of them can't be started */
  async start(): Promise<void> {
    for (const stage of this.#stages) await Promise.all(stage.map((member) => member.start()));
  }

  /** Rejects with a MemberError when one of them is beyond help. */
  lost(): Promise<never> {
    return Promise.race(this.members.map((member) => member.lost));
  }

  /** Never rejects; also while it starts. */
  async stop(): Promise<void> {
    // Whoever asks may have asked all of them: one that is gone already has not crashed.
    for (const member of this.members) member.retire();
    for (const stage of this.#stages.toReversed()) await Promise.all(stage.map((member) => member.stop()));
  }
}
