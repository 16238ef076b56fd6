import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from './button.tsx';

interface LoadMoreProps {
  hasMore: boolean;
  isLoading: boolean;
  /** What was asked for last has failed: only the button asks, or failures would follow each other without an end. */
  isPaused: boolean;
  onMore: () => void;
}

/** At the end of a list: asks for the next page when its place comes near the view; the button is for keyboards. */
export function LoadMore({ hasMore, isLoading, isPaused, onMore }: LoadMoreProps) {
  const sentinel = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(onMore);
  const isIdle = !hasMore || isLoading || isPaused;
  useEffect(() => {
    const element = sentinel.current;
    if (element === null || isIdle) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) load();
      },
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isIdle]);
  if (!hasMore) return null;
  return (
    <div ref={sentinel} className="flex justify-center py-2">
      <Button size="sm" variant="ghost" pending={isLoading} onClick={onMore}>
        {isLoading ? 'Загрузка…' : 'Показать ещё'}
      </Button>
    </div>
  );
}
