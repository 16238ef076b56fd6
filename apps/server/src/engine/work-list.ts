import type { PositionState, PriceRecord } from '../commands/batch.ts';
import { idsFor, idsOfAFiring } from '../commands/decide.ts';
import type { Firing } from '../commands/fire-trigger.ts';
import type { CommandQueue, Pending } from './command-queue.ts';
import type { MarketEngine } from './market-engine.ts';
import { PassedPrices } from './passed-prices.ts';

/** At most so many commands of people, and so many firings after them, go into one batch. */
const BATCH_COMMANDS = 250;
const BATCH_FIRINGS = 250;

/** What goes into a batch. */
export interface Work {
  commands: Pending[];
  firings: Firing[];
}

interface Wrong {
  firing: Firing;
  error: unknown;
}

/** What waits to be decided: together, or one by one when something in it was refused (rule E12). */
export class WorkList {
  readonly #queue: CommandQueue;
  readonly #passed = new PassedPrices();
  #firings: Firing[] = [];
  /** How many of the commands and firings that come first are tried alone. */
  #alone = { commands: 0, firings: 0 };
  /** Firings that were refused alone. */
  #wrong: Wrong[] = [];

  constructor(queue: CommandQueue) {
    this.#queue = queue;
  }

  get hasWork(): boolean {
    return this.#queue.readyCount > 0 || this.#firings.length > 0;
  }

  /** How many ids the next batch takes at most. @param rounds of funding that a position may owe */
  idsWanted(rounds: number): number {
    const commands = this.#queue.peek(BATCH_COMMANDS);
    const ofCommands = commands.reduce((sum, { command }) => sum + idsFor(command, rounds), 0);
    return ofCommands + idsOfAFiring(rounds) * Math.min(this.#firings.length, BATCH_FIRINGS);
  }

  /** Firings that are not carried out, wrong ones included. */
  get firings(): number {
    return this.#firings.length + this.#wrong.length;
  }

  fire(firings: Firing[]): void {
    for (const firing of firings) this.#firings.push(firing);
  }

  /** A price was compared with what is open, and has fired this. */
  met(record: PriceRecord, fired: Firing[]): void {
    this.#passed.add(record, fired);
    this.fire(fired);
  }

  /** What was taken is written: the positions that it opened meet the prices that have passed meanwhile. */
  catchUp(engine: MarketEngine, opened: readonly PositionState[]): void {
    this.fire(opened.flatMap(({ id, entryRecord }) => engine.catchUp(id, this.#passed.since(entryRecord))));
    this.#passed.keepFor([...this.#firings, ...this.#wrong.map(({ firing }) => firing)]);
  }

  /** A firing is wrong: the other firings are carried out, and nothing new is begun. */
  get isClosing(): boolean {
    return this.#wrong.length > 0;
  }

  /** Takes the next batch: commands, and after them firings. What is tried alone comes first, and nothing beside it. */
  next(): Work {
    if (this.#alone.commands > 0) {
      this.#alone.commands--;
      return { commands: this.#queue.take(1), firings: [] };
    }
    if (this.#alone.firings > 0) {
      this.#alone.firings--;
      return { commands: [], firings: this.#firings.splice(0, 1) };
    }
    const commands = this.isClosing ? [] : this.#queue.take(BATCH_COMMANDS);
    return { commands, firings: this.#firings.splice(0, BATCH_FIRINGS) };
  }

  /** These firings come first again. */
  putBack(firings: Firing[]): void {
    this.#firings.unshift(...firings);
  }

  /** Nothing of the work happened: all of it comes first again, and each on its own. */
  putBackAlone({ commands, firings }: Work): void {
    this.#queue.putBack(commands);
    this.#firings.unshift(...firings);
    this.#alone = { commands: commands.length, firings: firings.length };
  }

  /** Nothing is tried alone any more. */
  together(): void {
    this.#alone = { commands: 0, firings: 0 };
  }

  /** A firing was refused alone. It stays taken, and waits until all the others are carried out. */
  accuse(firing: Firing, error: unknown): void {
    this.#wrong.push({ firing, error });
  }

  /** The first of the wrong firings, when all the others have been carried out. */
  verdict(): Wrong | null {
    return this.#firings.length > 0 ? null : (this.#wrong[0] ?? null);
  }

  /** Wrong firings will be tried once more, first and with the others. */
  pardon(): void {
    this.putBack(this.#wrong.splice(0).map(({ firing }) => firing));
    this.together();
  }

  /** After the state was read again: forgets firings that have nothing to do any more and takes what the others had taken. */
  retake(engine: MarketEngine): void {
    this.#firings = engine.retake(this.#firings);
    engine.retake(this.#wrong.map(({ firing }) => firing));
  }
}
