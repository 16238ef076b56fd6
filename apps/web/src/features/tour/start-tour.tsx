import { tradePath } from '@/app/paths.ts';
import { isMobileDevice } from '@/lib/device.ts';
import { Button } from '@/ui/button.tsx';
import { useGo } from '@/ui/link.tsx';
import { texts } from './texts.ts';
import { useTour } from './use-tour.ts';

/** Begins a first trade on the trade screen. @param market as links carry it on */
export function StartTour({ market }: { market?: string | undefined }) {
  const { begin } = useTour();
  const go = useGo();
  return (
    <Button
      size="sm"
      variant="primary"
      onClick={() => {
        begin();
        go(tradePath(isMobileDevice(), market));
      }}
    >
      {texts.start}
    </Button>
  );
}
