import { useMarketParam } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { AssetSummary } from '@/features/asset-summary/asset-summary.tsx';
import { CoinLists } from '@/features/coin-lists/coin-lists.tsx';
import type { Coin } from '@/features/coin-lists/rank-coins.ts';
import { FirstSteps, FirstStepsFoot } from '@/features/first-steps/first-steps.tsx';
import { useFirstSteps } from '@/features/first-steps/use-first-steps.ts';
import { StartTour } from '@/features/tour/start-tour.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { Panel } from '@/ui/panel.tsx';
import { MobileScreen } from './mobile-screen.tsx';
import { texts } from './texts.ts';
import { useAssets } from './use-assets.ts';
import { useStaleAssets } from './use-stale-assets.tsx';
import { useMarketPairs, type MarketPair } from './use-market-pairs.ts';

/** Only what has a price can be ranked. */
const toCoins = (pairs: readonly MarketPair[]): Coin[] =>
  pairs.flatMap(({ lastPrice, ...pair }) => (lastPrice === null ? [] : [{ ...pair, lastPrice }]));

function Coins() {
  const { pairs, failed, retry } = useMarketPairs();
  if (failed) return <ErrorState title={texts.pairsFailed} onRetry={retry} />;
  return <CoinLists coins={pairs === null ? null : toCoins(pairs)} />;
}

/** /mobile/home: what the account amounts to, and where the market moves. */
export function MobileHomePage() {
  'use memo';
  const { totals, day, btcPrice, hidden, toggleHidden } = useAssets();
  const { isStale, age } = useStaleAssets();
  const market = useMarketParam();
  const steps = useFirstSteps();
  return (
    <MobileScreen>
      <h1 className="sr-only">{texts.home}</h1>
      <Panel label={texts.account}>
        <AssetSummary
          total={totals?.total ?? null}
          day={day}
          btcPrice={btcPrice}
          hidden={hidden}
          onToggle={toggleHidden}
          isStale={isStale}
          age={age}
        />
      </Panel>
      {steps.isOffered && (
        <Panel title={`${texts.steps} ${steps.done.length}/3`}>
          <FirstSteps
            tour={<StartTour market={market} />}
            links={{
              trade: paths.mobileTrade(undefined, market),
              receipt: paths.history(market),
              coins: paths.mobileDeposit(),
            }}
          />
          <FirstStepsFoot marketsHref={paths.markets(market)} />
        </Panel>
      )}
      <Panel label={texts.coins} flush>
        <Coins />
      </Panel>
    </MobileScreen>
  );
}
