/** Where to go after signing in: a path of this application beyond the login and the registration, or its start. */
export const safeNext = (next: string | null): string =>
  next !== null && /^\/(?![/\\]|(login|register)\b)/.test(next) ? next : '/';
