import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, PHONE_AGENT } from '../tools/product/browser.ts';

const executablePath = process.env['CHROMIUM_PATH'];

/**
 * Tests start the servers they need through a fixture; nothing is shared between them.
 * A file named after a device runs on that device only: a test that doesn't run counts as failed.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  forbidOnly: true,
  fullyParallel: false,
  // Each has a product of its own. A test waits half of its time, for blocks of the practice network for one.
  workers: 2,
  retries: 0,
  // Deadlines for what must end and what must appear; generous, because the machine is busy with other tests, too.
  timeout: 480_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    locale: 'ru-RU',
    // Tests of the worker allow it; for all others it would keep the application anew for each page.
    serviceWorkers: 'block',
    // Recording what was done costs a tenth of all that a test needs: `--trace on` has it, for one that fails.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: CHROMIUM_ARGS,
    },
  },
  projects: [
    { name: 'desktop', testIgnore: '**/*phone*.spec.ts', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      testIgnore: '**/*desktop*.spec.ts',
      use: {
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
        hasTouch: true,
        isMobile: true,
        userAgent: PHONE_AGENT,
      },
    },
  ],
});
