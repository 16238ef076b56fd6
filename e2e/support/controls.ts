import type { Page } from '@playwright/test';

interface Control {
  name: string;
  /** Pixels from the top of the window. */
  y: number;
}

/** What can be pressed where it is drawn now, but for the line of messages and what follows the prices. */
export async function pressable(page: Page): Promise<Control[]> {
  return page.evaluate(() => {
    const isOnTop = (element: Element): boolean => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return hit !== null && (element.contains(hit) || hit.contains(element));
    };
    const isLasting = (element: Element): boolean =>
      element.closest('[role=status], [role=listbox]') === null &&
      !/^(Вход|Ликвидация|Тейк|Стоп)/.test(element.textContent ?? '');
    return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary')]
      .filter((element) => element.checkVisibility() && isLasting(element) && isOnTop(element))
      .map((element) => {
        const { top } = element.getBoundingClientRect();
        const name = (element.ariaLabel ?? element.textContent ?? '').replaceAll(/[\d\s.,−+%]+/g, ' ');
        return { name, y: Math.round(top) };
      });
  });
}

/** Waits for the end of what slides or fades in. */
export async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await Promise.all(document.getAnimations().map(async (animation) => animation.finished.catch(() => undefined)));
  });
}
