import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type User } from '@plecho/contract';
import { call } from './client.ts';
import { keys } from './keys.ts';
import { setSession } from './queries.ts';
import { singleFlight } from './single-flight.ts';

export interface Credentials {
  phone: string;
  password: string;
}

export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Credentials) => singleFlight('login', () => call(api.auth.login, { body })),
    onSuccess: (user) => setSession(client, user),
  });
}

/** Signs in without phone and password. */
export function useGuest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => singleFlight('guest', () => call(api.auth.guest, {})),
    onSuccess: (user) => setSession(client, user),
  });
}

/** Gives the guest who is signed in a phone and a password; everything that was theirs stays on the screen. */
export function useRegisterGuest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Credentials) => singleFlight('register-guest', () => call(api.auth.registerGuest, { body })),
    onSuccess: async (user) => {
      await setSession(client, user);
      return client.invalidateQueries({ queryKey: keys.sessions() });
    },
  });
}

/** Registers and signs in; the session is taken up by {@link useTakeUpSession}. */
export const useRegister = () =>
  useMutation({
    mutationFn: (body: Credentials) => singleFlight('register', () => call(api.auth.register, { body })),
  });

/** Makes the application act for a user who has just registered. */
export function useTakeUpSession(): (user: User) => Promise<void> {
  const client = useQueryClient();
  return (user) => setSession(client, user);
}
