import { useExplorerSearch } from '@/api/explorer.ts';
import { AddressView } from './address-view.tsx';
import { BlockView } from './block-view.tsx';
import { NotShown } from './missing.tsx';
import { Overview } from './overview.tsx';
import { readQuery, whyMissing } from './read-query.ts';
import { SearchBox } from './search-box.tsx';
import { texts } from './texts.ts';
import { TransactionView } from './transaction-view.tsx';

function Found({ text }: { text: string }) {
  const search = useExplorerSearch(text);
  if (search.data === undefined) {
    return <NotShown query={search} q={text} hint={texts.missing[whyMissing(text)]} className="h-96 rounded-lg" />;
  }
  const { kind, value } = search.data;
  return kind === 'transaction' ? <TransactionView hash={value} /> : <AddressView address={value} />;
}

function Shown({ q }: { q: string }) {
  const query = readQuery(q);
  if (query.kind === 'nothing') return <Overview />;
  if (query.kind === 'block') return <BlockView network={query.network} height={query.height} />;
  return <Found text={query.text} />;
}

/**
 * The block explorer of the practice network.
 * @param props.q what to show: a hash, an address, a block («bsc:123»); empty for the chains
 */
export function Explorer({ q }: { q: string }) {
  return (
    <div className="page flex max-w-5xl flex-col gap-5">
      <header className="flex flex-col gap-1">
        <h1 className="page-title">{texts.title}</h1>
        {q === '' && <p className="max-w-prose text-secondary">{texts.lead}</p>}
      </header>
      <SearchBox key={q} q={q} />
      <Shown q={q} />
    </div>
  );
}
