import { paths } from '@/app/paths.ts';
import { AuthCard } from '@/features/auth/auth-card.tsx';
import { RegisterForm } from '@/features/auth/register-form.tsx';
import { texts } from '@/features/auth/texts.ts';
import { safeNext } from '@/lib/safe-next.ts';
import { useNext } from '@/lib/use-next.ts';
import { useGo } from '@/ui/link.tsx';

export function RegisterPage() {
  const next = useNext();
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
