import { useMatches, type StaticDataRouteOption } from '@tanstack/react-router';

/** What the router knows about the screen that is shown. */
export function useStaticData(): StaticDataRouteOption {
  return useMatches({ select: (matches): StaticDataRouteOption => matches.at(-1)?.staticData ?? {} });
}
