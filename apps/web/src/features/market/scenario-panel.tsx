import type { Market, Scenario } from '@plecho/contract';
import type { Recipe } from '@plecho/domain';
import { useMarketParam, useMarkets } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { keepUnits } from '@/lib/format.ts';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { Link } from '@/ui/link.tsx';
import { Panel } from '@/ui/panel.tsx';
import { Commitment } from './commitment.tsx';
import { OwnBaseChart, RecipeChart } from './recipe-chart.tsx';
import { stageFacts, stageName } from './stage-facts.ts';
import { texts } from './texts.ts';

const { scenario: words } = texts;

function Base({ id }: { id: string | null }) {
  const { data: markets } = useMarkets();
  const selected = useMarketParam();
  if (id === null) return <p className="text-secondary">{words.ownBase}</p>;
  const label = markets?.find((market) => market.id === id)?.label ?? id;
  return (
    <p className="text-secondary">
      {words.base}{' '}
      <Link href={paths.marketPage(id, selected)} className="text-accent hover:underline">
        {label}
      </Link>
    </p>
  );
}

function Numbers({ recipe }: { recipe: Recipe }) {
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      {recipe.stages.map((stage, n) => (
        // A recipe never changes, so neither does the place of a stage in it.
        // oxlint-disable-next-line react/no-array-index-key
        <section key={n} aria-label={words.stage(n + 1, stageName(stage))}>
          <h4 className="mb-1 text-xs text-muted">{words.stage(n + 1, stageName(stage))}</h4>
          <FactList>
            {stageFacts(stage).map(({ name, value }) => (
              <Fact key={name} name={name}>
                {value}
              </Fact>
            ))}
          </FactList>
        </section>
      ))}
    </div>
  );
}

function OpenRecipe({ market, scenario, recipe }: { market: Market; scenario: Scenario; recipe: Recipe }) {
  return (
    <Panel title={words.title}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-col gap-1">
          <Base id={recipe.base} />
          <ol className="flex list-decimal flex-col gap-1 pl-5 marker:text-muted">
            {scenario.words?.map((sentence, n) => (
              // Two stages may say the same; their places never change.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={n}>{keepUnits(sentence)}</li>
            ))}
          </ol>
        </div>
        {recipe.base === null ? (
          <OwnBaseChart market={market} recipe={recipe} />
        ) : (
          <RecipeChart market={market} recipe={recipe} base={recipe.base} />
        )}
        <h3 className="font-semibold">{words.numbers}</h3>
        <Numbers recipe={recipe} />
      </div>
    </Panel>
  );
}

/** What a scenario does to the prices of its base; of a blind one, what was published instead. */
export function ScenarioPanel({ market, scenario }: { market: Market; scenario: Scenario }) {
  const { recipe } = scenario;
  return (
    <div className="flex flex-col gap-4">
      {recipe !== null && <OpenRecipe market={market} scenario={scenario} recipe={recipe} />}
      <Panel title={texts.commitment.title}>
        <Commitment scenario={scenario} />
      </Panel>
    </div>
  );
}
