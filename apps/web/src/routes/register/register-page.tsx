import { paths } from '@/app/paths.ts';
import { AuthCard } from '@/features/auth/auth-card.tsx';
import { RegisterForm } from '@/features/auth/register-form.tsx';
import { texts } from '@/features/auth/texts.ts';
import { useArrival } from '@/features/auth/use-arrival.ts';

export function RegisterPage() {
  const { next, arrive } = useArrival();
  return (
    <AuthCard
      title={texts.register.title}
      lead={texts.register.grant}
      other={{ text: texts.register.other, label: texts.register.otherLink, href: paths.login(next) }}
    >
      <RegisterForm onDone={arrive} />
    </AuthCard>
  );
}
