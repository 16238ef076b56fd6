/** Every screen that a person can come to, by its path. */
export const PUBLIC_SCREENS = ['/login', '/register', '/safety', '/help'] as const;
export const DESKTOP_SCREENS = ['/dashboard', '/history', '/markets', '/account'] as const;
export const PHONE_SCREENS = [
  '/mobile/home',
  '/mobile/trade',
  '/mobile/assets',
  '/history',
  '/markets',
  '/account',
] as const;

export const NOTICE =
  'Учебный тренажёр: деньги и монеты здесь не настоящие. Никто не вправе просить вас перевести сюда настоящие деньги.';
