import { IconButton } from '@/ui/index.ts';
import { Star } from '@/ui/star.tsx';
import { pairListTexts as texts } from './texts.ts';
import type { Favourites } from '@/lib/watchlists.ts';

/** Stars the selected pair; the stars in the lists are for the pointer alone. */
export function FavouriteButton({ symbol, favourites }: { symbol: string; favourites: Favourites }) {
  const filled = favourites.symbols.has(symbol);
  return (
    <IconButton
      size="sm"
      label={filled ? texts.removeFavourite(symbol) : texts.addFavourite(symbol)}
      aria-pressed={filled}
      onClick={() => favourites.toggle(symbol)}
    >
      <Star filled={filled} />
    </IconButton>
  );
}
