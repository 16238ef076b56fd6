import { expect, type Page } from '@playwright/test';
import { plecho } from '../../tools/product/command.ts';
import type { Product } from '../../tools/product/process.ts';
import { newKey } from '../../tools/product/request-key.ts';

/**
 * Gives the role on the command line and makes a new secret, which the line prints once.
 * @returns the secret
 */
export async function makeOperator(product: Pick<Product, 'dataDir'>, phone: string): Promise<string> {
  const added = await plecho(product.dataDir, 'operator', 'add', phone);
  const secretOf = (output: string): string | undefined => /operator secret: (\S+)/.exec(output)?.[1];
  const secret = secretOf(added) ?? secretOf(await plecho(product.dataDir, 'operator', 'secret'));
  if (secret === undefined) throw new Error(`no secret in:\n${added}`);
  return secret;
}

/** Comes to the operator area and types the secret. */
export async function enterArea(page: Page, secret: string): Promise<void> {
  await page.goto('/admin');
  await page.getByLabel('Operator secret').fill(secret);
  await page.getByRole('button', { name: 'Enter' }).click();
}

/** An operator's call with the page's own cookies but not through the page. */
export async function operatorCall(page: Page, path: string, data: object): Promise<void> {
  const answer = await page.request.post(`/api/admin/${path}`, {
    data,
    headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': newKey() },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}
