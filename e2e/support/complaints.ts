import type { Page } from '@playwright/test';

/** Asked by every screen to learn whether somebody is signed in: a refusal is an answer, not a fault. */
const EXPECTED = ['/api/auth/profile', '/api/admin/session'];

/**
 * Collects what a page may not do: errors in the console, exceptions, requests to anywhere but the product.
 * @returns grows while the page lives
 */
export function complaintsOf(page: Page, origin: string): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const { url } = message.location();
    if (!EXPECTED.some((path) => url.endsWith(path))) complaints.push(`console: ${message.text()} ${url}`);
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) complaints.push(`asks elsewhere: ${url.href}`);
  });
  return complaints;
}
