import { paths } from '@/app/paths.ts';
import { useMarketParam, useSession } from '@/api/queries.ts';
import { PasswordPanel } from '@/features/account/password-panel.tsx';
import { PersonaPanel } from '@/features/persona/persona-panel.tsx';
import { SessionPanel } from '@/features/account/session-panel.tsx';
import { SaveAccountPanel } from '@/features/auth/save-account-panel.tsx';
import { formatDate } from '@/lib/format.ts';
import { Icon } from '@/ui/icons.tsx';
import { Link } from '@/ui/link.tsx';
import { Panel } from '@/ui/panel.tsx';

function Places() {
  const market = useMarketParam();
  const links = [
    { href: paths.assets(market), label: 'Мои активы' },
    { href: paths.log(), label: 'Журнал: всё, что сделано со счётом' },
    { href: paths.markets(market), label: 'Рынки и их рецепты' },
    { href: paths.history(market), label: 'История сделок' },
    { href: paths.help(), label: 'Как это работает' },
    { href: paths.safety(), label: 'Как распознать поддельную биржу' },
  ];
  return (
    <Panel label="Разделы" flush>
      <ul>
        {links.map(({ href, label }) => (
          <li key={href} className="border-b border-hairline last:border-0">
            <Link
              href={href}
              className="flex min-h-12 items-center justify-between gap-3 px-3 -outline-offset-2 hover:bg-raised"
            >
              {label}
              <Icon name="chevronRight" className="text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The person's own account: who they are, where they are signed in, their password. */
export function AccountPage() {
  const { user } = useSession();
  if (user === null) return null;
  const isGuest = user.phone === null;
  return (
    <div className="page grid max-w-4xl items-start gap-4 md:grid-cols-2">
      <header className="flex flex-col gap-1 md:col-span-2">
        <h1 className="page-title">Профиль</h1>
        <p className="text-secondary tabular">
          {isGuest ? 'Гость · счёт открыт' : `${user.phone} · зарегистрирован`} {formatDate(user.createdAt)}
        </p>
        {user.isBlocked && (
          <p className="rounded-md border border-warn/40 bg-warn-soft px-3 py-2 text-warn">
            Счёт заблокирован: открывать позиции нельзя, смотреть и закрывать можно.
            {user.blockReason !== null && ` Причина: ${user.blockReason}`}
          </p>
        )}
      </header>
      <div className="flex flex-col gap-4">
        {isGuest ? <SaveAccountPanel /> : <SessionPanel />}
        <PersonaPanel />
      </div>
      <div className="flex flex-col gap-4">
        {isGuest ? <SessionPanel /> : <PasswordPanel />}
        <Places />
      </div>
    </div>
  );
}
