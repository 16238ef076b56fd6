import { expect, type Locator, type Page } from '@playwright/test';

/** How a person works the screen. */
export interface Hands {
  /** Presses a button or follows a link. */
  press(target: Locator): Promise<void>;
  /** Types into a field what replaces its content. */
  type(field: Locator, text: string): Promise<void>;
}

const MAX_STOPS = 120;

/** Pointing: what is pressed has to be in the window, uncovered. */
export const pointing: Hands = {
  press: (target) => target.click(),
  type: (field, text) => field.fill(text),
};

/** Nothing but the keyboard: Tab up to the target, with Shift when it lies behind, then Enter or typing. */
export function keyboardOf(page: Page): Hands {
  const reach = async (target: Locator): Promise<void> => {
    await expect(target).toBeVisible();
    for (let stop = 0; stop < MAX_STOPS; stop += 1) {
      const where = await target.evaluate((element) => {
        const focused = document.activeElement ?? document.body;
        if (focused === element) return 'there';
        const isBehind = (focused.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) > 0;
        return isBehind && !focused.contains(element) ? 'behind' : 'ahead';
      });
      if (where === 'there') return;
      await page.keyboard.press(where === 'behind' ? 'Shift+Tab' : 'Tab');
    }
    throw new Error(`the keyboard never came to ${target.toString()}`);
  };
  return {
    async press(target) {
      await reach(target);
      await page.keyboard.press('Enter');
    },
    async type(field, text) {
      await reach(field);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
  };
}
