import { plainClassRules } from '@plecho/domain';
import type { MarketDefinition } from '../../engine/market-definition.ts';
import type { ScenarioStore } from '../../operators/ports.ts';
import type { Queryable } from '../connection.ts';

/** Publishes scenarios through the one function that may. */
export class PgScenarioStore implements ScenarioStore {
  readonly #client: Queryable;

  /** @param client a connection with a transaction makes everything part of it */
  constructor(client: Queryable) {
    this.#client = client;
  }

  async publish(definition: MarketDefinition, lastKey: Uint8Array | null, at: number): Promise<void> {
    const { id, label, startAt, endAt, rules, startBalance, parameters, scenario } = definition;
    if (scenario === null) throw new TypeError(`${id} is no scenario`);
    const market = {
      ...{ id, label, start_at: startAt, parameters, start_balance: String(startBalance) },
      ...{ taker_fee: String(rules.takerFee), maintenance: String(rules.maintenance), max_jump: String(rules.maxJump) },
      ...{ maker_fee: String(rules.makerFee), funding_hours: rules.funding?.intervalHours ?? null },
      funding_cap: rules.funding === null ? null : String(rules.funding.cap),
      ...{ stale_after_ms: rules.staleAfterMs, jump_confirm_ms: rules.jumpConfirmMs },
      class_rules: rules.classRules === null ? null : plainClassRules(rules.classRules),
    };
    const { recipe, salt, blind } = scenario;
    await this.#client.query('SELECT publish_scenario($1, $2, $3, $4, $5, $6, $7)', [
      ...[JSON.stringify(market), JSON.stringify(recipe), salt, blind, endAt, lastKey, at],
    ]);
  }
}
