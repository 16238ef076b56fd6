import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
/** Off by default, or of no level of the standard. */
const MORE = ['label-content-name-mismatch', 'target-size', 'scrollable-region-focusable', 'region', 'heading-order'];

/** In its short form: each look brings it into the page anew, and the other is more than twice as long. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Fails on whatever axe finds on the screen as it is drawn now.
 * @param within a selector of the part to look at
 */
export async function expectAccessible(page: Page, screen: string, within = 'html'): Promise<void> {
  const { violations } = await new AxeBuilder({ page, axeSource })
    // No screen has a frame of a foreign origin, for whose results another page would be opened each time.
    .setLegacyMode()
    .include(within)
    // Of what is right it would else collect every element, too.
    .options({ resultTypes: ['violations'], rules: Object.fromEntries(MORE.map((rule) => [rule, { enabled: true }])) })
    .withTags(STANDARD)
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  expect(found, screen).toEqual([]);
}
