import { plain } from './books.ts';
import type { SeenBatch, SeenCommand, SeenOrder, SeenOutcome, SeenPosition } from './observations.ts';
import type { Asked } from './refusal-audit.ts';

/** What a person may change of a position or order, without what prices change. */
interface Content {
  id: bigint;
  text: string;
}

interface Version {
  /** Number of the batch that wrote it. */
  batch: number;
  text: string;
}

const trail = (of: { unit: string; value: bigint } | null): unknown => of && { unit: of.unit, value: of.value };

const ofPosition = ({ id, takeProfit, stopLoss, trailing }: SeenPosition): Content => ({
  ...{ id, text: plain({ takeProfit, stopLoss, trailing: trail(trailing) }) },
});

const ofOrder = ({ id, ...order }: SeenOrder): Content => {
  const { margin, limitPrice, stopPrice, callback, takeProfit, stopLoss, expiresAt, status } = order;
  const terms = { margin, limitPrice, stopPrice, callback: trail(callback), takeProfit, stopLoss, expiresAt, status };
  return { id, text: plain(terms) };
};

/** What was acknowledged of a change is what was asked for, and was written since (L7). */
export class AcknowledgedVersions {
  #batches = 0;
  readonly #versions = new Map<bigint, Version[]>();
  /** What was asked and answered since the newest batch, or waits: it may have changed the same before that was written. */
  #rivals = new Set<Asked>();
  readonly #since = new WeakMap<Asked, number>();

  /** @param first that its key was asked with before, and that has no answer yet */
  asked(asked: Asked, first: Asked | undefined): void {
    const since = first === undefined ? undefined : this.#since.get(first);
    this.#since.set(asked, asked.late ? 0 : (since ?? this.#batches));
    this.#rivals.add(asked);
  }

  /** @param waiting that have no answer yet */
  committed(batch: SeenBatch, waiting: ReadonlySet<Asked>): void {
    this.#batches++;
    this.#rivals = new Set(waiting);
    const written = [
      ...[...batch.openedPositions, ...batch.changedPositions].map(ofPosition),
      ...[...batch.placedOrders, ...batch.changedOrders, ...batch.endedOrders].map(ofOrder),
    ];
    for (const { id, text } of written) {
      const known = this.#versions.get(id) ?? [];
      this.#versions.set(id, known);
      known.push({ batch: this.#batches, text });
    }
  }

  /** What is wrong with the answer to a change; null when nothing is. */
  problemOf(asked: Asked, { result }: SeenOutcome): string | null {
    const { command } = asked;
    const { position, order } = result ?? {};
    if (command.type === 'setTriggers' && position !== undefined) {
      return this.#problem(asked, ofPosition(position), ofPosition({ ...position, ...this.#wanted(command) }));
    }
    if (command.type === 'amendOrder' && order !== undefined) {
      const wanted = { ...order, ...this.#wanted(command), status: 'open' } as const;
      return this.#problem(asked, ofOrder(order), ofOrder(wanted));
    }
    if (command.type !== 'cancelOrder' || order === undefined) return null;
    return this.#problem(asked, ofOrder(order), ofOrder({ ...order, status: 'cancelled' }));
  }

  /** What a command names of what can be changed. */
  #wanted(command: SeenCommand): object {
    const { margin, limitPrice, stopPrice, callback, takeProfit, stopLoss, trailing, expiresAt } = command;
    const all = { margin, limitPrice, stopPrice, callback, takeProfit, stopLoss, trailing, expiresAt };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  }

  #problem(asked: Asked, said: Content, wanted: Content): string | null {
    if (said.text !== wanted.text) return `says ${said.text}, asked for was ${wanted.text}`;
    const since = this.#since.get(asked) ?? 0;
    const versions = this.#versions.get(said.id) ?? [];
    if (versions.some(({ batch, text }) => batch > since && text === said.text)) return null;
    const mine = asked.command.accountId;
    const isOvertaken = [...this.#rivals].some((rival) => rival !== asked && rival.command.accountId === mine);
    return isOvertaken ? null : `says ${said.text}, which was never written`;
  }
}
