import { FavouriteButton } from '@/features/pair-list/favourite-button.tsx';
import { useFavourites } from '@/lib/watchlists.ts';
import { PairSelector } from '@/features/pair-selector/pair-selector.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { Sheet } from '@/ui/sheet.tsx';
import { Spinner } from '@/ui/spinner.tsx';
import { WatchlistPicker } from '@/ui/watchlist-picker.tsx';
import { texts } from './texts.ts';
import { useMarketPairs } from './use-market-pairs.ts';

interface PairSheetProps {
  open: boolean;
  selected: string;
  onSelect: (symbol: string) => void;
  onClose: () => void;
}

function Content({ selected, onSelect }: Pick<PairSheetProps, 'selected' | 'onSelect'>) {
  const { pairs, failed, retry } = useMarketPairs();
  const favourites = useFavourites();
  if (failed) return <ErrorState title={texts.pairsFailed} onRetry={retry} />;
  if (pairs === null) {
    return (
      <p className="flex items-center justify-center gap-2 py-10 text-secondary">
        <Spinner label={texts.pairsLoading} />
        <span aria-hidden="true">{texts.pairsLoading}</span>
      </p>
    );
  }
  return (
    <PairSelector
      pairs={pairs}
      favourites={favourites.symbols}
      onToggleFavourite={favourites.toggle}
      selected={selected}
      onSelect={onSelect}
      aside={
        <span className="flex items-center gap-1">
          <WatchlistPicker favourites={favourites} />
          <FavouriteButton symbol={selected} favourites={favourites} />
        </span>
      }
    />
  );
}

/** «Выберите пару»: search and list in a sheet. */
export function PairSheet({ open, selected, onSelect, onClose }: PairSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title={texts.choosePair}>
      <Content selected={selected} onSelect={onSelect} />
    </Sheet>
  );
}
