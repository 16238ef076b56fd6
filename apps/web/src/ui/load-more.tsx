import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from './button.tsx';

interface LoadMoreProps {
  hasMore: boolean;
  isLoading: boolean;
  onMore: () => void;
}

/** At the end of a list: asks for the next page when its place comes near the view; the button is for keyboards. */
export function LoadMore({ hasMore, isLoading, onMore }: LoadMoreProps) {
  const sentinel = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(onMore);
  useEffect(() => {
    const element = sentinel.current;
    if (element === null || !hasMore || isLoading) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) load();
      },
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasMore, isLoading]);
  if (!hasMore) return null;
  return (
    <div ref={sentinel} className="flex justify-center py-2">
      <Button size="sm" variant="ghost" pending={isLoading} onClick={onMore}>
        {isLoading ? 'Загрузка…' : 'Показать ещё'}
      </Button>
    </div>
  );
}
