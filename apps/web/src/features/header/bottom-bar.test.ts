import { expect, it } from 'vitest';
import { sectionOf } from './bottom-bar.tsx';

const sections = [
  { name: 'home', href: '', owns: ['/mobile/home'] },
  { name: 'history', href: '', owns: ['/history'] },
] as const;

it('finds the section of a screen and of what lies below it, and of nothing else', () => {
  expect(sectionOf('/mobile/home', sections)?.name).toBe('home');
  expect(sectionOf('/history/17', sections)?.name).toBe('history');
  expect(sectionOf('/historyless', sections)).toBeUndefined();
  expect(sectionOf('/help', sections)).toBeUndefined();
});
