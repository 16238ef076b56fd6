import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type ScenarioPreview, type ScenarioPublication } from '@plecho/contract';
import { followed, followedCall } from './admin.ts';
import { carryOut } from './intents/carry-out.ts';
import { keys as everybodysKeys } from './keys.ts';

/** Below the key of the operator area: they go with it. */
const keys = {
  markets: ['admin', 'markets'] as const,
  preview: (asked: ScenarioPreview | null) => ['admin', 'preview', asked] as const,
};
const REFRESH_MS = 10_000;

/**
 * All markets, with what an operator can do about each.
 * @param isActive false: as they were when it was asked for, so that no page without its operator keeps the step-up fresh
 */
export const useOperatedMarkets = (isActive: boolean) =>
  useQuery({
    queryKey: keys.markets,
    queryFn: async ({ signal }) => (await followedCall(api.scenarios.markets, { signal })).items,
    refetchInterval: isActive && REFRESH_MS,
    staleTime: 0,
    retry: false,
  });

/** What a recipe makes of the newest hours of its base; nothing is asked for while it is null. */
export const useScenarioPreview = (asked: ScenarioPreview | null) =>
  useQuery({
    queryKey: keys.preview(asked),
    queryFn: asked === null ? skipToken : ({ signal }) => followedCall(api.scenarios.preview, { body: asked, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });

function useMarketsAgain(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keys.markets }),
      client.invalidateQueries({ queryKey: everybodysKeys.markets() }),
    ]);
}

/** Makes a scenario, once however often it is sent; nobody can change it from then on. */
export function usePublishScenario() {
  const onSuccess = useMarketsAgain();
  return useMutation({
    mutationFn: (body: ScenarioPublication) =>
      followed(carryOut(api.scenarios.publish, { kind: 'publishScenario', body })),
    onSuccess,
  });
}

/** Ends a scenario; a second time changes nothing. */
export function useEndMarket() {
  const onSuccess = useMarketsAgain();
  return useMutation({
    mutationFn: (id: string) => followedCall(api.scenarios.end, { params: { id } }),
    onSuccess,
  });
}
