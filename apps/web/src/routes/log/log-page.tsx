import { paths } from '@/app/paths.ts';
import { LogList } from '@/features/account/log-list.tsx';
import { texts } from '@/features/account/log-texts.ts';
import { Link } from '@/ui/link.tsx';
import { Panel } from '@/ui/panel.tsx';

/** /log: everything that was done to the person's account. */
export function LogPage() {
  return (
    <div className="page flex max-w-3xl flex-col gap-5">
      <header className="flex flex-col gap-1">
        <h1 className="page-title">{texts.title}</h1>
        <p className="max-w-prose text-secondary">{texts.lead}</p>
        <p className="max-w-prose text-secondary">
          {texts.elsewhere}{' '}
          <Link href={paths.history()} className="text-accent underline underline-offset-3">
            {texts.trades}
          </Link>
          ,{' '}
          <Link href={paths.assets()} className="text-accent underline underline-offset-3">
            {texts.money}
          </Link>
          .
        </p>
      </header>
      <Panel label={texts.title} flush>
        <LogList />
      </Panel>
    </div>
  );
}
