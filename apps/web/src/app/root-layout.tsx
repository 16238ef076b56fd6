import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { Outlet } from '@tanstack/react-router';
import { NoticeBar } from '@/features/header/notice-bar.tsx';
import { ShortcutsHelp } from '@/features/shortcuts/shortcuts-help.tsx';
import { cx } from '@/lib/class-names.ts';
import { loadCode } from '@/lib/load-code.ts';
import { hasLogAlarms, listenToLogAlarms } from '@/lib/log-alarms.ts';
import { ShortcutsContext } from './shortcuts-context.ts';
import { useStaticData } from './use-static-data.ts';

const PRODUCT = 'Плечо — учебный тренажёр';

const LogAlarm = lazy(async () => ({
  default: (await loadCode(() => import('@/features/proof/log-alarm.tsx'))).LogAlarm,
}));

/** What every screen has: the way past the header, the notice, what a server was caught at, and the list of keys. */
export function RootLayout() {
  const [areShortcutsOpen, setShortcutsOpen] = useState(false);
  const { title, fillsWindow } = useStaticData();
  const isAlarmed = useSyncExternalStore(listenToLogAlarms, hasLogAlarms);
  return (
    <ShortcutsContext value={() => setShortcutsOpen(true)}>
      <title>{title === undefined ? PRODUCT : `${title} · ${PRODUCT}`}</title>
      <a
        href="#main"
        className="sr-only rounded-md bg-accent-strong px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        К содержанию
      </a>
      <div className={cx('screen', fillsWindow === true && 'lg:h-dvh')}>
        <div className="sticky top-0 z-40 flex-none">
          <NoticeBar />
          {isAlarmed && (
            <Suspense>
              <LogAlarm />
            </Suspense>
          )}
        </div>
        <Outlet />
      </div>
      <ShortcutsHelp open={areShortcutsOpen} onOpenChange={setShortcutsOpen} />
    </ShortcutsContext>
  );
}
