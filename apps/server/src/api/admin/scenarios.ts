import { api, type ScenarioCosts } from '@plecho/contract';
import type { ScenarioAdministration } from '../../operators/scenarios.ts';
import { handle } from '../handle.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { identityOf, type Server, type Services } from '../server.ts';
import { marketOf } from '../trading/commands.ts';
import { audited } from './audited.ts';

/** Costs as the audit log tells them: percentages and hours, none of it typed freely. */
function costDetails({ takerFeePercent, makerFeePercent, funding }: ScenarioCosts = {}): Record<string, string> {
  return {
    ...(takerFeePercent === undefined ? {} : { takerFeePercent }),
    ...(makerFeePercent === undefined ? {} : { makerFeePercent }),
    ...(funding === undefined
      ? {}
      : { fundingHours: String(funding.intervalHours), fundingCapPercent: funding.capPercent }),
  };
}

/** Markets as operators see them, and scenarios: made, never changed, ended. */
export function operatorScenarioRoutes(app: Server, services: Services): void {
  const scenarios = (): ScenarioAdministration => services.operators.scenarios;

  handle(app, api.scenarios.markets, (request) =>
    audited(services, request, { action: 'marketsViewed' }, async () => ({ items: await scenarios().list() })),
  );

  handle(app, api.scenarios.preview, (request) => {
    const { recipe, symbol } = request.body;
    return audited(services, request, { action: 'scenarioPreviewed' }, () => scenarios().preview(recipe, symbol));
  });

  handle(app, api.scenarios.publish, (request) => {
    const key = idempotencyKeyOf(request, services.clock.now());
    const { recipe, costs, blind } = request.body;
    // A base that nobody knows is not kept: other operators read it.
    const base = services.markets.get(recipe.base ?? '') === null ? {} : { base: String(recipe.base) };
    const details = { ...base, blind: String(blind), stages: String(recipe.stages.length), ...costDetails(costs) };
    return audited(services, request, { action: 'scenarioPublished', details }, () =>
      scenarios().publish(identityOf(request).user.id, request.body, key),
    );
  });

  handle(app, api.scenarios.end, (request) => {
    const market = marketOf(services, request.params.id);
    return audited(services, request, { action: 'marketEnded', details: { market: market.id } }, async () => {
      await scenarios().end(market);
      return { id: market.id, ending: true as const };
    });
  });
}
