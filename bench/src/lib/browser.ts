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

/** The session of a new person as a browser keeps it. */
async function newSession(url: string): Promise<{ name: string; value: string; url: string }> {
  const [name = '', value = ''] = (await signUp(url)).split('=');
  return { name, value, url };
}

/** A browser context of a signed-in person. */
export async function signedIn(
  browser: Browser,
  url: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'ru-RU', ...options });
  await context.addCookies([await newSession(url)]);
  return context;
}

/** Signs a person in for the pages that others open in the browser, outside of any context. */
export async function signInOutside(browser: Browser, url: string): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  await session.send('Storage.setCookies', { cookies: [await newSession(url)] });
  await session.detach();
}

/** Opens the desktop trade screen and waits until its chart is drawn. */
export async function openDashboard(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/dashboard`);
  await page.locator('canvas').first().waitFor();
}
