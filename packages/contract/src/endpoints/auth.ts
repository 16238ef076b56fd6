import { credentials, passwordChange, registration, sessionList, user } from '../auth.ts';
import { okBody } from '../common.ts';
import { endpoint } from './endpoint.ts';
import { USER } from './examples.ts';

const PASSWORD = 'лосось42';
const BAD_PASSWORD = ['password_too_short', 'password_too_common'] as const;

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  access: 'public',
  description: 'Registers, opens the account in the main market and the practice wallet, and signs in.',
  body: registration,
  answer: user,
  errors: [
    'fields_required',
    'invalid_phone',
    'invalid_name',
    'reserved_name',
    ...BAD_PASSWORD,
    'phone_taken',
    'login_throttled',
  ],
  example: {
    body: { phone: '+7 916 000-00-01', password: PASSWORD, firstName: 'Анна', lastName: 'Иванова' },
    answer: USER,
  },
});

export const guest = endpoint({
  method: 'POST',
  path: '/api/auth/guest',
  access: 'anybody',
  description:
    'Signs in without phone and password: a guest with an account in the main market and a practice wallet, ended after 7 days without use. Whoever is signed in already stays who they are.',
  answer: user,
  errors: ['too_many_guests'],
  example: { answer: { ...USER, phone: null, firstName: null, lastName: null } },
});

export const registerGuest = endpoint({
  method: 'POST',
  path: '/api/auth/guest/register',
  access: 'user',
  description:
    'Gives a guest a phone and a password: the same user, who keeps everything. The session goes on with another cookie.',
  body: registration,
  answer: user,
  errors: [
    'fields_required',
    'invalid_phone',
    'invalid_name',
    'reserved_name',
    ...BAD_PASSWORD,
    'phone_taken',
    'not_a_guest',
    'login_throttled',
  ],
  example: {
    body: { phone: '+7 916 000-00-01', password: PASSWORD },
    answer: USER,
  },
});

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  description: 'Signs in: the answer sets the cookie of the session.',
  body: credentials,
  answer: user,
  errors: ['fields_required', 'invalid_phone', 'wrong_credentials', 'login_throttled'],
  example: { body: { phone: '8 916 000 00 01', password: PASSWORD }, answer: USER },
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'user',
  description: 'Ends the session that asks.',
  answer: okBody,
  errors: [],
  example: { answer: { ok: true } },
});

export const logoutEverywhere = endpoint({
  method: 'POST',
  path: '/api/auth/logout-everywhere',
  access: 'user',
  description: 'Ends every session of the user, this one included.',
  answer: okBody,
  errors: [],
  example: { answer: { ok: true } },
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/password',
  access: 'user',
  description: 'Changes the password, ends all other sessions of the user and makes all other devices unknown.',
  body: passwordChange,
  answer: okBody,
  errors: ['fields_required', 'wrong_password', 'is_guest', ...BAD_PASSWORD, 'login_throttled'],
  example: { body: { currentPassword: PASSWORD, newPassword: 'судак43' }, answer: { ok: true } },
});

export const profile = endpoint({
  method: 'GET',
  path: '/api/auth/profile',
  access: 'user',
  description: 'Who is signed in.',
  answer: user,
  errors: [],
  example: { answer: USER },
});

export const sessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'user',
  description: 'Where the user is signed in.',
  answer: sessionList,
  errors: [],
  example: {
    answer: {
      items: [
        { id: '7', createdAt: 1_795_000_000, lastSeenAt: 1_795_003_600, userAgent: 'Mozilla/5.0', current: true },
      ],
    },
  },
});
