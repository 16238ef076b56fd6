import { keyboardOf } from './support/hands.ts';
import { wholeJourney } from './support/journey.ts';
import { walkByKeyboard } from './support/keyboard.ts';
import { expectLoaded } from './support/loaded.ts';
import { expect, newPerson, test } from './support/test.ts';

test('every control of the screens of practice money is reached by the keyboard and shows the focus', async ({
  page,
  person,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  for (const screen of ['/deposit', '/withdraw', '/assets', '/log', '/network']) {
    await page.goto(screen);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectLoaded(page);
    expect(await walkByKeyboard(page), screen).toEqual({ missed: [], dim: [] });
  }
});

test('the whole journey by the keyboard alone', async ({ page }) => {
  const hands = keyboardOf(page);
  await wholeJourney(page, hands, newPerson(), {
    findPair: async () => {
      await expect(page.getByRole('option').first()).toBeVisible();
      await page.keyboard.press('/');
      await page.keyboard.type('ethus');
      await expect(page.getByRole('option')).toHaveCount(1);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    },
    goTo: (section) => hands.press(page.getByRole('banner').getByRole('link', { name: section, exact: true })),
  });
});
