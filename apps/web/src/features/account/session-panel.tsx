import { useState } from 'react';
import type { SessionInfo } from '@plecho/contract';
import { paths } from '@/app/paths.ts';
import { useLogout, useLogoutEverywhere, useSessionList } from '@/api/sessions.ts';
import { useSession } from '@/api/queries.ts';
import { formatShortDateTime } from '@/lib/format.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { GuestLeaving } from '@/ui/guest-leaving.tsx';
import { useGo } from '@/ui/link.tsx';
import { Panel } from '@/ui/panel.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { toast } from '@/ui/toast.tsx';
import { describeAgent } from './describe-agent.ts';

/** As many as one takes in at a glance; the rest on demand. */
const SHOWN_AT_FIRST = 5;

function Session({ session }: { session: SessionInfo }) {
  return (
    <li className="flex items-center justify-between gap-3 border-b border-hairline py-2.5 last:border-0">
      <div className="min-w-0">
        <p className="truncate">{describeAgent(session.userAgent)}</p>
        <p className="text-xs text-muted">
          Вход {formatShortDateTime(session.createdAt)}, активность {formatShortDateTime(session.lastSeenAt)}
        </p>
      </div>
      {session.current && <Badge tone="accent">Это устройство</Badge>}
    </li>
  );
}

function SessionList({ sessions }: { sessions: readonly SessionInfo[] }) {
  const [isWhole, setWhole] = useState(false);
  const thisFirst = sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
  const shown = isWhole ? thisFirst : thisFirst.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <ul>
        {shown.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
      {shown.length < sessions.length && (
        <Button variant="ghost" className="-ml-3.5" onClick={() => setWhole(true)}>
          Показать все ({sessions.length})
        </Button>
      )}
    </>
  );
}

/** Where the person is signed in, and the ways out. */
export function SessionPanel() {
  const { data: sessions, isError, refetch } = useSessionList();
  const isGuest = useSession().user?.phone === null;
  const [isAsking, setAsking] = useState(false);
  const logout = useLogout();
  const everywhere = useLogoutEverywhere();
  const go = useGo();
  const leave = (ended: Promise<unknown>): void => {
    ended.then(
      () => go(paths.login()),
      (error: unknown) => toast.error(error instanceof Error ? error.message : 'Не удалось выйти'),
    );
  };
  return (
    <Panel title="Где вы вошли">
      {isError && <ErrorState title="Не удалось загрузить список" onRetry={() => void refetch()} />}
      {sessions === undefined && !isError && <Skeleton label="Загрузка" className="h-14 max-sm:h-18" />}
      {sessions !== undefined && <SessionList sessions={sessions} />}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button pending={logout.isPending} onClick={() => (isGuest ? setAsking(true) : leave(logout.mutateAsync()))}>
          Выйти
        </Button>
        {!isGuest && (
          <Button variant="danger" onClick={() => setAsking(true)}>
            Выйти на всех устройствах
          </Button>
        )}
      </div>
      {isGuest && (
        <GuestLeaving
          open={isAsking}
          onClose={() => setAsking(false)}
          onLeave={() => leave(logout.mutateAsync())}
          pending={logout.isPending}
        />
      )}
      <Dialog
        open={isAsking && !isGuest}
        onClose={() => setAsking(false)}
        title="Выйти на всех устройствах?"
        size="sm"
        footer={
          <>
            <Button variant="ghost" onClick={() => setAsking(false)}>
              Отмена
            </Button>
            <Button variant="danger" pending={everywhere.isPending} onClick={() => leave(everywhere.mutateAsync())}>
              Выйти везде
            </Button>
          </>
        }
      >
        <p className="text-secondary">
          Все сеансы завершатся, этот тоже. Открытые позиции и ордера останутся, стоп-лосс и тейк-профит продолжат
          работать.
        </p>
      </Dialog>
    </Panel>
  );
}
