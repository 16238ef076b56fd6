/** Every screen that a person can come to, by its path. */
export const PUBLIC_SCREENS = ['/login', '/register', '/safety', '/help', '/network', '/proof'] as const;
export const DESKTOP_SCREENS = [
  '/dashboard',
  '/watch',
  '/history',
  '/stats',
  '/markets',
  '/markets/main',
  '/classes',
  '/learn',
  '/learn/fake-exchange',
  '/account',
  '/deposit',
  '/withdraw',
  '/assets',
  '/log',
] as const;
export const PHONE_SCREENS = [
  '/mobile/home',
  '/mobile/trade',
  '/mobile/assets',
  '/mobile/deposit',
  '/mobile/withdraw',
  '/watch',
  '/history',
  '/stats',
  '/markets',
  '/markets/main',
  '/classes',
  '/learn',
  '/learn/fake-exchange',
  '/account',
  '/log',
] as const;
/** For operators, after the step-up. */
export const OPERATOR_SCREENS = [
  '/admin/users',
  '/admin/markets',
  '/admin/classes',
  '/admin/transfers',
  '/admin/datasets',
  '/admin/drills',
  '/admin/audit',
  '/admin/health',
] as const;

export const NOTICE =
  'Учебный тренажёр: деньги и монеты здесь не настоящие. Никто не вправе просить вас перевести сюда настоящие деньги.';
