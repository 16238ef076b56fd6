import type * as wire from '@plecho/contract';
import { formatDecimal, formatUsdt, recipeWords, type ClassRules, type Ppm } from '@plecho/domain';
import type { ScenarioDefinition } from '../engine/market-definition.ts';
import type { MarketStatus, MarketPort } from '../engine/market-port.ts';
import { sessionStateOf } from './sessions.ts';

/** A share in parts per million as a percentage. */
export function percentOf(share: Ppm): string {
  return formatDecimal(share, 4);
}

const percentOrNull = (share: Ppm | null): string | null => (share === null ? null : percentOf(share));

export function toWireClassRules(rules: ClassRules): wire.ClassRules {
  const { maxLeverage, maxShare, maxDayLoss, maxLoss, target, days, calibration } = rules;
  return {
    ...{ maxLeverage, maxSharePercent: percentOrNull(maxShare), maxDayLossPercent: percentOrNull(maxDayLoss) },
    ...{ maxLossPercent: percentOrNull(maxLoss), targetPercent: percentOrNull(target), days, calibration },
  };
}

/** A blind recipe is nobody's before the end. */
function toWireScenario({ recipe, salt, commitment, blind }: ScenarioDefinition, isOver: boolean): wire.Scenario {
  const isPublic = isOver || !blind;
  return {
    blind,
    commitment,
    recipe: isPublic ? recipe : null,
    salt: isPublic ? salt : null,
    words: isPublic ? recipeWords(recipe) : null,
  };
}

/** What is public about a market, joined with how it stands. @param mainId id of the main market */
export function toWireMarket(
  { definition, pairs }: Pick<MarketPort, 'definition' | 'pairs'>,
  status: MarketStatus,
  mainId: string,
): wire.Market {
  const { life, halt, members } = status;
  const session = sessionStateOf(definition, status);
  const { id, kind, label, title, startAt, rules, startBalance, parameters, scenario, endAt } = definition;
  return {
    id,
    kind,
    label,
    title,
    status: life,
    main: id === mainId,
    halted: halt !== null,
    startAt,
    endAt,
    symbols: [...pairs.keys()],
    members,
    takerFeePercent: percentOf(rules.takerFee),
    makerFeePercent: percentOf(rules.makerFee),
    funding:
      rules.funding === null
        ? null
        : { intervalHours: rules.funding.intervalHours, capPercent: percentOf(rules.funding.cap) },
    maintenanceMarginPercent: percentOf(rules.maintenance),
    startBalance: formatUsdt(startBalance),
    staleAfterSeconds: rules.staleAfterMs / 1000,
    maxJumpPercent: percentOf(rules.maxJump),
    parameters,
    scenario: scenario === null ? null : toWireScenario(scenario, life === 'ended'),
    classRules: rules.classRules === null ? null : toWireClassRules(rules.classRules),
    ...(session === null ? {} : { session }),
  };
}
