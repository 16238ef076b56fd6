import { expect, type Page } from '@playwright/test';
import { expectLoaded } from './loaded.ts';

/** Less than a finger or an eye notices, px; a font that comes moves lines by one or two. */
const NOTICED = 5;
/** To a server on the other side of the world. */
const FAR_MS = 150;

interface Shift extends PerformanceEntry {
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** From the next page on, notes what moves up or down on each, and by how much; the server is far away. */
export async function watchMoves(page: Page): Promise<void> {
  await page.addInitScript((noticed) => {
    const moves: string[] = [];
    Object.assign(globalThis, { moves });
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as Shift[]) {
        for (const { node, previousRect, currentRect } of sources) {
          const by = currentRect.y - previousRect.y;
          // Pairs by their change go where it takes them, once a second.
          const isPair = node instanceof Element && node.closest('[role=option]') !== null;
          // What reaches as much further up as down is where it was: a layer of its own took some of it away.
          const isWider = by < 0 && currentRect.bottom - previousRect.bottom === -by;
          if (!isPair && !isWider && Math.abs(by) >= noticed) moves.push(`${node?.textContent?.slice(0, 40)} by ${by}`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  }, NOTICED);
  // What was asked for comes one after another then, and each picture before it is drawn.
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1 };
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: FAR_MS, ...unlimited });
}

/** That nothing moved until all has come that was waited for. */
export async function expectSteady(page: Page, screen: string): Promise<void> {
  await page.goto(screen);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectLoaded(page);
  const moves = await page.evaluate(
    () =>
      new Promise((resolve) => {
        // Told of a frame after it was drawn.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => setTimeout(() => resolve(Reflect.get(globalThis, 'moves')))),
        );
      }),
  );
  expect(moves, screen).toEqual([]);
}
