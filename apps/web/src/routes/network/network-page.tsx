import { useLocation } from '@tanstack/react-router';
import { Explorer } from '@/features/explorer/explorer.tsx';

/** /network: the block explorer, for anybody; `?q=` says what to show. */
export function NetworkPage() {
  const { search } = useLocation();
  return <Explorer q={(search as Record<string, string | undefined>)['q'] ?? ''} />;
}
