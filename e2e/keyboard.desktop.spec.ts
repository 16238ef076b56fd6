import { walkByKeyboard } from './support/keyboard.ts';
import { expect, test } from './support/test.ts';

test('every control of the screens of practice money is reached by the keyboard and shows the focus', async ({
  page,
  person,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  for (const screen of ['/deposit', '/withdraw', '/assets', '/log', '/network']) {
    await page.goto(screen);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('status', { name: /^Загрузка/ })).toHaveCount(0);
    expect(await walkByKeyboard(page), screen).toEqual({ missed: [], dim: [] });
  }
});
