import { useEffect } from 'react';
import { paths } from '@/app/paths.ts';
import { useSession } from '@/api/queries.ts';
import { AuthCard } from '@/features/auth/auth-card.tsx';
import { LoginForm } from '@/features/auth/login-form.tsx';
import { texts } from '@/features/auth/texts.ts';
import { safeNext } from '@/lib/safe-next.ts';
import { useNext } from '@/lib/use-next.ts';
import { useGo } from '@/ui/link.tsx';

export function LoginPage() {
  const next = useNext();
  const target = safeNext(next);
  const { status } = useSession();
  const go = useGo();
  useEffect(() => {
    if (status === 'signedIn') go(target, { replace: true });
  }, [status, target, go]);
  return (
    <AuthCard
      title={texts.login.title}
      lead={texts.login.lead}
      other={{ text: texts.login.other, label: texts.login.otherLink, href: paths.register(next ?? undefined) }}
    >
      <LoginForm onDone={() => go(target, { replace: true })} />
    </AuthCard>
  );
}
