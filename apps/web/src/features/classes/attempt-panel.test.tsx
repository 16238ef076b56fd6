import { api, type ClassInfo, type ClassMembers } from '@plecho/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { AttemptPanel } from './attempt-panel.tsx';

vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ history: { push: vi.fn() } }) }));
let isPhone = false;
vi.mock('@/lib/device.ts', () => ({ isMobileDevice: () => isPhone }));

const found = api.classes.one.example.answer as unknown as ClassInfo;
const example = structuredClone(api.classes.members.example.answer) as unknown as ClassMembers;
const ended: ClassMembers = {
  ...example,
  items: example.items.map((row) => ({ ...row, attempt: row.own ? 'ended' : row.attempt })),
};

afterEach(() => {
  cleanup();
  isPhone = false;
});

const again = (): string | null => {
  render(<AttemptPanel found={found} board={ended} />);
  return screen.getByRole('link', { name: 'К новому сезону' }).getAttribute('href');
};

it('leads from an attempt that has ended to the seasons of the account in the market of the class', () => {
  expect(again()).toBe('/assets?market=scenario-7');
});

it('leads to them on a phone too', () => {
  isPhone = true;
  expect(again()).toBe('/mobile/assets?market=scenario-7');
});

it('leads nowhere while the attempt goes on', () => {
  render(<AttemptPanel found={found} board={example} />);
  expect(screen.getByRole('region', { name: 'Моя попытка' })).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
});

it('leads nowhere once the class is over: nothing can be begun in its market', () => {
  render(<AttemptPanel found={{ ...found, over: true }} board={ended} />);
  expect(screen.getByRole('region', { name: 'Моя попытка' })).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
});
