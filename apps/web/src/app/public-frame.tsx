import { Outlet } from '@tanstack/react-router';
import { PublicHeader } from '@/features/header/public-header.tsx';

/** The frame of screens that anybody may see. */
export function PublicFrame() {
  return (
    <>
      <PublicHeader />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <Outlet />
      </main>
    </>
  );
}
