import type { APIRequestContext, Page } from '@playwright/test';
import { newKey } from '../../tools/product/request-key.ts';
import { expect } from './test.ts';

/** The log is signed every ten seconds. */
export const SIGNED_MS = 60_000;

export const CONFIRMED = 'Сделка подтверждена: сервер исполнил её по ценам, записанным для всех';

async function post<T>(request: APIRequestContext, method: 'post' | 'delete', path: string, data?: object): Promise<T> {
  const headers = { 'sec-fetch-site': 'same-origin', 'idempotency-key': newKey() };
  const answer = await request[method](`/api/trading/${path}`, { ...(data === undefined ? {} : { data }), headers });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
}

/** Opens and closes a position with the page's own cookies. @returns the trade's id */
export async function closedTrade({ request }: Page): Promise<string> {
  const order = { symbol: 'BTCUSDT', type: 'long', amount: '100', leverage: 10 };
  const { id } = await post<{ id: string }>(request, 'post', 'positions', order);
  return (await post<{ id: string }>(request, 'delete', `positions/${id}`)).id;
}
