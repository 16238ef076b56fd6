import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_MAX_MS } from '../identity/sessions.ts';
import { LOCAL_HOSTS } from './front-door.ts';

/** Browsers accept a `__Host-` cookie only with Secure, for the whole site and for no other host. */
const SECURE_NAME = '__Host-plecho';
/** On http://localhost, where Secure cookies are not accepted everywhere. */
const LOCAL_NAME = 'plecho';

type Asked = Pick<FastifyRequest, 'protocol' | 'hostname' | 'server'>;

const isLocal = ({ protocol, hostname, server }: Asked): boolean =>
  (server.publicUrl?.protocol ?? `${protocol}:`) === 'http:' && LOCAL_HOSTS.has(hostname);

export const cookieName = (request: Asked): string => (isLocal(request) ? LOCAL_NAME : SECURE_NAME);

export function secretOf(request: Pick<FastifyRequest, 'cookies'> & Asked): string | null {
  return request.cookies[cookieName(request)] ?? null;
}

export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, secret: string): void {
  reply.setCookie(cookieName(request), secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: !isLocal(request),
    maxAge: SESSION_MAX_MS / 1000,
  });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(cookieName(request), { path: '/', httpOnly: true, sameSite: 'lax', secure: !isLocal(request) });
}
