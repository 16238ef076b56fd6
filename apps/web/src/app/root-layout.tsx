import { useState } from 'react';
import { Outlet } from '@tanstack/react-router';
import { NoticeBar } from '@/features/header/notice-bar.tsx';
import { ShortcutsHelp } from '@/features/header/shortcuts-help.tsx';
import { cx } from '@/lib/class-names.ts';
import { ShortcutsContext } from './shortcuts-context.ts';
import { useStaticData } from './use-static-data.ts';

const PRODUCT = 'Плечо — учебный тренажёр';

/** What every screen has: the way past the header, the notice and the list of keys. */
export function RootLayout() {
  const [areShortcutsOpen, setShortcutsOpen] = useState(false);
  const { title, fillsWindow } = useStaticData();
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
        <NoticeBar />
        <Outlet />
      </div>
      <ShortcutsHelp open={areShortcutsOpen} onOpenChange={setShortcutsOpen} />
    </ShortcutsContext>
  );
}
