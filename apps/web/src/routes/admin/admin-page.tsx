import { useEffect, useState, type ReactNode } from 'react';
import { useLocation, useParams } from '@tanstack/react-router';
import type { OperatorSession } from '@plecho/contract';
import { useOperatorSession } from '@/api/admin.ts';
import { ApiError } from '@/api/client.ts';
import { useSession } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { AdminHeader } from '@/features/admin/admin-header.tsx';
import { AuditSection } from '@/features/admin/audit-section.tsx';
import { ClassesSection } from '@/features/admin/classes/classes-section.tsx';
import { DatasetsSection } from '@/features/admin/datasets-section.tsx';
import { DrillsSection } from '@/features/admin/drills/drills-section.tsx';
import { HealthSection } from '@/features/admin/health-section.tsx';
import { MarketsSection } from '@/features/admin/markets/markets-section.tsx';
import { Failure } from '@/features/admin/parts.tsx';
import { sectionOf, type Section } from '@/features/admin/sections.ts';
import { StepUpForm } from '@/features/admin/step-up-form.tsx';
import { texts } from '@/features/admin/texts.ts';
import { OperationsSection } from '@/features/admin/operations-section.tsx';
import { UnansweredBar } from '@/features/connection/unanswered-bar.tsx';
import { UsersSection } from '@/features/admin/users-section.tsx';
import { useGo } from '@/ui/link.tsx';
import { Spinner } from '@/ui/spinner.tsx';
import { MessageLine } from '@/ui/toast.tsx';

const SCREENS: Record<Section, () => ReactNode> = {
  users: UsersSection,
  markets: MarketsSection,
  classes: ClassesSection,
  transfers: OperationsSection,
  datasets: DatasetsSection,
  drills: DrillsSection,
  audit: AuditSection,
  health: HealthSection,
};

function Place({ children }: { children: ReactNode }) {
  return (
    <main id="main" lang="en" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
      {children}
    </main>
  );
}

function Waiting() {
  return (
    <Place>
      <div className="flex flex-1 items-center justify-center p-16 text-lg text-muted">
        <Spinner label={texts.loading} />
      </div>
    </Place>
  );
}

function ToLogin() {
  const go = useGo();
  const { href } = useLocation();
  // The place that was asked for; the address changes before this screen gives way.
  const [login] = useState(() => paths.login(href));
  useEffect(() => go(login, { replace: true }), [go, login]);
  return <Waiting />;
}

function Sections({ session }: { session: OperatorSession }) {
  const { section: named } = useParams({ strict: false });
  const section = sectionOf(named);
  const Screen = SCREENS[section];
  return (
    <>
      <AdminHeader section={section} session={session} />
      <UnansweredBar area="operator" />
      <Place>
        <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 p-3 sm:p-4">
          <h1 className="page-title">{texts.sections[section]}</h1>
          <Screen />
        </div>
      </Place>
      <footer lang="en" className="sticky bottom-0 z-20">
        <MessageLine />
      </footer>
    </>
  );
}

function Area() {
  const { data: session, error, refetch } = useOperatorSession();
  if (session?.steppedUp === true) return <Sections session={session} />;
  const denial = error instanceof ApiError && error.status === 403 ? error : null;
  return (
    <>
      <AdminHeader section={null} session={undefined} />
      {session === undefined && error === null ? (
        <Waiting />
      ) : (
        <Place>
          {session !== undefined && <StepUpForm />}
          {denial !== null && (
            <Failure error={denial.code === 'operator_blocked' ? denial : null} fallback={texts.denied} />
          )}
          {error !== null && denial === null && (
            <Failure error={error} fallback={texts.stepUp.failed} onRetry={() => void refetch()} />
          )}
        </Place>
      )}
    </>
  );
}

/** The operator area: the login first, then the step-up, then its sections. */
export function AdminPage() {
  const { status } = useSession();
  if (status === 'signedOut') return <ToLogin />;
  return status === 'loading' ? <Waiting /> : <Area />;
}
