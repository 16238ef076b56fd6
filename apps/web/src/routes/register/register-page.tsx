import { useLocation } from '@tanstack/react-router';
import { paths } from '@/app/paths.ts';
import { AuthCard } from '@/features/auth/auth-card.tsx';
import { RegisterForm } from '@/features/auth/register-form.tsx';
import { texts } from '@/features/auth/texts.ts';
import { safeNext } from '@/lib/safe-next.ts';
import { useGo } from '@/ui/link.tsx';

export function RegisterPage() {
  const { searchStr } = useLocation();
  const next = new URLSearchParams(searchStr).get('next');
  const go = useGo();
  return (
    <AuthCard
      title={texts.register.title}
      lead={texts.register.grant}
      other={{ text: texts.register.other, label: texts.register.otherLink, href: paths.login(next ?? undefined) }}
    >
      <RegisterForm onDone={() => go(safeNext(next), { replace: true })} />
    </AuthCard>
  );
}
