import { lazy } from 'react';
import { loadCode } from '@/lib/load-code.ts';
import { Late } from '@/ui/late.tsx';
import type { TourBarProps } from './tour-bar.tsx';
import { useTour } from './use-tour.ts';

const TourBar = lazy(async () => ({ default: (await loadCode(() => import('./tour-bar.tsx'))).TourBar }));

/** The bar of a first trade that is under way, whose code comes with the first of them. */
export function TourGuide(props: TourBarProps) {
  const { tour } = useTour();
  if (tour === null) return null;
  return (
    <Late fallback={null}>
      <TourBar {...props} />
    </Late>
  );
}
