import '@fastify/cookie';
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
type AskedWithCookies = Pick<FastifyRequest, 'cookies'> & Asked;

const isLocal = ({ protocol, hostname, server }: Asked): boolean =>
  (server.publicUrl?.protocol ?? `${protocol}:`) === 'http:' && LOCAL_HOSTS.has(hostname);
const nameOf = (request: Asked, name: string): string => (isLocal(request) ? name : `${SECURE_PREFIX}${name}`);
const attributes = (request: Asked) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: !isLocal(request) }) as const;

export function secretOf(request: AskedWithCookies): string | null {
  return request.cookies[nameOf(request, SESSION)] ?? null;
}

export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, secret: string): void {
  reply.setCookie(nameOf(request, SESSION), secret, { ...attributes(request), maxAge: SESSION_MAX_MS / 1000 });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(nameOf(request, SESSION), attributes(request));
}

export function deviceOf(request: AskedWithCookies): string | null {
  return request.cookies[nameOf(request, DEVICE)] ?? null;
}

/** Outlives the session; signing out leaves it. */
export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, device: string): void {
  reply.setCookie(nameOf(request, DEVICE), device, { ...attributes(request), maxAge: DEVICE_MS / 1000 });
}
