import { useMarketParam } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { FirstSteps, FirstStepsFoot } from '@/features/first-steps/first-steps.tsx';
import { StartTour } from '@/features/tour/start-tour.tsx';

/** The first steps, the first of which is taken on this very screen. */
export function StepsPanel() {
  const market = useMarketParam();
  return (
    <div className="px-3 py-3">
      <FirstSteps
        across
        tour={<StartTour market={market} />}
        links={{ receipt: paths.history(market), coins: paths.deposit() }}
      />
      <FirstStepsFoot marketsHref={paths.markets(market)} />
    </div>
  );
}
