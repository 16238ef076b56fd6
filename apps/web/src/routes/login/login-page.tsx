import { useState } from 'react';
import { paths } from '@/app/paths.ts';
import { AuthCard } from '@/features/auth/auth-card.tsx';
import { GuestEntry } from '@/features/auth/guest-entry.tsx';
import { LoginForm } from '@/features/auth/login-form.tsx';
import { texts } from '@/features/auth/texts.ts';
import { useArrival } from '@/features/auth/use-arrival.ts';
import { sessionEnd } from '@/lib/session-end.ts';

export function LoginPage() {
  const { next, arrive } = useArrival();
  const [isEnded] = useState(() => sessionEnd.isForeign);
  return (
    <AuthCard
      title={texts.login.title}
      lead={isEnded ? texts.login.ended : texts.login.lead}
      other={{ text: texts.login.other, label: texts.login.otherLink, href: paths.register(next) }}
    >
      <LoginForm onDone={arrive} />
      <GuestEntry onDone={arrive} />
    </AuthCard>
  );
}
