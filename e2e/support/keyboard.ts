import type { Page } from '@playwright/test';

const MAX_STOPS = 150;

interface Walk {
  reached: Element[];
  /** How often the focus has moved. */
  turns: number;
  dim: string[];
}
declare global {
  interface Window {
    walk?: Walk;
  }
}

/** Notes every element that gets the focus, and those that don't show it. Runs in the page. */
function note(): void {
  const walk: Walk = { reached: [], turns: 0, dim: [] };
  window.walk = walk;
  const showsFocus = (element: Element): boolean => {
    // A field shows the focus at its frame.
    for (let at: Element | null = element, level = 0; at !== null && level < 4; at = at.parentElement, level += 1) {
      const { outlineStyle, outlineWidth } = getComputedStyle(at);
      if (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) return true;
    }
    return false;
  };
  document.addEventListener('focusin', ({ target }) => {
    walk.turns += 1;
    if (!(target instanceof Element) || walk.reached.includes(target)) return;
    walk.reached.push(target);
    if (!showsFocus(target)) walk.dim.push(target.outerHTML.slice(0, 160));
  });
}

/** What can be pressed or filled in and was never reached. Runs in the page. */
function missed(): string[] {
  const reached: Element[] = window.walk?.reached ?? [];
  const isReachable = (element: HTMLElement): boolean => {
    if (element.matches(':disabled') || !element.checkVisibility({ visibilityProperty: true })) return false;
    // Of radio buttons and tabs the chosen one is the stop; the arrow keys move on.
    if (element.matches('input[type=radio]:not(:checked), [role=tab][aria-selected=false]')) return false;
    return element.tabIndex >= 0 || element.matches('a, button, input, select, textarea');
  };
  return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]')]
    .filter((element) => isReachable(element) && !reached.includes(element))
    .map((element) => element.outerHTML.slice(0, 160));
}

/**
 * Walks through a screen with the Tab key.
 * @returns what the key never came to, and what had the focus without showing it
 */
export async function walkByKeyboard(page: Page): Promise<{ missed: string[]; dim: string[] }> {
  await page.evaluate(note);
  for (let n = 0; n < MAX_STOPS; n += 1) {
    await page.keyboard.press('Tab');
    // Past the last one the focus is nowhere, or at the first one again.
    const isOver = await page.evaluate(() => {
      const { activeElement, body } = document;
      const { reached, turns } = window.walk ?? { reached: [], turns: 0 };
      return activeElement === body || (turns > reached.length && activeElement === reached[0]);
    });
    if (isOver && n > 0) break;
  }
  return { missed: await page.evaluate(missed), dim: await page.evaluate(() => window.walk?.dim ?? []) };
}
