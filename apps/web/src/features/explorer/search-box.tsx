import { useState, type SyntheticEvent } from 'react';
import { paths } from '@/app/paths.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { Link, useGo } from '@/ui/link.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { texts } from './texts.ts';

/** Looks up whatever was typed; the address of the page says what is shown. */
export function SearchBox({ q }: { q: string }) {
  const [typed, setTyped] = useState(q);
  const go = useGo();
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const text = typed.trim();
    go(paths.network(text === '' ? undefined : text));
  };
  return (
    <form role="search" className="flex flex-wrap items-end gap-2" onSubmit={submit}>
      <TextField
        className="min-w-60 flex-1"
        label={texts.search.label}
        placeholder={texts.search.placeholder}
        value={typed}
        type="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={120}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" variant="primary" className="h-10">
        {texts.search.submit}
      </Button>
      {q !== '' && (
        <Link href={paths.network()} className={buttonClass('ghost', 'md', 'h-10')}>
          {texts.search.reset}
        </Link>
      )}
    </form>
  );
}
