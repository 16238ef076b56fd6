import { parseCookie, stringifySetCookie, type SetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEVICE_MS } from '../identity/devices.ts';
import { SESSION_MAX_MS } from '../identity/sessions.ts';
import { LOCAL_HOSTS } from './front-door.ts';

/** Browsers accept a `__Host-` cookie only with Secure, for the whole site and for no other host. */
const SECURE_PREFIX = '__Host-';
/** The local name is for http://localhost, where Secure cookies are not accepted everywhere. */
const SESSION = 'plecho';
/** What a browser is known by after its session has ended, so that its owner is told from a stranger. */
const DEVICE = 'plecho-device';

type Asked = Pick<FastifyRequest, 'protocol' | 'hostname' | 'server'>;
type AskedWithCookies = Pick<FastifyRequest, 'headers'> & Asked;

const isLocal = ({ protocol, hostname, server }: Asked): boolean =>
  (server.publicUrl?.protocol ?? `${protocol}:`) === 'http:' && LOCAL_HOSTS.has(hostname);
const nameOf = (request: Asked, name: string): string => (isLocal(request) ? name : `${SECURE_PREFIX}${name}`);

/** Read where it is asked for: most requests have no use for more than the one name. */
const cookieOf = (request: AskedWithCookies, name: string): string | null =>
  parseCookie(request.headers.cookie ?? '')[nameOf(request, name)] ?? null;

/** Adds to the cookies that the answer sets already. */
function setCookie(request: FastifyRequest, reply: FastifyReply, cookie: SetCookie): void {
  const isSecure = !isLocal(request);
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  void reply.header('set-cookie', stringifySetCookie({ ...cookie, ...attributes, name: nameOf(request, cookie.name) }));
}

export const secretOf = (request: AskedWithCookies): string | null => cookieOf(request, SESSION);

export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, secret: string): void {
  setCookie(request, reply, { name: SESSION, value: secret, maxAge: SESSION_MAX_MS / 1000 });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  setCookie(request, reply, { name: SESSION, value: '', maxAge: 0, expires: new Date(0) });
}

export const deviceOf = (request: AskedWithCookies): string | null => cookieOf(request, DEVICE);

/** Outlives the session; signing out leaves it. */
export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, device: string): void {
  setCookie(request, reply, { name: DEVICE, value: device, maxAge: DEVICE_MS / 1000 });
}
