import type { Market } from '@plecho/contract';
import { tradePath } from '@/app/paths.ts';
import { useEnterMarket } from '@/api/enter-market.ts';
import { useMarketIfSelected } from '@/api/selected-market.tsx';
import { isMobileDevice } from '@/lib/device.ts';
import { refreshStream } from '@/live/index.ts';
import { Button, type ButtonSize } from '@/ui/button.tsx';
import { useGo } from '@/ui/link.tsx';
import { texts } from './texts.ts';

/** Opens the person's account in a market where they have none yet, and goes to its trade screen. */
export function EnterButton({ market, size = 'md' }: { market: Market; size?: ButtonSize }) {
  const enter = useEnterMarket();
  const go = useGo();
  const selected = useMarketIfSelected();
  const { id, status, main } = market;
  const words = status === 'ended' ? texts.look : selected?.id === id ? texts.back : texts.enter;
  const open = (): void => go(tradePath(isMobileDevice(), main ? undefined : id));
  const entered = (): void => {
    // On the page of this very market the stream was told before that there is no account.
    refreshStream();
    open();
  };
  // One that is over takes nobody in any more; who was in it can look.
  const press = (): void => (status === 'ended' ? open() : enter.mutate({ market: id }, { onSuccess: entered }));
  return (
    <>
      <Button
        variant={status === 'ended' ? 'secondary' : 'primary'}
        size={size}
        pending={enter.isPending}
        onClick={press}
      >
        {words}
      </Button>
      {enter.isError && (
        <p role="alert" className="text-down">
          {enter.error.message}
        </p>
      )}
    </>
  );
}
