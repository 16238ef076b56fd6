import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api, type OpenPosition, type PlaceOrder, type SetTriggers, type User } from '@plecho/contract';
import { call } from './client.ts';
import { carryOut, intents } from './intents/carry-out.ts';
import { keys } from './keys.ts';
import { useMarket } from './selected-market.tsx';
import { singleFlight } from './single-flight.ts';

/** A position or an order, and the pair that people know it by. */
interface OfPair {
  id: string;
  symbol: string;
}

/** Opens a position in the selected market at the market's price. */
export function useOpenPosition() {
  const { id: market } = useMarket();
  return useMutation({
    mutationFn: (body: OpenPosition) => carryOut(api.positions.open, { kind: 'open', query: { market }, body }),
  });
}

/** Places a resting limit order. */
export function usePlaceOrder() {
  const { id: market } = useMarket();
  return useMutation({
    mutationFn: (body: PlaceOrder) => carryOut(api.orders.place, { kind: 'placeOrder', query: { market }, body }),
  });
}

export function useCancelOrder() {
  const { id: market } = useMarket();
  return useMutation({
    mutationFn: ({ id, symbol }: OfPair) =>
      carryOut(api.orders.cancel, {
        kind: 'cancelOrder',
        subject: id,
        about: symbol,
        params: { id },
        query: { market },
      }),
  });
}

/** Sets both levels of a position; null removes one. */
export function useSetTriggers() {
  const { id: market } = useMarket();
  return useMutation({
    mutationFn: ({ id, symbol, ...body }: SetTriggers & OfPair) =>
      carryOut(api.positions.setTriggers, {
        kind: 'setTriggers',
        subject: id,
        about: symbol,
        params: { id },
        query: { market },
        body,
      }),
  });
}

/** Closes a position or, with `portion` (a decimal in (0, 1]), a part of it; answers with the closed trade. */
export function useClosePosition() {
  const { id: market } = useMarket();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, symbol, portion }: OfPair & { portion?: string }) =>
      carryOut(api.positions.close, {
        kind: 'close',
        subject: id,
        about: symbol,
        params: { id },
        query: { market, portion },
      }),
    onSuccess: (trade) => {
      client.setQueryData(keys.trade(market, trade.id), trade);
    },
  });
}

export interface Credentials {
  phone: string;
  password: string;
}

/** Whoever signs in starts with nothing that belonged to whoever was signed in before. */
function signedInAs(client: QueryClient, user: User): void {
  client.clear();
  client.setQueryData(keys.session(), user);
}

function signedOut(client: QueryClient): void {
  client.setQueryData(keys.session(), null);
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== keys.session()[0] });
}

export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Credentials) => singleFlight('login', () => call(api.auth.login, { body })),
    onSuccess: (user) => signedInAs(client, user),
  });
}

/** Registers and signs in; the session is taken up by {@link useTakeUpSession}. */
export const useRegister = () =>
  useMutation({
    mutationFn: (body: Credentials) => singleFlight('register', () => call(api.auth.register, { body })),
  });

/** Makes the application act for a user who has just registered. */
export function useTakeUpSession(): (user: User) => void {
  const client = useQueryClient();
  return (user) => signedInAs(client, user);
}

/** Ends sessions; who it was is asked first, because the stream tells of the end before the answer does. */
async function signOut(
  client: QueryClient,
  endpoint: typeof api.auth.logout | typeof api.auth.logoutEverywhere,
): Promise<void> {
  const user = client.getQueryData<User | null>(keys.session());
  await call(endpoint, {});
  if (user != null) intents.forgetAll(user.id);
}

export function useLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => signOut(client, api.auth.logout),
    onSuccess: () => signedOut(client),
  });
}

/** Ends every session of the person, this one included. */
export function useLogoutEverywhere() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => signOut(client, api.auth.logoutEverywhere),
    onSuccess: () => signedOut(client),
  });
}

/** Ends all other sessions too. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) => call(api.auth.changePassword, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.sessions() }),
  });
}

/** Opens the person's account in a market; a second time changes nothing. */
export const useEnterMarket = () =>
  useMutation({
    mutationFn: ({ market }: { market: string }) => call(api.markets.enter, { params: { id: market } }),
  });
