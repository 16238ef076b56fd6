/** Where to go after signing in: a path of this application, or its start. */
export const safeNext = (next: string | null): string => (next !== null && /^\/(?![/\\])/.test(next) ? next : '/');
