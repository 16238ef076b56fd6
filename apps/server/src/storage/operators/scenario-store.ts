import type { MarketDefinition } from '../../engine/market-definition.ts';
import type { ScenarioStore } from '../../operators/ports.ts';
import type { Queryable } from '../connection.ts';
import { plainMarket } from '../market-store.ts';

/** Publishes scenarios through the one function that may. */
export class PgScenarioStore implements ScenarioStore {
  readonly #client: Queryable;

  /** @param client a connection with a transaction makes everything part of it */
  constructor(client: Queryable) {
    this.#client = client;
  }

  async publish(definition: MarketDefinition, lastKey: Uint8Array | null, at: number): Promise<void> {
    const { id, endAt, scenario } = definition;
    if (scenario === null) throw new TypeError(`${id} is no scenario`);
    const { recipe, salt, blind } = scenario;
    await this.#client.query('SELECT publish_scenario($1, $2, $3, $4, $5, $6, $7)', [
      ...[plainMarket(definition), JSON.stringify(recipe), salt, blind, endAt, lastKey, at],
    ]);
  }
}
