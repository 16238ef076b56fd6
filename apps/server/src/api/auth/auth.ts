import { api } from '@plecho/contract';
import type { UserRecord } from '../../identity/ports.ts';
import { handle, type RequestOf } from '../handle.ts';
import { identityOf, type Server, type Services } from '../server.ts';
import { clearSessionCookie, setDeviceCookie, setSessionCookie } from '../session-cookie.ts';
import { originOf, toUser } from './user-body.ts';

/** What a new user trades and pays with. Whatever can't be opened now is opened at its first use. */
async function openFor(
  { accountIds, markets, network }: Services,
  { id }: UserRecord,
  { log }: Pick<RequestOf<typeof api.auth.register>, 'log'>,
): Promise<void> {
  try {
    await accountIds.enter(id, markets.mainId);
  } catch (error) {
    log.warn({ err: error }, 'the account will be opened at its first use');
  }
  try {
    await network.open(id);
  } catch (error) {
    log.warn({ err: error }, 'the practice wallet will be opened at its first use');
  }
}

function signingIn(app: Server, services: Services): void {
  const { accounts } = services;

  handle(app, api.auth.register, async (request, reply) => {
    const { phone, password, firstName = null, lastName = null } = request.body;
    const signedIn = await accounts.register({ phone, password, firstName, lastName }, originOf(request));
    await openFor(services, signedIn.user, request);
    setSessionCookie(request, reply, signedIn.secret);
    setDeviceCookie(request, reply, signedIn.device);
    return toUser(signedIn.user);
  });

  handle(app, api.auth.login, async (request, reply) => {
    const { phone, password } = request.body;
    const signedIn = await accounts.login(phone, password, originOf(request));
    setSessionCookie(request, reply, signedIn.secret);
    setDeviceCookie(request, reply, signedIn.device);
    return toUser(signedIn.user);
  });
}

/** An account without a phone, and how it gets one. */
function guests(app: Server, services: Services): void {
  const { accounts } = services;

  handle(app, api.auth.guest, async (request, reply) => {
    // Whoever is somebody already stays it: a button that is pressed twice makes one guest.
    if (request.identity !== null) return toUser(request.identity.user);
    const signedIn = await accounts.begin(originOf(request));
    await openFor(services, signedIn.user, request);
    setSessionCookie(request, reply, signedIn.secret);
    setDeviceCookie(request, reply, signedIn.device);
    return toUser(signedIn.user);
  });

  handle(app, api.auth.registerGuest, async (request, reply) => {
    const { phone, password, firstName = null, lastName = null } = request.body;
    const typed = { phone, password, firstName, lastName };
    const signedIn = await accounts.registerGuest(identityOf(request), typed, originOf(request));
    setSessionCookie(request, reply, signedIn.secret);
    setDeviceCookie(request, reply, signedIn.device);
    return toUser(signedIn.user);
  });
}

function signingOut(app: Server, { accounts, sessions }: Services): void {
  handle(app, api.auth.logout, async (request, reply) => {
    await sessions.end(identityOf(request));
    clearSessionCookie(request, reply);
    return { ok: true as const };
  });

  handle(app, api.auth.logoutEverywhere, async (request, reply) => {
    await accounts.signOutEverywhere(identityOf(request));
    clearSessionCookie(request, reply);
    return { ok: true as const };
  });
}

/** Who is signed in, and how that begins and ends. */
export function authRoutes(app: Server, services: Services): void {
  const { accounts, sessions } = services;
  signingIn(app, services);
  guests(app, services);
  signingOut(app, services);

  handle(app, api.auth.changePassword, async (request, reply) => {
    const { currentPassword, newPassword } = request.body;
    const asked = [currentPassword, newPassword, originOf(request)] as const;
    const { secret, device } = await accounts.changePassword(identityOf(request), ...asked);
    setSessionCookie(request, reply, secret);
    if (device !== null) setDeviceCookie(request, reply, device);
    return { ok: true as const };
  });

  handle(app, api.auth.profile, (request) => toUser(identityOf(request).user));

  handle(app, api.auth.sessions, async (request) => {
    const { user, session } = identityOf(request);
    const items = (await sessions.list(user.id)).map((other) => ({
      id: other.id.toString(),
      createdAt: Math.floor(other.createdAt / 1000),
      lastSeenAt: Math.floor(other.lastSeenAt / 1000),
      userAgent: other.userAgent,
      current: other.id === session.id,
    }));
    return { items };
  });
}
