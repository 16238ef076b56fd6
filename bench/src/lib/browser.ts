import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from '../../../tools/product/browser.ts';

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
}

let people = 0;

/** Registers a new person; returns the cookie header of the session. */
export async function signUp(url: string): Promise<string> {
  people += 1;
  const phone = `+7917${String(process.pid % 1000).padStart(3, '0')}${String(people).padStart(4, '0')}`;
  const answer = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ phone, password: 'осенний-лист-42' }),
  });
  if (!answer.ok) throw new Error(`registration failed: ${answer.status} ${await answer.text()}`);
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

/** A browser context of a signed-in person. */
export async function signedIn(
  browser: Browser,
  url: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'ru-RU', ...options });
  const [name = '', value = ''] = (await signUp(url)).split('=');
  await context.addCookies([{ name, value, url }]);
  return context;
}

/** Opens the desktop trade screen and waits until its chart is drawn. */
export async function openDashboard(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/dashboard`);
  await page.locator('canvas').first().waitFor();
}
