import { expect, type Page } from '@playwright/test';

/**
 * Keeps all that a page says in its places for messages, also what has gone again before a busy machine looks.
 * Call before the first page is loaded.
 */
export async function recordSaid(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    new MutationObserver(() => {
      for (const place of document.querySelectorAll<HTMLElement>('[role=status], [role=alert]')) {
        const text = place.innerText.trim();
        if (text !== '' && !said.includes(text)) said.push(text);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** Waits until the page has said something, whether or not it still stands there. */
export async function expectSaid(page: Page, text: RegExp): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { said: string[] }).said.join('\n')))
    .toMatch(text);
}
