import type { Outcome } from '../commands/command.ts';
import type { NewestKeys } from './newest-keys.ts';

/** A command that is not answered yet. */
export interface InFlight {
  bodyHash: string;
  outcome: Promise<Outcome>;
  /** Nothing was answered under its key before. */
  isNew: boolean;
}

/**
 * What is known of idempotency keys without asking anybody, of all markets of a process: a key holds for all markets of a
 * person, so one that is in flight in one of them is in flight in all.
 */
export class KeyRegister {
  /** By the key's scope. */
  readonly inFlight = new Map<string, InFlight>();
  /** null: every key is looked up. */
  readonly newest: NewestKeys | null;

  constructor(newest: NewestKeys | null = null) {
    this.newest = newest;
  }
}
